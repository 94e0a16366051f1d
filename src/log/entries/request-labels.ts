import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';

/** What somebody wants to find a run by, or to know of it later: a flat record. */
export type RunMetadata = Readonly<Record<string, string | number | boolean | null>>;

const oneValue = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'metadata is flat: give a text, a number, true, false or null',
});
export const metadataSchema = z.record(z.string().min(1, { error: 'a name has at least one character' }), oneValue);

const maxSession = 200;
/** A session id is looked for in databases and shown on one line. */
export const sessionSchema = z
  .string()
  .min(1, { error: 'give at least one character' })
  .max(maxSession, { error: `give at most ${maxSession} characters` })
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'give a text without control characters' });

/** What the log says of a request beside its messages: the conversation that it belongs to, its metadata, and the fields of its context that are marked. */
export interface RequestLabels {
  readonly session?: string | undefined;
  readonly metadata?: RunMetadata | undefined;
  readonly context?: Readonly<Record<string, JsonValue>> | undefined;
}

/** Only the labels that are there, always in the same order: a log is compared byte for byte. */
export const labelsOf = ({ session, metadata, context }: RequestLabels): RequestLabels => ({
  ...(session === undefined ? {} : { session }),
  ...(metadata === undefined ? {} : { metadata }),
  ...(context === undefined ? {} : { context }),
});
