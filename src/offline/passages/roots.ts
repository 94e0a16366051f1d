import { toStem } from '../lexicon/units.ts';

export { isHan } from '../lexicon/units.ts';

/** Words of which what looks like an ending is none. */
const whole: ReadonlySet<string> = new Set(
  'worker customer customers customs building training train number letter matter better other another paper water order offer user personal person general several hotel council'.split(
    ' ',
  ),
);

const endings =
  /(?:izations?|ications?|ations?|itions?|ions?|ments?|ances?|ences?|als?|ers?|ors?|ees?|able|ible|ives?|ings?|ed|ied|ity|ates?|ated|es|e|y)$/;
const innerEndings = /(?:er|ee|e|y|ed|ing|at|al)$/;

/** The form that a verb, its nouns and its adjectives share: `approval` and `approved`, `delivery` and `deliver`; for comparing only. */
export function rootOf(word: string): string {
  const text = plainOf(word);
  const one = text.replace(/(?<=...[^su])s$/, '');
  if (whole.has(text) || whole.has(one)) return one;
  if (one.length < 6 || !/^[a-z]+$/.test(one)) return toStem(one);
  const noun = one.replace(/(?<=....)ly$/, '');
  const outer = single(noun.replace(endings, ''));
  if (outer.length < 4) return toStem(noun);
  const inner = single(outer.replace(innerEndings, ''));
  return inner.length < 4 ? outer : inner;
}

const single = (text: string) => text.replace(/([bdfglmnprt])\1$/, '$1');

/** In small letters, without accents, in one of two spellings. */
function plainOf(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’].*$/, '')
    .replace(/is(e|ed|es|ing|ation|ations)$/, 'iz$1')
    .replace(/our(s|ed|ing)?$/, 'or$1')
    .replace(/tre(s?)$/, 'ter$1');
}

const piece = /(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:[.,:](?=\d)\d+)*(?:['’]\p{L}+)?/gu;

/** The Latin words and the numbers of a text. */
export const latinWords = (text: string): string[] => [...text.matchAll(piece)].map(([word]) => word);

/** The roots of a text in their order. */
export const rootsIn = (text: string): string[] => latinWords(text).map(rootOf);
