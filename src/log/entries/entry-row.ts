import { z } from 'zod';

export const entryStatusSchema = z.enum(['pending', 'in_progress', 'success', 'failed']);
export type EntryStatus = z.infer<typeof entryStatusSchema>;

/** What comes from outside; `status` is what an entry of the type has from birth. */
export const fact = <Data extends z.ZodType>(data: Data, status?: EntryStatus) =>
  ({ kind: 'fact', data, status }) as const;

/** What the charts did because of a fact. */
export const move = <Data extends z.ZodType>(data: Data, status?: EntryStatus) =>
  ({ kind: 'move', data, status }) as const;

/** No data: the type says it all. */
export const nothing = z.object({});

/** A list that whoever reads a log cannot change. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
