import type { ColumnDescription, TableDescription } from '../../../tools/tables/describe-columns.ts';
import type { Parts } from '../ask.ts';
import { Clause } from '../clause.ts';
import { isProblem, type Problem } from '../problem.ts';
import { agedBy, isOfOne, isOfOneRow, judged, namesValues } from './rank-senses.ts';
import { readColumnComparisons, readComparisons } from './read-conditions.ts';
import { readFigures } from './read-figures.ts';
import { readGroups } from './read-groups.ts';
import { readKnown, readPresence } from './read-presence.ts';
import { readRanks } from './read-ranks.ts';
import { readTime } from './read-time.ts';
import { readValues } from './read-values.ts';
import { asksAmount } from './read-verbs.ts';
import { readVersus } from './read-versus.ts';
import { toConditions } from './to-conditions.ts';

/**
 * Reads a clause as a question to one table. Each rule takes the words that it understands and keeps what they mean; a word that no rule has taken
 * makes the clause unread, so that nothing the user said gets lost.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each rule takes the words that it understands, one after the other
export function readParts(text: string, table: TableDescription, before?: Parts): Parts | Problem {
  const clause = new Clause(
    text,
    table,
    before?.filters.map(({ column }) => column),
  );
  const wasGrouped = before !== undefined && before.groups.length > 0;
  const early = refused(clause);
  if (early) return early;
  const ranks = readRanks(clause);
  const aged = agedBy(clause, ranks);
  if (isProblem(aged)) return aged;
  const time = aged.column ?? timeColumn(clause);
  const comparisons = readComparisons(clause);
  const columns = readColumnComparisons(clause);
  const dates = datesNamed(clause);
  if (dates.length > 0) return { problem: 'cannot', words: dates };
  const periods = time ? readTime(clause, time) : { filters: [], compared: [] };
  const outside = outsideOf(clause, time);
  if (outside) return outside;
  const values = readValues(clause);
  if ('problem' in values) return values;
  const versus = readVersus(clause, { filters: values.filters, compared: periods.compared, orders: ranks.orders });
  const presence = readPresence(clause);
  const said = { ...ranks, measures: [...ranks.measures, ...versus.measures] };
  const figures = readFigures(clause, said, comparisons.length > 0);
  if (isProblem(figures)) return figures;
  // "longest" says of what kind the measure is: rows have no length.
  if (
    ranks.needing !== undefined &&
    figures.figures.some(({ kind }) => kind !== 'measure') &&
    !figures.figures.some(({ kind }) => kind === 'measure')
  )
    return { problem: 'unknown', words: [ranks.needing] };
  const orders = judged(ranks, figures.figures);
  if (isProblem(orders)) return orders;
  const groups = readGroups(clause, { time, ranks, figures, compared: periods.compared });
  if (isProblem(groups)) return groups;
  const conditions = toConditions(clause, comparisons, {
    figures: figures.figures,
    groups: groups.groups,
    isAveraged: figures.aggregates.includes('avg'),
    isRanked: ranks.orders.length > 0,
    isCount: figures.isCount && groups.groups.length === 0,
  });
  if (isProblem(conditions)) return conditions;
  const given = readKnown(clause, figures.figures);
  const left = clause.leftOver();
  if (left.length > 0) return leftOver(clause, left, time);
  return {
    figures: conditions.figure ? [conditions.figure] : figures.figures,
    aggregates: groups.isEachRow ? ['avg'] : figures.aggregates,
    groups: conditions.groups,
    filters: [...columns, ...conditions.filters, ...periods.filters, ...values.filters, ...presence, ...given],
    having: conditions.having,
    orders,
    ...(ranks.limit === undefined ? {} : { limit: ranks.limit }),
    ...(ranks.end ? { end: ranks.end } : {}),
    ...(figures.change ? { change: figures.change } : {}),
    ...(groups.along ? { along: groups.along } : {}),
    ...(time ? { time: time.name } : {}),
    isOverTime: figures.isOverTime,
    isShare: figures.isShare,
    isCompared: groups.isCompared,
    isCount: figures.isCount || (versus.isVersus && figures.figures.length === 0 && clause.has('rows')),
    asksWhen: groups.asksWhen,
    ...(groups.shows && !versus.isVersus ? { shows: groups.shows } : {}),
    isOfRows: groups.isOfRows,
    isMeanOfGroups: groups.isMeanOfGroups,
    // 其中, "of those": of the one thing that was found, else of the rows that were meant.
    isOfResult: figures.isOfResult || (figures.isOfThose && wasGrouped),
    follows: figures.follows || (figures.isOfThose && !wasGrouped),
    isOfThose: figures.isOfThose,
    isWhich: groups.isWhich,
    asksHowMany: clause.tokens.some(({ text }) => /多少|how many/i.test(text)),
    ...(namesValues(clause) ? { namesValues: true } : {}),
    ...(asksAmount(text) ? { asksHowMuch: true } : {}),
    ...(ranks.judging === undefined ? {} : { judging: ranks.judging }),
    ...(clause.has('list') ? { lists: true } : {}),
    ...(isOfOneRow(clause) ? { isOfOneRow: true } : {}),
    ...(isOfOne(clause) ? { isOfOne: true } : {}),
    ...(ranks.needing === undefined ? {} : { needing: ranks.needing }),
  };
}

/** A period of which the file has nothing. */
function outsideOf(clause: Clause, time: ColumnDescription | undefined): Problem | undefined {
  if (time?.type !== 'date') return undefined;
  const [first, last] = [String(time.min).slice(0, 4), String(time.max).slice(0, 4)];
  const spans = clause.tokens.flatMap(({ text }, at) => {
    const span = clause.sense(at, 'span')?.span;
    return span && !clause.isOpen(at)
      ? [{ text, span, isOpen: clause.is(at - 1, 'since') || clause.is(at + 1, 'since-behind') }]
      : [];
  });
  const isOutside = spans.every(
    ({ span, isOpen }) => !span.cycle && !isOpen && (span.from.slice(0, 4) > last || span.to.slice(0, 4) < first),
  );
  return spans.length > 0 && isOutside
    ? { problem: 'outside', words: spans.map(({ text }) => text), column: time.name }
    : undefined;
}

