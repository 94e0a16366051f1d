import { toCompatible } from '../../tools/plain-text.ts';
import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import { monthNumber } from '../../tools/written-date.ts';
import { type Cue, concepts, cues, valueNames } from './vocabulary.ts';

/** What a question is about: one column, or several multiplied. */
export interface Measure {
  readonly columns: readonly string[];
  readonly name: string;
  /** True for prices and the like, of which a sum says nothing. */
  readonly isRate: boolean;
}

/** One understood or not understood piece of a clause. */
export type Token = { readonly text: string } & (
  | Cue
  | { readonly kind: 'measure'; readonly measure: Measure }
  | { readonly kind: 'column'; readonly column: string; readonly type: 'date' | 'text' }
  | { readonly kind: 'value'; readonly column: string; readonly value: string }
  | { readonly kind: 'range'; readonly range: string; readonly period: 'month' | 'quarter' | 'year' }
  | { readonly kind: 'limit'; readonly count: number; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'unknown' }
);
/** A token of one kind. */
export type Of<K extends Token['kind']> = Token & { readonly kind: K };

type Meaning = Token extends infer T ? (T extends Token ? Omit<T, 'text'> : never) : never;

const spaced = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();

/** What a phrase means, and how long phrases can be that begin with a character. */
export interface Lexicon {
  readonly phrases: ReadonlyMap<string, Meaning>;
  readonly longest: ReadonlyMap<string, number>;
}

const noTable: TableDescription = { name: '', rowCount: 0, columns: [], summary: '' };
// A memo: the same table always has the same phrases, and each is asked for many times.
const lexicons = new WeakMap<TableDescription, Lexicon>();

/** Every phrase that means something for a table. */
export function toLexicon(table: TableDescription = noTable): Lexicon {
  const known = lexicons.get(table);
  if (known) return known;
  const phrases = phrasesOf(table);
  const longest = new Map<string, number>();
  for (const phrase of phrases.keys()) {
    longest.set(phrase.charAt(0), Math.max(phrase.length, longest.get(phrase.charAt(0)) ?? 0));
  }
  const lexicon = { phrases, longest };
  lexicons.set(table, lexicon);
  return lexicon;
}

/** The columns of a table first, then the cues, then its values: the first meaning of a phrase counts. */
function phrasesOf(table: TableDescription): ReadonlyMap<string, Meaning> {
  const phrases = new Map<string, Meaning>();
  for (const [phrase, meaning] of [
    ...columnPhrases(table),
    ...conceptPhrases(table),
    ...cues,
    ...valuePhrases(table),
  ]) {
    if (phrase !== '' && !phrases.has(phrase)) phrases.set(phrase, meaning);
  }
  return phrases;
}

type Phrase = readonly [phrase: string, meaning: Meaning];

function columnPhrases(table: TableDescription): Phrase[] {
  return table.columns.flatMap(({ name, type }) =>
    [...new Set([name.toLowerCase(), spaced(name)])]
      // A date column named "month" is grouped by month anyway.
      .filter((own) => type !== 'date' || cues.get(own)?.kind !== 'period')
      .flatMap((own) => withPlural(own).map((form): Phrase => [form, toMeaning(name, type, own)])),
  );
}

function conceptPhrases(table: TableDescription): Phrase[] {
  return Object.entries(concepts).flatMap(([concept, names]) => {
    const meaning = conceptMeaning(table, concept, names);
    return meaning ? names.flatMap((name) => withPlural(name).map((form): Phrase => [form, meaning(name)])) : [];
  });
}

function conceptMeaning(table: TableDescription, concept: string, names: readonly string[]) {
  const same = table.columns.filter((column) => names.includes(spaced(column.name)));
  const [only] = same;
  if (only && same.length === 1) return (name: string) => toMeaning(only.name, only.type, name);
  return concept === 'revenue' && same.length === 0 ? derivedRevenue(table) : undefined;
}

function valuePhrases(table: TableDescription): Phrase[] {
  return table.columns.flatMap((column) => {
    if (column.type !== 'text') return [];
    return column.values.flatMap((value) => {
      const meaning = { kind: 'value', column: column.name, value } as const;
      const names = valueNames.find((group) => group.includes(value.toLowerCase())) ?? [];
      const forms = [value.toLowerCase(), ...names].flatMap(withPlural);
      return forms.map((form): Phrase => [form, meaning]);
    });
  });
}

function toMeaning(column: string, type: 'number' | 'date' | 'text', name: string): Meaning {
  if (type !== 'number') return { kind: 'column', column, type };
  const isRate = /price|rate|score|age$|percent|ratio|价|率|分数|年龄/i.test(column);
  return { kind: 'measure', measure: { columns: [column], name: spaced(column) === name ? column : name, isRate } };
}

/** Revenue is units × price where both are columns and revenue itself is none. */
function derivedRevenue(table: TableDescription): ((name: string) => Meaning) | undefined {
  const find = (concept: string) =>
    table.columns.filter((column) => column.type === 'number' && concepts[concept]?.includes(spaced(column.name)));
  const [units, price] = [find('units'), find('price')] as const;
  if (!units[0] || !price[0] || units.length > 1 || price.length > 1) return undefined;
  const columns = [units[0].name, price[0].name];
  return (name) => ({ kind: 'measure', measure: { columns, name, isRate: false } });
}

function withPlural(phrase: string): string[] {
  if (!/[a-z]$/.test(phrase) || /s$/.test(phrase)) return [phrase];
  return [phrase, /[^aeiou]y$/.test(phrase) ? `${phrase.slice(0, -1)}ies` : `${phrase}s`];
}

