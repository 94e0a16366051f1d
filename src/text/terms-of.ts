import { hanPairs } from './han-pairs.ts';
import { stem } from './stem.ts';
import { joiningHan, stopPairs, stopWords } from './stop-words.ts';

/** A number with its marks, a run of Han characters, or a word of any other script. */
const pieces = /\p{Nd}+(?:[.,]\p{Nd}+)*|\p{Script=Han}+|[[\p{L}\p{N}_]--[\p{Script=Han}]]+/gv;
const han = /^\p{Script=Han}/u;
const digit = /^\p{Nd}/u;
/** Anything longer is not a word; its start is enough to compare it. */
const longest = 64;

/** The distinct terms of a text, without words that say nothing: words by their stem, numbers without commas, Han in pairs. */
export function termsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [piece] of text.toLowerCase().matchAll(pieces)) {
    if (han.test(piece)) for (const pair of pairsIn(piece)) found.add(pair);
    else if (digit.test(piece)) found.add(piece.slice(0, longest).replaceAll(',', ''));
    else if (!stopWords.has(piece)) found.add(stem(piece.slice(0, longest)));
  }
  return [...found];
}

const pairsIn = (run: string) =>
  run
    .split(joiningHan)
    .flatMap(hanPairs)
    .filter((pair) => !stopPairs.has(pair));
