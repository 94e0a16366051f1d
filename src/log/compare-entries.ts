import { asWritten, type Entry, sumOf } from './entry.ts';

/** What came of recomputing a run: the same log, or the first entry that differs. */
export type Comparison =
  | { readonly equal: true; readonly entries: number }
  | {
      readonly equal: false;
      /** The number of the first entry that differs. */
      readonly seq: number;
      readonly stored: Entry | undefined;
      readonly recomputed: Entry | undefined;
      /** The stored entry is a fact that does not fit its sum: it was changed after it was written. */
      readonly isChanged?: true;
    };

/** The first entry from `from` to `to` that differs; before the fact number `to + 1` there have to be exactly `to` entries. */
export function compareEntries(
  stored: readonly Entry[],
  recomputed: readonly Entry[],
  from: number,
  to: number,
): Extract<Comparison, { equal: false }> | undefined {
  for (let index = from; index < Math.max(to, recomputed.length); index++) {
    const [left, right] = [stored[index], recomputed[index]];
    if (JSON.stringify(left) !== JSON.stringify(right)) {
      const changed = left && isChangedFact(left) ? { isChanged: true as const } : {};
      return { equal: false, seq: index + 1, stored: left, recomputed: right, ...changed };
    }
  }
  return undefined;
}

function isChangedFact(entry: Entry): boolean {
  const fact = asWritten(entry);
  return fact.kind === 'fact' && fact.sum !== sumOf(fact);
}

/**
 * Hands the facts of a stored log over one at a time, from the second entry up to number `until`, and compares what came of them with what is stored; it stops
 * where they differ.
 */
export function* playFacts(
  stored: readonly Entry[],
  made: readonly Entry[],
  { until, hand, flush }: { readonly until: number; hand(fact: Entry): void; flush(): void },
): Generator<undefined, Comparison> {
  let compared = 0;
  for (const entry of stored.slice(1, until)) {
    if (entry.kind !== 'fact') continue;
    const difference = compareEntries(stored, made, compared, entry.seq - 1);
    if (difference) return difference;
    compared = entry.seq - 1;
    hand(asWritten(entry));
    yield;
  }
  flush();
  const isWhole = until >= stored.length;
  const end = isWhole ? Math.max(stored.length, made.length) : made.length;
  return compareEntries(stored, made, compared, end) ?? { equal: true, entries: made.length };
}
