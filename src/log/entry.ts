import { z } from 'zod';
import { TroupeError } from '../errors.ts';
import { checksum } from './checksum.ts';
import { type EntryStatus, entryStatusSchema } from './entries/entry-row.ts';
import { type EntryData, type EntryType, entryTypes } from './entry-types.ts';
import { mendData } from './mend-data.ts';

/** What an entry of one type holds. */
interface TypedEntry<Type extends EntryType> {
  readonly seq: number;
  readonly id: string;
  readonly run: string;
  /** When it happened; a move happens when the fact that caused it does. */
  readonly at: string;
  readonly kind: (typeof entryTypes)[Type]['kind'];
  readonly type: Type;
  /** The path of the actor it belongs to, such as `host/step-2#1`. */
  readonly actor: string;
  /** The entry that this one answers: a result its start, an answer its question. */
  readonly parent?: string;
  readonly status?: EntryStatus;
  readonly data: EntryData[Type];
  /** On facts: the sum over what happened. Moves are recomputed; facts cannot be, so this shows when one was changed. */
  readonly sum?: string;
}

/** One line of a run's log, of one or of some types. */
export type EntryOf<Types extends EntryType> = { [Type in Types]: TypedEntry<Type> }[Types];

/** One line of a run's log: its `type` says what `data` holds. */
export type Entry = EntryOf<EntryType>;

/** The number of an entry, from its id: `run:seq`. */
export const seqOf = (id: string): number => Number(id.slice(id.lastIndexOf(':') + 1));

/** When the run of a first entry began: a fork shares that entry with another run and began later. */
export const beganAt = (first: Entry): string =>
  (first.type === 'request.received' || first.type === 'chart.started' ? first.data.forkedAt : undefined) ?? first.at;

/** The sum that a fact carries. */
export const sumOf = (fact: Pick<Entry, 'type' | 'actor' | 'at' | 'data'>) =>
  sumOfJson(fact, fact.at, JSON.stringify(fact.data));

/** The same, for data that is JSON already. */
export const sumOfJson = ({ type, actor }: Pick<Entry, 'type' | 'actor'>, at: string, data: string) =>
  checksum(`["${type}",${JSON.stringify(actor)},"${at}",${data}]`);

const entrySchema = z.object({
  seq: z.int().min(1),
  id: z.string().min(1),
  run: z.string().min(1),
  at: z.iso.datetime(),
  kind: z.enum(['fact', 'move']),
  type: z.string(),
  actor: z.string(),
  parent: z.string().optional(),
  status: entryStatusSchema.optional(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'expected an object',
  }),
  sum: z.string().optional(),
});

const isEntryType = (type: string): type is EntryType => Object.hasOwn(entryTypes, type);

/**
 * Reads one entry from stored bytes. Somebody's own model, or an edit of a run, may have put odd values into its data: these are mended for whoever
 * reads it, and the entry is still written, compared and replayed as it was stored.
 *
 * @throws TroupeError `bad-log` for an entry that is damaged, or of a type that is not known here; the message names the place and the field.
 */
export function parseEntry(json: string, place: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new TroupeError('bad-log', `The log entry at ${place} is not JSON. The log is damaged there.`, { cause });
  }
  const { entry, row } = envelopeOf(value, place);
  const problem = row.data.safeParse(entry.data).error;
  if (!problem) return entry as Entry; // the data is of the type's shape, and absent optional keys stay absent in JSON
  const data = mendData(row.data, entry.data);
  if (!data) throw damaged(problem, place, ['data']);
  const mended = { ...entry, data };
  Object.defineProperty(mended, 'toJSON', { value: () => entry });
  return mended as Entry; // the data is of the type's shape now
}

/**
 * Checks that a value is an entry as charts and effects record it.
 *
 * @throws TroupeError `bad-log` for any other; the message names the place and the field.
 */
export function checkEntry(value: unknown, place: string): void {
  const { entry, row } = envelopeOf(value, place);
  checked(row.data, entry.data, place, ['data']);
}

/** An entry with its data as it was stored, which need not have the shape of its type. */
export const asWritten = (entry: Entry): Entry =>
  'toJSON' in entry && typeof entry.toJSON === 'function' ? entry.toJSON() : entry;

/** All of an entry but the shape of its data, and the row of its type. */
function envelopeOf(value: unknown, place: string) {
  const entry = checked(entrySchema, value, place);
  const { type, kind } = entry;
  if (!isEntryType(type)) {
    throw new TroupeError(
      'bad-log',
      `The log entry at ${place} is of the type "${type}", which this version of Troupe does not know. A newer version may have written it: read the log with that one.`,
    );
  }
  const row = entryTypes[type];
  if (kind !== row.kind) {
    throw new TroupeError(
      'bad-log',
      `The log entry at ${place} is damaged: "${type}" is a ${row.kind}, not a ${kind}.`,
    );
  }
  // What the row's schema does not name stays: it is part of what was written, and of its sum.
  return { entry, row };
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string, under: string[] = []) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw damaged(parsed.error, place, under);
}

function damaged(problem: z.ZodError, place: string, under: string[]): TroupeError {
  const issues = problem.issues.map((issue) => ({ ...issue, path: [...under, ...issue.path] }));
  return new TroupeError('bad-log', `The log entry at ${place} is damaged: ${z.prettifyError({ issues })}`);
}