/** "created in May and closed in June": the two periods would be taken for one column. */
function datesNamed(clause: Clause): string[] {
  const named = clause.tokens.flatMap(({ text }, at) => {
    const column = clause.open(at, 'column');
    return column?.role === 'time' ? [{ text, column: column.column }] : [];
  });
  const isTwice = clause.places('span').length > 1 && new Set(named.map(({ column }) => column)).size > 1;
  return isTwice ? named.map(({ text }) => text) : [];
}

/** What is refused whatever stands beside it. */
/** "in the last 3 years", 最近三个月: as seen from today, which nobody knows here. */
const latest =
  /\b(?:in|over|during|within|for) the (?:last|past|previous|next|coming) (?:\d{1,3}|one|two|three|four|five|six|seven|ten|twelve|few|couple of) (?:day|week|month|quarter|year)s?\b|(?:最近|近|过去|未来)[\d一二两三四五六七八九十几半]{1,3}个?(?:天|日|周|星期|月|季度|年)/iu;

function refused(clause: Clause): Problem | undefined {
  const words = (fits: (at: number) => boolean) => clause.tokens.flatMap(({ text }, at) => (fits(at) ? [text] : []));
  const unknown = words((at) => clause.tokens[at]?.meanings.length === 0);
  if (unknown.length > 0) return { problem: 'unknown', words: inRow(unknown, clause) };
  const relative = words((at) => clause.tokens[at]?.meanings[0]?.kind === 'relative');
  if (relative.length > 0) return { problem: 'relative', words: relative };
  const lately = latest.exec(clause.text)?.[0];
  if (lately !== undefined) return { problem: 'relative', words: [lately] };
  const cannot = words((at) => clause.tokens[at]?.meanings[0]?.kind === 'cannot');
  if (cannot.length > 0) return { problem: 'cannot', words: cannot };
  const at = clause.tokens.findIndex(({ meanings }) => meanings[0]?.kind === 'ambiguous');
  const first = clause.tokens[at]?.meanings[0];
  return first?.kind === 'ambiguous'
    ? { problem: 'ambiguous', words: [clause.tokens[at]?.text ?? ''], columns: first.columns }
    : undefined;
}

/** Unknown words that stand side by side are one: "sales rep". */
function inRow(words: readonly string[], { tokens }: Clause): string[] {
  const result: string[] = [];
  let isOpen = false;
  for (const { text, meanings, isBehindMark } of tokens) {
    const isUnknown = meanings.length === 0 && words.includes(text);
    if (isUnknown && isOpen && !isBehindMark && !/\p{Script=Han}/u.test(text))
      result[result.length - 1] = `${result.at(-1)} ${text}`;
    else if (isUnknown) result.push(text);
    isOpen = isUnknown;
  }
  return result;
}

/** The dates that a clause speaks of: those it names, else the first ones of the table. */
function timeColumn(clause: Clause): ColumnDescription | undefined {
  const times = clause.table.columns.filter(({ name }) => clause.lexicon.roles.get(name) === 'time');
  const named = clause.tokens.flatMap((_, at) => clause.sense(at, 'column')?.column ?? []);
  return times.find(({ name }) => named.includes(name)) ?? times.find(({ type }) => type === 'date') ?? times[0];
}

function leftOver(clause: Clause, words: readonly string[], time: ColumnDescription | undefined): Problem {
  const isTimely = clause.tokens.some(
    ({ text, meanings }) => words.includes(text) && meanings.some(({ kind }) => timely.has(kind)),
  );
  if (isTimely && !time) return { problem: 'no-time', words };
  return { problem: 'unknown', words };
}

const timely: ReadonlySet<string> = new Set([
  'span',
  'part',
  'since',
  'since-behind',
  'when',
  'over-time',
  'change',
  'weekend',
  'weekday-name',
]);
