import { nameText, textValue } from '../../lexicon/query-text.ts';
import { flagValue } from '../../lexicon/roles.ts';
import { wordsOf } from '../../lexicon/units.ts';
import { verbOf } from '../../lexicon/verbs/verb-groups.ts';
import type { Filter } from '../ask.ts';
import type { Clause, Kind } from '../clause.ts';
import type { Problem } from '../problem.ts';
import type { SenseOf } from '../scan.ts';

/** What may stand between "not" and the values that it is about. */
const toValue: readonly Kind[] = [
  'in',
  'of',
  'noise',
  'is',
  'column',
  'from',
  'and',
  'or',
  'verb',
  'by',
  'with',
  'to',
  'not',
];

/** The values that a clause names, and those it names after "except". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each rule takes the words that it understands, one after the other
export function readValues(clause: Clause): { filters: Filter[]; named: readonly string[][] } | Problem {
  const wanted = new Map<string, { values: Set<string>; isBase: boolean }>();
  const unwanted = new Map<string, Set<string>>();
  const verb = clause.tokens.findIndex(
    (_, at) => at > 0 && clause.is(at, 'is') && clause.is(0, 'which', 'share', 'how-much', 'count'),
  );
  let isExcluding = false;
  for (const at of clause.tokens.keys()) {
    const flag = clause.open(at, 'column');
    if (flag?.role === 'flag' && !clause.is(at - 1, 'by', 'per', 'each')) {
      readFlag(clause, at, flag.column, wanted, verb);
      continue;
    }
    if (!clause.open(at, 'value')) {
      if (!clause.is(at, ...toValue)) isExcluding = false;
      if (clause.open(at, 'not') && nearValue(clause, at)) {
        // "who has no open tickets" is about all rows of each, not about the other rows.
        if (isNobody(clause, at)) return { problem: 'unknown', words: [clause.tokens[at]?.text ?? ''] };
        isExcluding = true;
        clause.use(at);
      }
      continue;
    }
    const senses = clause.tokens[at]?.meanings.filter((meaning) => meaning.kind === 'value') ?? [];
    const way = wayTo(clause, at, senses);
    if (way === 'none') return { problem: 'unknown', words: [clause.tokens[at]?.text ?? ''] };
    const beside =
      way ??
      senses.find(({ column }) =>
        [at - 1, at + 1, at - 2].some((place) => clause.sense(place, 'column')?.column === column),
      );
    const chosen = beside ?? byVerb(clause, senses) ?? senses.find(({ column }) => clause.about.includes(column));
    if (!chosen && new Set(senses.map(({ column }) => column)).size > 1)
      return {
        problem: 'ambiguous',
        words: [clause.tokens[at]?.text ?? ''],
        columns: senses.map(({ column }) => column),
      };
    const value = chosen ?? senses[0];
    if (!value) continue;
    clause.use(at);
    if (clause.is(at - 1, 'to', 'origin', 'target') && clause.isOpen(at - 1)) clause.use(at - 1);
    useOr(clause, at, value.column);
    useName(clause, at, value.column);
    if (isExcluding) {
      for (const each of value.values) unwanted.set(value.column, (unwanted.get(value.column) ?? new Set()).add(each));
    } else {
      const known = wanted.get(value.column) ?? { values: new Set<string>(), isBase: false };
      for (const each of value.values) known.values.add(each);
      // "what share of the kitchen items was fixed": the values before the noun say of what.
      const isOfNoun =
        isShareOf(clause, at) &&
        clause.tokens.some(
          (_, place) =>
            place > at &&
            clause.is(place, 'rows', 'column') &&
            clause.tokens.slice(at + 1, place).every((__, other) => clause.is(at + 1 + other, 'value')),
        );
      const isPlace =
        isOfNoun ||
        (clause.is(at - 1, 'in', 'of') &&
          !clause.is(at + 1, 'share') &&
          !(clause.is(at - 1, 'of') && clause.is(at - 2, 'share') && clause.has('value')));
      const isBefore =
        verb >= 0 &&
        at < verb &&
        verb - at < 6 &&
        clause.tokens.some((_, place) => place > verb && clause.is(place, 'value', 'column'));
      wanted.set(value.column, { ...known, isBase: known.isBase || isPlace || isBefore });
    }
  }
  const filters: Filter[] = [];
  for (const [column, { values, isBase }] of wanted) {
    const list = [...values];
    const own = nameText(column);
    const condition =
      list.length === 1 ? `${own} = ${textValue(list[0] ?? '')}` : `${own} in (${list.map(textValue).join(', ')})`;
    filters.push({ column, condition, values: list, isTime: false, isBase });
  }
  for (const [column, values] of unwanted)
    for (const value of values)
      filters.push({
        column,
        condition: `${nameText(column)} != ${textValue(value)}`,
        values: [],
        isTime: false,
        isBase: true,
      });
  return { filters, named: [...wanted.values()].map(({ values }) => [...values]) };
}

const isNobody = (clause: Clause, at: number) =>
  /^(?:no|没有|没)$/i.test(clause.tokens[at]?.text ?? '') &&
  clause.tokens.some(
    (_, place) => clause.is(place, 'who') || (clause.is(place, 'which') && clause.open(place + 1, 'column')),
  );

type ValueSense = SenseOf<'value'>;

/** Behind "share of", maybe with other values between. */
function isShareOf(clause: Clause, at: number): boolean {
  let place = at - 1;
  while (clause.is(place, 'value')) place--;
  return clause.is(place, 'of') && clause.is(place - 1, 'share');
}