/** Cuts a clause into pieces that the lexicon knows, the longest first, and words that it does not know. */
export function scan(clause: string, table: TableDescription | undefined): Token[] {
  const lexicon = toLexicon(table);
  // 月均 is 每月平均 written short.
  const text = toCompatible(clause.toLowerCase()).replace(/([月季年])均/g, '每$1平均');
  const tokens: Token[] = [];
  /** Where the last unknown word ends. */
  let unknownTo = -1;
  for (let at = 0; at < text.length; ) {
    const special = scanSpecial(text, at, table);
    const phrase = special ? undefined : findPhrase(text, at, lexicon);
    if (special) tokens.push(special);
    else if (phrase) tokens.push({ ...phrase.meaning, text: phrase.text });
    const length = special?.text.length ?? phrase?.text.length;
    if (length !== undefined) {
      at += length;
      continue;
    }
    const [unknown = text[at] ?? ''] = /^(?:[\p{Script=Han}]|[\p{L}\p{N}_'’-]+)/u.exec(text.slice(at)) ?? [];
    const last = tokens.at(-1);
    const isWord = /[\p{L}\p{N}]/u.test(unknown);
    if (/\p{Script=Han}/u.test(unknown) && last?.kind === 'unknown' && unknownTo === at) {
      tokens[tokens.length - 1] = { kind: 'unknown', text: last.text + unknown };
    } else if (isWord) tokens.push({ kind: 'unknown', text: unknown });
    at += unknown.length;
    if (isWord) unknownTo = at;
  }
  return tokens;
}

const isLetter = (character: string | undefined) => character !== undefined && /[a-z0-9_]/.test(character);

function findPhrase(text: string, at: number, { phrases, longest }: Lexicon) {
  if (isLetter(text[at]) && isLetter(text[at - 1])) return undefined;
  const most = Math.min(longest.get(text.charAt(at)) ?? 0, text.length - at);
  for (let length = most; length > 0; length--) {
    const candidate = text.slice(at, at + length);
    const meaning = phrases.get(candidate);
    if (meaning && !(isLetter(candidate.at(-1)) && isLetter(text[at + length]))) return { text: candidate, meaning };
  }
  return undefined;
}

/** Periods ("2025-Q1", "march", 第一季度), "top 3" and numbers. */
function scanSpecial(text: string, at: number, table: TableDescription | undefined): Token | undefined {
  if (isLetter(text[at]) && isLetter(text[at - 1])) return undefined;
  const rest = text.slice(at);
  const limit = /^(top|best|bottom|worst|前|后)\s*(\d{1,3}|[一二三四五六七八九十])(?![\d.%])\s*(?:名|个|种|大)?/.exec(
    rest,
  );
  if (limit) {
    const count = Number(limit[2]) || '一二三四五六七八九十'.indexOf(limit[2] ?? '') + 1;
    const isTop = /^(top|best|前)$/.test(limit[1] ?? '');
    if (count > 0) return { kind: 'limit', count, direction: isTop ? 'desc' : 'asc', text: limit[0] };
  }
  return scanRange(rest, table) ?? scanNumber(rest);
}

function scanRange(rest: string, table: TableDescription | undefined): Token | undefined {
  const date = table?.columns.find((column) => column.type === 'date');
  if (!date) return undefined;
  const [first, last] = [String(date.min).slice(0, 4), String(date.max).slice(0, 4)];
  const onlyYear = first === last ? first : undefined;
  const range = (found: string, year: string | undefined, quarter?: number, month?: number): Token | undefined => {
    const inYear = year ?? onlyYear;
    if (inYear === undefined) return undefined;
    if (quarter) return { kind: 'range', range: `${inYear}-Q${quarter}`, period: 'quarter', text: found };
    if (month)
      return { kind: 'range', range: `${inYear}-${String(month).padStart(2, '0')}`, period: 'month', text: found };
    return { kind: 'range', range: inYear, period: 'year', text: found };
  };
  const quarter =
    /^(?:((?:19|20)\d\d)[-\s年]*)?(?:q([1-4])|第?([1-4一二三四])季度?)(?:\s*(?:of\s+)?((?:19|20)\d\d)\b)?(?![a-z0-9])/.exec(
      rest,
    );
  if (quarter) {
    const number = Number(quarter[2] ?? quarter[3]) || '一二三四'.indexOf(quarter[3] ?? '') + 1;
    return range(quarter[0], quarter[1] ?? quarter[4], number);
  }
  const month =
    /^((?:19|20)\d\d)(?:-(0[1-9]|1[0-2])(?!\d)|年\s*(1[0-2]|[1-9])月份?)/.exec(rest) ??
    /^()()(1[0-2]|[1-9])月份?/.exec(rest);
  if (month) return range(month[0], month[1] || undefined, undefined, Number(month[2] || month[3]));
  const named = /^([a-z]{3,9})\.?(?:\s+((?:19|20)\d\d))?(?![a-z0-9])/.exec(rest);
  const number = monthNumber(named?.[1] ?? '');
  if (named && number !== undefined) return range(named[0], named[2], undefined, number);
  const year = /^((?:19|20)\d\d)(?:\s*年)?(?![\d.])/.exec(rest);
  return year ? range(year[0], year[1]) : undefined;
}

function scanNumber(rest: string): Token | undefined {
  const number = /^\d+(?:,\d{3})*(?:\.\d+)?(?![a-z\d])/.exec(rest);
  return number ? { kind: 'number', value: Number(number[0].replaceAll(',', '')), text: number[0] } : undefined;
}
