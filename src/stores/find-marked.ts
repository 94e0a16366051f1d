import { isRecord } from '../domain/is-record.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { type Found, meets, timeOf } from '../log/query/find-entries.ts';
import { checkMarked, type Place } from './entry-marks.ts';
import type { RunSummary, Store, StoreQuery } from './store.ts';

/** Places from a time on, and before another place. */
export interface Span {
  readonly from: string;
  readonly before: Place;
}

/** How a store looks its index up. */
export interface MarkIndex extends Pick<Store, 'read' | 'runs'> {
  /** Where entries of a type are, the newest first. */
  places(type: string, span: Span, limit: number): Promise<readonly Place[]>;
  /** The entries at places; nothing for one that is in an archive, or gone. */
  entriesAt(places: readonly Place[]): Promise<readonly (Entry | undefined)[]>;
}

/** How many places are looked at in one go, unless more are wanted. */
const mostPlaces = 1_000;

/** Later than every time that is written in a log. */
const never = '\uffff';

/** Finds entries in all runs of a store by its index, or in the runs of one session. */
export async function findMarked<Type extends string>(
  index: MarkIndex,
  query: StoreQuery<Type>,
): Promise<Found<Type>[]> {
  const { session, limit = 100, after, ...wanted } = query;
  if (!Number.isInteger(limit) || limit < 0) {
    throw new TroupeError('usage', `"limit" of a query is a whole number from 0 on, not ${limit}.`);
  }
  if (after !== undefined && !isPlace(after)) {
    throw new TroupeError('usage', '"after" of a query is an entry: the last one of the page before.');
  }
  const isWanted = meets(wanted);
  const span = spanOf(query);
  const types = typesOf(query);
  let found: readonly Entry[];
  if (session !== undefined)
    found = await inSession(index, session, (entry) => isWanted(entry) && isWithin(entry, span));
  else {
    checkMarked(types);
    found = (await Promise.all(types.map((type) => ofType(index, type, { span, limit, isWanted })))).flat();
  }
  const [newest, once] = [found.toSorted(newestFirst), new Set<string>()];
  const isNew = ({ run, seq }: Entry) => once.size < once.add(`${seq} ${run}`).size;
  return newest.filter(isNew).slice(0, limit) as Found<Type>[]; // of one of these types
}

const isPlace = (value: unknown) =>
  isRecord(value) && typeof value.at === 'string' && typeof value.run === 'string' && Number.isInteger(value.seq);

const typesOf = ({ type }: StoreQuery): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : [...new Set(type)];

function spanOf({ from, to, after }: StoreQuery): Span {
  const end: Place = { at: timeOf(to, 'to') ?? never, run: '', seq: 0 };
  return { from: timeOf(from, 'from') ?? '', before: after && newestFirst(end, after) < 0 ? after : end };
}

const order = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
export const newestFirst = (left: Place, right: Place): number =>
  order(right.at, left.at) || order(right.run, left.run) || right.seq - left.seq;

const isWithin = (place: Place, { from, before }: Span) => place.at >= from && newestFirst(before, place) < 0;

async function ofType(
  index: MarkIndex,
  type: string,
  { span, limit, isWanted }: { span: Span; limit: number; isWanted: (entry: Entry) => boolean },
): Promise<Entry[]> {
  const found: Entry[] = [];
  let { before } = span;
  const archives = new Map<string, Promise<readonly Entry[]>>();
  // What is wanted is mostly among the first places; where it is rare, larger pages keep the store from being asked again and again.
  for (let page = limit; found.length < limit; page = Math.min(2 * page, Math.max(limit, mostPlaces))) {
    const places = await index.places(type, { from: span.from, before }, page);
    for (const [number, read] of (await index.entriesAt(places)).entries()) {
      const { at, run, seq } = places[number] as Place; // there is an answer for each
      if (!read && !archives.has(run)) archives.set(run, index.read(run));
      const entry = read ?? (await archives.get(run))?.[seq - 1];
      // Another entry may be there by now, of a run that was deleted and made again.
      if (entry && entry.at === at && isWanted(entry)) found.push(entry);
    }
    const last = places.at(-1);
    if (places.length < page || !last) break;
    before = last;
  }
  return found;
}

/** A conversation has few runs: they are read. */
async function inSession(index: MarkIndex, session: string, isWanted: (entry: Entry) => boolean): Promise<Entry[]> {
  const found: Entry[] = [];
  let page: readonly RunSummary[] = [];
  do {
    const after = page.at(-1)?.run;
    page = await index.runs({ session, ...(after === undefined ? {} : { after }) });
    for (const { run } of page) found.push(...(await index.read(run)).filter(isWanted));
  } while (page.length > 0);
  return found;
}
