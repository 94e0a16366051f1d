import { toCompatible } from '../../tools/plain-text.ts';
import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import { monthNumber } from '../../tools/written-date.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import type { Lexicon, Meaning } from '../lexicon/sense.ts';
import { isHan, isMark, toPlain, toStem, type Unit, unitsOf } from '../lexicon/units.ts';
import { plainWords } from './plain-words.ts';
import { type Span, scanSpan } from './scan-dates.ts';

/** One piece of a clause with all that it can mean, the surest first; nothing for a word that is not known. */
export interface Token {
  readonly text: string;
  readonly meanings: readonly (Meaning | SpecialMeaning)[];
  /** It is the beginning of a clause, or stands behind a comma. */
  readonly isBehindMark: boolean;
  readonly from: number;
  readonly to: number;
}

export type SpecialMeaning =
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'mark' };

export type Sense = Meaning | SpecialMeaning;
export type Kind = Sense['kind'];
export type SenseOf<K extends Sense['kind']> = Extract<Sense, { readonly kind: K }>;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const mostWords = 12;

/** Cuts a clause into pieces that the lexicon knows, the longest first, and words that it does not know. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function scan(clause: string, table: TableDescription | undefined): Token[] {
  const lexicon = toLexicon(table);
  const text = plainWords(toCompatible(clause));
  const lower = text.toLowerCase();
  const units = unitsOf(text);
  const edges = edgesOf(text);
  const year = onlyYear(table);
  const tokens: Token[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at];
    if (!unit) break;
    const isBehindMark = at === 0 || isMark(units[at - 1] ?? unit);
    const add = (count: number, meanings: readonly Sense[]) => {
      const last = units[at + count - 1] ?? unit;
      tokens.push({ text: text.slice(unit.from, last.to), meanings, isBehindMark, from: unit.from, to: last.to });
      at += count;
    };
    const span = isDateStart(unit, units[at - 1]) ? scanSpan(lower.slice(unit.from, unit.from + 40), year) : undefined;
    const spanUnits = span ? units.slice(at, at + 12).filter((each) => each.to <= unit.from + span.length).length : 0;
    const isBehindNumber = tokens.at(-1)?.meanings.some(({ kind }) => kind === 'number') ?? false;
    const phrase = findPhrase(units, at, lexicon, isBehindNumber ? undefined : edges);
    const own: Sense[] = span && spanUnits > 0 ? [{ kind: 'span', span: span.span }] : [];
    const number = numberIn(unit, units[at + 1]);
    if (phrase && phrase.count >= Math.max(spanUnits, number ? number.count : 1)) {
      add(phrase.count, phrase.count === spanUnits ? [...phrase.meanings, ...own] : phrase.meanings);
    } else if (own.length > 0 && spanUnits >= (number?.count ?? 0)) {
      add(spanUnits, number && spanUnits === number.count ? [...own, { kind: 'number', value: number.value }] : own);
    } else if (number) add(number.count, [{ kind: 'number', value: number.value }]);
    else if (isMark(unit)) add(1, [{ kind: 'mark' }]);
    else {
      const [own, denied] = [inValues(unit, isBehindMark, lexicon), deniedIn(unit, lexicon)];
      if (own.length === 0 && denied.length > 0) {
        tokens.push({ text: unit.text, meanings: [{ kind: 'not' }], isBehindMark, from: unit.from, to: unit.to });
        add(1, denied);
      } else add(1, own);
    }
  }
  return joined(tokens, text);
}

/** The only year of a table's dates; nothing where there are several. */
function onlyYear(table: TableDescription | undefined): string | undefined {
  const dates = table?.columns.filter(({ type, grain }) => type === 'date' || grain === 'quarter') ?? [];
  const years = new Set(dates.flatMap(({ min, max }) => [String(min).slice(0, 4), String(max).slice(0, 4)]));
  return years.size === 1 ? [...years][0] : undefined;
}

/** May is a month where it is written as one. */
function isDateStart(unit: Unit, before: Unit | undefined): boolean {
  if (/^\d/.test(unit.text) || isHan(unit.text)) return true;
  const word = unit.text.toLowerCase();
  if (word === 'may' || word === 'mar' || word === 'dec' || word === 'sun')
    return (
      unit.text !== word ||
      /^(?:in|of|since|from|to|until|by|and|for|during|only|between|before|after)$/i.test(before?.text ?? '')
    );
  return /^[qh]$/.test(word) || /^(?:first|second|third|fourth)$/.test(word) || monthNumber(word) !== undefined;
}

/** `1,200`, `2.5k`, `3万`; how many units it takes up. */
function numberIn({ text, to }: Unit, next: Unit | undefined): { value: number; count: number } | undefined {
  if (!/^\d/.test(text)) return undefined;
  const value = Number(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text);
  if (!Number.isFinite(value)) return undefined;
  const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, 万: 1e4, 千: 1e3, 亿: 1e8 };
  const words: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
  const scale = (next?.from === to ? scales : words)[next?.text.toLowerCase() ?? ''];
  return scale ? { value: value * scale, count: 2 } : { value, count: 1 };
}