/** "did Goran take" of `given_by` and `taken_by`: the verb says which. */
function byVerb(clause: Clause, senses: readonly ValueSense[]): ValueSense | undefined {
  const fits = senses.filter(({ column }) => verbOf(column, clause.text) !== undefined);
  return fits.length === 1 ? fits[0] : undefined;
}

const origin = /^(?:origin|from|source|departure|start|sender)$|出发|始发|起点|寄/i;
const target = /^(?:destination|dest|to|target|arrival|end|receiver)$|到达|目的|终点|收/i;
const hasWord = (column: string, sign: RegExp) =>
  sign.test(column) || wordsOf(column).some(({ plain }) => sign.test(plain));

/** "from Vienna to Madrid": which of two columns of places is meant; `none` where that one never has the value. */
function wayTo(clause: Clause, at: number, senses: readonly ValueSense[]): ValueSense | 'none' | undefined {
  const columns = clause.table.columns.map(({ name }) => name);
  const isWay = columns.some((name) => hasWord(name, origin)) && columns.some((name) => hasWord(name, target));
  const isFrom = clause.is(at - 1, 'from', 'origin');
  const isTo = clause.is(at - 1, 'to', 'target');
  const isOfWay = senses.some(({ column }) => hasWord(column, origin) || hasWord(column, target));
  if (!isWay || !isOfWay || isFrom === isTo) return undefined;
  return senses.find(({ column }) => hasWord(column, isFrom ? origin : target)) ?? 'none';
}

/** "Central or Hilltop": rows of either, where both are values of one column. */
function useOr(clause: Clause, at: number, column: string): void {
  const place = clause.beside(at, -1, ['in', 'of', 'noise', 'from', 'with', 'not', 'is']);
  const before = clause.beside(place, -1, ['column', 'rows']);
  const isSame = [place - 1, before].some((each) => clause.sense(each, 'value')?.column === column);
  if (clause.open(place, 'or') && isSame) clause.use(place);
}

function nearValue(clause: Clause, at: number): boolean {
  for (let place = at + 1; place < at + 5; place++) {
    if (clause.open(place, 'value')) return true;
    if (!clause.is(place, ...toValue)) return false;
  }
  return false;
}

/** The name of the column beside a value: "department Sales", "status is shipped". */
function useName(clause: Clause, at: number, column: string): void {
  for (const place of [at - 1, at + 1]) {
    const isName = clause.open(place, 'column')?.column === column;
    const isGroup =
      clause.is(place - 1, 'by', 'per', 'each', 'which') || (place === at + 1 && clause.is(place + 1, 'which'));
    if (isName && !isGroup) clause.use(place);
  }
  if (
    clause.is(at - 1, 'is') &&
    clause.open(at - 2, 'column')?.column === column &&
    !clause.is(at - 3, 'by', 'per', 'each', 'which')
  )
    clause.use(at - 2);
}

function readFlag(
  clause: Clause,
  at: number,
  name: string,
  wanted: Map<string, { values: Set<string>; isBase: boolean }>,
  verb: number,
): void {
  const column = clause.column(name);
  const place = clause.is(at - 1, 'not') ? at - 1 : clause.is(at - 2, 'not') ? at - 2 : undefined;
  const value = column && flagValue(column, place === undefined);
  if (value === undefined) return;
  clause.use(at, ...(place === undefined ? [] : [place]));
  const isBefore =
    verb >= 0 && at < verb && clause.tokens.some((_, other) => other > verb && clause.is(other, 'value'));
  // "paid and unpaid orders" are both, side by side.
  wanted.set(name, { values: new Set([...(wanted.get(name)?.values ?? []), value]), isBase: isBefore });
}
