import { stem } from '../../text/stem.ts';
import { toCompatible } from '../../tools/plain-text.ts';
import { baseOf } from './verbs/irregular-verbs.ts';

/** A word, a number, a Han character or a sign of a text, with the forms under which it is looked up. */
export interface Unit {
  readonly text: string;
  /** In small letters, one for many: `cities` is `city`. */
  readonly plain: string;
  /** Without the endings of verbs: `hired` and `hires` are `hir`. */
  readonly stem: string;
  readonly from: number;
  readonly to: number;
}

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  persons: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  bookshelves: 'bookshelf',
  shelves: 'shelf',
  canceled: 'cancelled',
  buses: 'bus',
  statuses: 'status',
  bonuses: 'bonus',
  viruses: 'virus',
  campuses: 'campus',
};

/** One for many, in small letters. */
export function toPlain(word: string): string {
  const text = word.toLowerCase();
  const known = irregular[text];
  if (known !== undefined) return known;
  if (text.length < 4 || !/^[a-z]+$/.test(text) || /(?:ss|us|is)$/.test(text)) return text;
  if (text.length > 4 && text.endsWith('ies')) return `${text.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss)es$/.test(text)) return text.slice(0, -2);
  return text.endsWith('s') ? text.slice(0, -1) : text;
}

/** The form that a verb, its noun and its adverb share, for comparing only. */
export function toStem(word: string): string {
  const small = word.toLowerCase();
  const text = (baseOf.get(small) ?? small)
    .replace(/(?<=.{3}(?:rr|ss|w|v|os|us))als?$/, '')
    .replace(/(?<=.{4})ly$/, '')
    .replace(/(?<=.{5})l?ations?$|(?<=.{5}t)ions?$|(?<=.{5})ments?$/, '');
  return stem(text).replace(/([bdfgklmnprt])\1$/, '$1');
}

const piece = /\p{Script=Han}|\d+(?:[.,]\d+)*|(?:(?!\p{Script=Han})[\p{L}\p{M}])+|[<>]=?|!=|[^\s]/gu;

/** The units of a text. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  for (const { 0: found, index } of text.matchAll(piece)) {
    units.push({ text: found, plain: toPlain(found), stem: toStem(found), from: index, to: index + found.length });
  }
  return units;
}

/** Whether a unit is a mark that stands between words: names are compared without them. */
export const isMark = ({ text }: Pick<Unit, 'text'>): boolean => /^[^\p{L}\p{M}\p{N}<>=%$€£¥+]/u.test(text);

/** A name as it is looked up: its units in their plain form, marks aside. */
export function keyOf(name: string): string {
  return wordsOf(name)
    .map(({ plain }) => plain)
    .join(' ');
}

/** The units of a name of a column or a value: `unitPrice`, `unit_price` and `unit price` are the same. */
export function wordsOf(name: string): Unit[] {
  const apart = toCompatible(name.slice(0, 200)).replace(/([a-z])([A-Z])/g, '$1 $2');
  return unitsOf(apart.replace(/['’]s(?![a-z])/gi, '')).filter((unit) => !isMark(unit));
}

export const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
