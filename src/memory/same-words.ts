import { sentencesIn } from '../text/sentences-in.ts';
import { forgottenMark, sumOf } from './forgotten.ts';
import type { MemoryItem } from './memory-item.ts';

const plain = (text: string) => text.normalize().trim().replace(/\s+/gu, ' ').toLowerCase();
export const isAlike = (one: string, other: string): boolean => plain(one) === plain(other);

/** The sums by which what was said is known again: of the whole, and of each of its sentences. */
export const sumsOf = (value: string): string[] => [...new Set([sumOf(value), ...sentencesIn(value).map(sumOf)])];

/** So many sums and sources of what was said before stay with a memory, the newest. */
export const mostFormer = 100;

/** What a memory was before it changed, so that forgetting it forgets that, too. */
export const formerOf = ({ formerly = [], id, value }: MemoryItem): readonly string[] =>
  [...formerly, id, ...sumsOf(value)].slice(-mostFormer);

/**
 * What becomes of other memories when some go. A sentence may say several things of which each is a memory ("twelve of us with 900 euros"): of the words that
 * they share, the part that said what goes is left out of those that stay, and where that cannot be told from the rest, they are lost.
 */
export function withoutParts(
  others: readonly MemoryItem[],
  gone: readonly MemoryItem[],
): { readonly changed: readonly MemoryItem[]; readonly lost: readonly MemoryItem[] } {
  const [changed, lost]: [MemoryItem[], MemoryItem[]] = [[], []];
  for (const item of others) {
    const parts = gone.flatMap(({ value, part }) => (isAlike(value, item.value) ? [part] : []));
    // What nobody has taken from a sentence is no part of one, such as a text that an application stored twice.
    if ([item.part, ...parts].every((part) => part === undefined)) continue;
    const left = parts.reduce<MemoryItem | undefined>((now, part) => now && withoutPart(now, part), item);
    if (left) changed.push(left);
    else lost.push(item);
  }
  return { changed, lost };
}

function withoutPart(item: MemoryItem, part: string | undefined): MemoryItem | undefined {
  if (part === undefined || item.part === undefined || !item.value.includes(part)) return undefined;
  const value = item.value.replace(part, () => forgottenMark);
  if (!value.includes(item.part)) return undefined;
  // Its vector is of other words.
  const { vector: _, ...rest } = item;
  return { ...rest, id: crypto.randomUUID(), version: item.version + 1, value, formerly: formerOf(item) };
}
