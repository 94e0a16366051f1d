import { toPlainLine } from '../plain-text.ts';
import { sentenceSlices } from './sentence-slices.ts';

/** Knows the sentences that many places share: gives the one key of such a sentence, however it is spaced or listed. */
export type SharedSentences = (slice: string) => string | undefined;

/** What is said as often as this is boilerplate. */
const enoughPlaces = 3;
/** A shorter sentence ("Status: open") says something of its own in each place. A Han character counts as three letters. */
const leastLength = 40;

/** Finds the sentences that stand in three places or more, each of them made of texts: headers, footers, clauses that every contract has. */
export function sharedSentences(places: readonly (readonly string[])[]): SharedSentences {
  const counts = new Map<string, number>();
  for (const texts of places) {
    const keys = new Set(texts.flatMap(sentenceSlices).flatMap((slice) => keyOf(slice) ?? []));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (slice) => {
    const key = keyOf(slice);
    return key !== undefined && (counts.get(key) ?? 0) >= enoughPlaces ? key : undefined;
  };
}

function keyOf(slice: string): string | undefined {
  // A figure is a fact about the place where it stands, however many places have the same one.
  if (/\p{N}/u.test(slice)) return undefined;
  const key = toPlainLine(slice.trim().replace(/^[-*+]\s+/, ''), Number.POSITIVE_INFINITY).toLowerCase();
  const hanCount = key.match(/\p{Script=Han}/gu)?.length ?? 0;
  return key.length + 2 * hanCount < leastLength ? undefined : key;
}
