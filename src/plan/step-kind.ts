import { clip } from '../text/clip.ts';
import { termsOf } from '../text/terms-of.ts';

/** A word is for a prompt, whatever a description calls one. */
const longestWord = 40;

const isWord = (term: string) => !/^\p{Nd}/u.test(term);

/**
 * The kind of a step, by which steps of many runs are compared: the first word of its description that says something, by its stem, which is its verb
 * in most plans. "Write the letter" and "Writing a report" are of one kind. Empty where there is no such word.
 */
export const stepKind = (description: string): string => termsOf(description).find(isWord) ?? '';

/** A word of a description that its kind stands for, as it is written there: for a reader. */
export function stepWord(description: string): string {
  const kind = stepKind(description);
  const written = description.toLowerCase().match(/[[\p{L}\p{N}_]--[\p{Script=Han}]]+/gv) ?? [];
  return clip(written.find((word) => termsOf(word).includes(kind)) ?? kind, longestWord);
}
