import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import { entryStatusSchema, fact } from './entry-row.ts';

const own = (id: string | undefined) => (id === undefined ? undefined : `own ${id}`);

/** What somebody's own code writes: `defineEntry` makes it and reads it. */
export const ownEntries = {
  /** An entry of somebody's own: its type by its definition, its version, and its value. */
  'entry.recorded': fact(
    z.object({
      /** The type of the entry, by its definition, such as `price.seen`. */
      name: z.string(),
      version: z.int().min(1),
      value: z.custom<JsonValue>(),
      /** By which others refer to it. What has an id is recorded once. */
      id: z.string().exactOptional(),
      /** What it answers: the id that another one was recorded with, or the id of any entry. */
      parent: z.string().exactOptional(),
      status: entryStatusSchema.exactOptional(),
    }),
    { status: ({ status }) => status, opens: ({ id }) => own(id), closes: ({ parent }) => own(parent) },
  ),
} as const;

/** The entry that a link of an own entry names when no own entry has that id. */
export const entryNamed = (link: string): string => link.slice('own '.length);
