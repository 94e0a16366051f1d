import type { TimelineEntry } from '../../../src/inspect/protocol.ts';

/** What no two runs have in common: who they are, and when and for how much things happened. */
const own = new Set([
  'run',
  'seed',
  'forkedAt',
  'forkedFrom',
  'usage',
  'waitedMs',
  'firstMs',
  'durationMs',
  'timestamp',
  'startedAt',
  'endedAt',
  'completedAt',
  'dueAt',
  'analyzedAt',
  'generatedAt',
  'startTime',
  'endTime',
  'totalDurationMs',
]);

/** Whether two values say the same, apart from what every run has of its own. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, at) => isSame(each, b[at]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]; // no lists
  return [...names].every((name) => own.has(name) || isSame(one[name], other[name]));
}

const isSameEntry = (a: TimelineEntry, b: TimelineEntry) =>
  a.type === b.type && a.actor === b.actor && isSame(a.data, b.data);

/** How a side is read: its entries, and those that were cut and then asked for in full. */
export interface Log {
  readonly entries: readonly TimelineEntry[];
  readonly full: ReadonlyMap<number, TimelineEntry>;
}

/** Up to where two logs are the same. */
export interface Shared {
  /** So many entries are the same, from the first on. */
  readonly count: number;
  /**
   * `different`: the next entry differs, or only one of them has one. `unknown`: the next entries are the same as far as they are here, and have to be
   * asked for in full. `same`: both end here.
   */
  readonly next: 'different' | 'unknown' | 'same';
}

/** Compares two logs from an entry on; `known` of them are the same anyway, because one was forked from the other there. */
export function sharedBy(a: Log, b: Log, known = 0): Shared {
  const most = Math.min(a.entries.length, b.entries.length);
  for (let count = Math.min(known, most); count < most; count++) {
    const [one, other] = [a.entries[count], b.entries[count]];
    if (!one || !other) break;
    const [whole, otherWhole] = [a.full.get(one.seq) ?? one, b.full.get(other.seq) ?? other];
    const areWhole = whole.isCut !== true && otherWhole.isCut !== true;
    if (!(areWhole ? isSameEntry(whole, otherWhole) : isSameEntry(one, other))) return { count, next: 'different' };
    if (!areWhole) return { count, next: 'unknown' };
  }
  return { count: most, next: a.entries.length === b.entries.length ? 'same' : 'different' };
}
