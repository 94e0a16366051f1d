import { latinWords, rootOf } from './roots.ts';

/** A number of something: "ten nights". */
export interface Amount {
  readonly value: number;
  readonly of: string;
}

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const numberOf = (word: string): number | undefined => {
  if (/^\d+$/.test(word)) return Number(word);
  const at = words.indexOf(word.toLowerCase());
  return at < 0 ? undefined : at;
};

/** Of these, the number says which answer is meant. */
const counted = new Set('night day week month year hour minute person people adult guest child'.split(' ').map(rootOf));

/** The amounts that a text names. */
export function amountsIn(text: string): Amount[] {
  const all = latinWords(text);
  return all.flatMap((word, at) => {
    const [value, of] = [numberOf(word), rootOf(all[at + 1] ?? '')];
    return value !== undefined && counted.has(of) ? [{ value, of }] : [];
  });
}

/** Whether a text gives a price, but not for so much: prices for 3 and 7 nights say nothing of 10, those per night do. */
export function isOtherAmount({ value, of }: Amount, text: string): boolean {
  const all = latinWords(text);
  const isPer = all.some((word, at) => /^(?:per|each|every|a|an)$/i.test(all[at - 1] ?? '') && rootOf(word) === of);
  return !isPer && !amountsIn(text).some((amount) => amount.of === of && amount.value === value);
}
