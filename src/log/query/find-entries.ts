import { z } from 'zod';
import { TroupeError } from '../../errors.ts';
import { type EntryStatus, entryStatusSchema } from '../entries/entry-row.ts';
import type { Entry, EntryOf } from '../entry.ts';
import { type EntryType, entryTypes } from '../entry-types.ts';

/** Which entries are wanted: those that meet all that is given. Of a list one has to be met. */
export interface EntryQuery<Type extends string = string> {
  /** Types of Troupe's entries, and of one's own. */
  readonly type?: Type | readonly Type[];
  readonly kind?: Entry['kind'];
  readonly status?: EntryStatus | readonly EntryStatus[];
  /** The path of an actor: entries of it, and of those below it. */
  readonly actor?: string | readonly string[];
  /** ISO 8601, or a Date: at this time or later. */
  readonly from?: string | Date;
  /** Before this time. */
  readonly to?: string | Date;
  /** Of these queries at least one has to be met as well. */
  readonly any?: readonly EntryQuery[];
  /** What must not be met. */
  readonly not?: EntryQuery;
}

/** What a query by these types finds. */
export type Found<Type extends string> = [Type] extends [EntryType] ? EntryOf<Type> : Entry;

/** The type of an entry: of one's own entries, and of the notes of charts, the one of their definition. */
export function typeOf(entry: Entry): string {
  const { type, data } = entry;
  const name = type === 'entry.recorded' ? data.name : type === 'note.taken' ? data.note : type;
  // What has the name of one of our types would be taken for an entry of it.
  return Object.hasOwn(entryTypes, name) ? type : name;
}

const oneOf = <T>(wanted: T | readonly T[] | undefined, fits: (each: T) => boolean): boolean =>
  wanted === undefined || (Array.isArray(wanted) ? wanted.some(fits) : fits(wanted as T)); // one, where it is no list

const someOf = <Schema extends z.ZodType>(one: Schema) => z.union([one, z.array(one)]).optional();

/** Times, and queries in a query, are looked at when they are read. */
const querySchema = z.strictObject({
  type: someOf(z.string()),
  kind: z.enum(['fact', 'move']).optional(),
  status: someOf(entryStatusSchema),
  actor: someOf(z.string()),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
  any: z.array(z.unknown()).optional(),
  not: z.unknown().optional(),
});

/** A function that says whether an entry meets a query. @throws TroupeError `usage` for what is no query. */
export function meets(query: EntryQuery): (entry: Entry) => boolean {
  const problem = querySchema.safeParse(query).error;
  if (problem) throw new TroupeError('usage', `This is no query of entries: ${z.prettifyError(problem)}`);
  const { type, kind, status, actor, any, not } = query;
  const [from, to] = [timeOf(query.from, 'from'), timeOf(query.to, 'to')];
  const others = any?.map(meets);
  const unwanted = not && meets(not);
  return (entry) => {
    if (kind !== undefined && entry.kind !== kind) return false;
    if (type !== undefined) {
      const own = typeOf(entry);
      if (!oneOf(type, (each) => each === entry.type || each === own)) return false;
    }
    if (!oneOf(status, (each) => each === entry.status)) return false;
    if (!oneOf(actor, (each) => entry.actor === each || entry.actor.startsWith(`${each}/`))) return false;
    // Times of a log are all written alike.
    if ((from !== undefined && entry.at < from) || (to !== undefined && entry.at >= to)) return false;
    return (others?.some((other) => other(entry)) ?? true) && !unwanted?.(entry);
  };
}

/** The entries that meet a query, in their order. */
export function findEntries<const Type extends string>(
  entries: readonly Entry[],
  query: EntryQuery<Type>,
): Found<Type>[] {
  return entries.filter(meets(query)) as Found<Type>[]; // of one of these types
}

/** The last entry that meets a query. */
export function latestEntry<const Type extends string>(
  entries: readonly Entry[],
  query: EntryQuery<Type>,
): Found<Type> | undefined {
  return entries.findLast(meets(query)) as Found<Type> | undefined; // of one of these types
}

const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** A time as a log writes it. @throws TroupeError `usage` for what is none. */
export function timeOf(time: string | Date | undefined, what: string): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  // Later years are written in another way, which comes before these in the order of texts.
  if (date.getTime() > latest) return new Date(latest).toISOString();
  if (Number.isNaN(date.getTime())) {
    throw new TroupeError(
      'usage',
      `"${what}" of a query is a time, such as 2026-01-31T12:00:00Z or a Date: "${time}" is none.`,
    );
  }
  return date.toISOString();
}
