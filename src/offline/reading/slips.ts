import { editDistance } from '../../text/nearest-name.ts';
import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import { toPlain } from '../lexicon/units.ts';

/** A word that was mistyped, and what it is taken for. */
export interface Slip {
  readonly written: string;
  readonly meant: string;
}

const [shortest, longest] = [5, 30];
/** Words of their own, one letter away from others that tables often have. */
const words: ReadonlySet<string> = new Set(
  'county counties stuff prize prizes quite quiet trial trail angel angle planet desert dessert casual causal costume statue duties dates waits wards words course courts reign vendee payee patients mouth mouths staged stages guess quests'.split(
    ' ',
  ),
);
/** Letters that stand for the same sound or beside each other on the keys. */
const alike = /^(?:[aeiou]{2}|cs|sc|ck|kc|sz|zs|mn|nm)$/;

/** What a word was most surely meant to be: one letter too many, too few, swapped or alike, and nothing else as near. */
export function slipOf(written: string, table: TableDescription): Slip | undefined {
  const word = written.toLowerCase();
  if (!/^[a-z]+$/.test(word) || word.length < shortest || word.length > longest || words.has(word)) return undefined;
  const near = new Set<string>();
  for (const [phrase, [first]] of toLexicon(table).phrases) {
    if (!first || phrase.length < 4 || Math.abs(phrase.length - word.length) > 1 || phrase[0] !== word[0]) continue;
    if (editDistance(word, phrase) === 1) near.add(phrase);
  }
  const [meant, ...others] = near;
  if (meant === undefined || others.length > 0 || toPlain(word) === meant) return undefined;
  return isSlip(word, meant) ? { written, meant } : undefined;
}

/** Not another word: "staff" and "stuff" differ in one letter, too. */
function isSlip(word: string, meant: string): boolean {
  if (word.length !== meant.length) return true;
  const changed = [...word].flatMap((letter, at) => (letter === meant[at] ? [] : [`${letter}${meant[at]}`]));
  return changed.length === 2 || changed.every((pair) => alike.test(pair) && word.length > 5);
}
