import { joiningHan, stopPairs, stopWords } from './stop-words.ts';

/** A number with its marks, a run of Han characters, or a word of any other script. */
const pieces = /\p{Nd}+(?:[.,]\p{Nd}+)*|\p{Script=Han}+|[[\p{L}\p{N}_]--[\p{Script=Han}]]+/gv;
const han = /^\p{Script=Han}/u;
const digit = /^\p{Nd}/u;
/** What is longer is no word; its start tells it from others. */
const longest = 64;

/** The distinct terms of a text, without words that say nothing: words by their stem, numbers without commas, Han in pairs. */
export function termsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [piece] of text.toLowerCase().matchAll(pieces)) {
    if (han.test(piece)) addPairs(piece, found);
    else if (digit.test(piece)) found.add(piece.slice(0, longest).replaceAll(',', ''));
    else if (!stopWords.has(piece)) found.add(stem(piece.slice(0, longest)));
  }
  return [...found];
}

function addPairs(run: string, found: Set<string>): void {
  let before = '';
  let isAlone = true;
  for (const character of `${run}的`) {
    if (joiningHan.test(character)) {
      if (before !== '' && isAlone) found.add(before);
      before = '';
      isAlone = true;
      continue;
    }
    if (before !== '') {
      isAlone = false;
      if (!stopPairs.has(before + character)) found.add(before + character);
    }
    before = character;
  }
}

/** Brings forms of one word together, well enough for a comparison; never for display. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const base = word.length > 5 ? word.replace(/ies$/, 'y').replace(/(?:ing|ed)$/, '') : word;
  return base.replace(/(?<=[^s])s$/, '').replace(/e$/, '');
}