/** Where the words of Han characters begin and end. */
function edgesOf(text: string): ReadonlySet<number> {
  const edges = new Set<number>([text.length]);
  if (!isHan(text)) return edges;
  for (const { index } of segmenter.segment(text)) edges.add(index);
  return edges;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function findPhrase(
  units: readonly Unit[],
  at: number,
  { phrases, stems, longest }: Lexicon,
  edges: ReadonlySet<number> | undefined,
) {
  const first = units[at];
  if (!first) return undefined;
  const most = Math.min(mostWords, Math.max(longest.get(first.plain) ?? 0, longest.get(first.stem) ?? 0));
  let [plain, stemmed] = ['', ''];
  let best: { count: number; meanings: readonly Meaning[] } | undefined;
  let byStem: typeof best;
  let words = 0;
  for (let end = at; end < Math.min(units.length, at + 2 * mostWords) && words < most; end++) {
    const unit = units[end];
    if (!unit) break;
    // Marks within a name do not count; a comma is no part of one.
    if (isMark(unit) && end > at) {
      if (/[,，;；。!！?？:：、()（）]/.test(unit.text)) break;
      continue;
    }
    words++;
    plain = plain === '' ? unit.plain : `${plain} ${unit.plain}`;
    stemmed = stemmed === '' ? unit.stem : `${stemmed} ${unit.stem}`;
    const text = units
      .slice(at, end + 1)
      .map((each) => each.text)
      .join(' ');
    const found = phrases.get(plain)?.filter((meaning) => fits(meaning, text, first, unit, edges));
    if (found && found.length > 0) best = { count: end - at + 1, meanings: found };
    const alike = stems.get(stemmed);
    if (alike) byStem = { count: end - at + 1, meanings: alike };
  }
  if (byStem && (!best || byStem.count > best.count)) return byStem;
  const isOnlyNoise = best?.meanings.every(({ kind }) => kind === 'noise' || kind === 'unit' || kind === 'verb');
  // What says nothing by itself may still be a form of a column's name.
  return byStem && best && isOnlyNoise && byStem.count === best.count
    ? { ...best, meanings: [...byStem.meanings, ...best.meanings] }
    : best;
}

const columnKinds: ReadonlySet<Meaning['kind']> = new Set([
  'measure',
  'column',
  'value',
  'extreme',
  'comparative',
  'rows',
  'ambiguous',
]);
/** Words of which a sentence is made: a value of the same letters has to be written as in the file. */
const grammar = /^(?:a|an|the|in|on|of|it|is|no|or|and|to|by|us|me|at|as|all|other|i|not|who|so|m|f|per)$/i;

function fits(
  meaning: Meaning,
  text: string,
  first: Unit,
  last: Unit,
  edges: ReadonlySet<number> | undefined,
): boolean {
  if (meaning.kind === 'value' && grammar.test(text)) return meaning.values.includes(text);
  if (columnKinds.has(meaning.kind)) return true;
  // A single character that is no word by itself is a piece of one: 上 in 上海.
  if (meaning.kind === 'topic') return true;
  const isSingle = first === last && isHan(first.text);
  return !isSingle || !edges || (edges.has(first.from) && edges.has(last.to)) || alwaysWords.has(first.text);
}

const alwaysWords: ReadonlySet<string> = new Set(
  '有没未不得了的各按每前月年日天和与或比占那呢只哪谁超从到至个位名笔款零一二两三四五六七八九十几人条是他她它其钱在',
);

/** A word of longer values: its own where it is written as a name, or where it is their last word. */
function inValues({ plain, text }: Unit, isFirst: boolean, { inValues: known }: Lexicon): Sense[] {
  const all = known.get(plain) ?? [];
  const [first] = all;
  if (!first || all.length > 20 || new Set(all.map(({ column }) => column)).size > 1) return [];
  const isName = !isFirst && /^\p{Lu}/u.test(text);
  if (!isName && !all.every(({ isLast }) => isLast)) return [];
  return [{ kind: 'value', column: first.column, values: all.map(({ value }) => value) }];
}

/** "unpaid", "unsold": not what the rest of the word says of a row. */
function deniedIn({ plain }: Unit, { phrases, stems, roles }: Lexicon): Meaning[] {
  const rest = /^(?:un|non)(\p{L}{3,})$/u.exec(plain)?.[1];
  if (rest === undefined) return [];
  const all = phrases.get(toPlain(rest)) ?? stems.get(toStem(rest)) ?? [];
  return all.filter(
    (meaning) => meaning.kind === 'value' || (meaning.kind === 'column' && roles.get(meaning.column) !== 'label'),
  );
}

/** Han characters that are unknown side by side are one word. */
function joined(tokens: readonly Token[], text: string): Token[] {
  const isUnknown = ({ meanings, text: piece }: Token) => meanings.length === 0 && isHan(piece);
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at];
    if (!first) break;
    let last = first;
    for (at++; isUnknown(first); at++) {
      const next = tokens[at];
      if (!next || !isUnknown(next) || next.from !== last.to) break;
      last = next;
    }
    result.push(last === first ? first : { ...first, text: text.slice(first.from, last.to), to: last.to });
  }
  return result;
}
