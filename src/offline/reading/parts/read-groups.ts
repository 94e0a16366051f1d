import type { DatePart } from '../../../tools/formulas/period.ts';
import type { ColumnDescription } from '../../../tools/tables/describe-columns.ts';
import { nameText } from '../../lexicon/query-text.ts';
import type { Group, Parts } from '../ask.ts';
import type { Clause, Kind } from '../clause.ts';
import { isProblem, type Problem } from '../problem.ts';
import type { Span } from '../scan-dates.ts';
import { grainOf, groupBy, partOf, usualPart } from '../time.ts';
import { namesOnly } from './names-only.ts';
import { eitherMost, otherRows, readEachRow, readQuestionWords, winnersOfEach } from './read-asked.ts';
import type { ReadFigures } from './read-figures.ts';
import { isVerb } from './read-presence.ts';
import type { Ranks } from './read-ranks.ts';

interface Known {
  readonly time: ColumnDescription | undefined;
  readonly ranks: Ranks;
  readonly figures: ReadFigures;
  readonly compared: readonly Span[];
}

export interface ReadGroups
  extends Pick<Parts, 'groups' | 'isCompared' | 'asksWhen' | 'isOfRows' | 'isMeanOfGroups' | 'isWhich'> {
  readonly along?: DatePart;
  readonly shows?: NonNullable<Parts['shows']>;
  /** "per order": the mean over rows. */
  readonly isEachRow: boolean;
}

const links: readonly Kind[] = ['by', 'per', 'each'];

/** What the rows are grouped by, or which of them are to be shown. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each rule takes the words that it understands, one after the other
export function readGroups(clause: Clause, { time, ranks, figures, compared }: Known): ReadGroups | Problem {
  const groups: Group[] = [];
  const parts: DatePart[] = [];
  const add = (group: Group) => {
    if (!groups.some(({ formula }) => formula === group.formula)) groups.push(group);
  };
  const asked = readQuestionWords(clause, time);
  if (isProblem(asked)) return asked;
  for (const column of asked.columns) add({ formula: nameText(column), column });
  const each = readEachRow(clause);
  for (const column of each.columns) add({ formula: nameText(column), column });
  const isEachRow = each.isEachRow;
  // What a row is called is no column to group by.
  const strange =
    ranks.orders.length > 0 || ranks.limit !== undefined || clause.has('compare')
      ? undefined
      : clause.places('rows').find((at) => clause.is(at - 1, 'by'));
  if (strange !== undefined) return { problem: 'unknown', words: [clause.tokens[strange]?.text ?? ''] };
  const lists = clause.has('list') || clause.has('there');
  const isBare = (at: number) =>
    !clause.is(at - 1, ...links) && !(clause.is(at - 1, 'and') && clause.is(at - 3, ...links));
  const shown: string[] = [];
  const isListing = lists && figures.figures.length === 0 && !figures.isShare && ranks.orders.length === 0;
  const rows = clause.places('rows');
  for (const at of clause.tokens.keys()) {
    const [column, part] = [clause.open(at, 'column'), clause.open(at, 'part')];
    if (column) {
      const description = clause.column(column.column);
      if (!description) continue;
      const isLoose = isBare(at);
      clause.use(at, ...(isLoose ? [] : [at - 1]));
      const isDated = column.role === 'time';
      if (isLoose && !isListing && namesOnly(clause, at)) continue;
      const hasPeriod = clause.tokens.some(
        (_, other) => other !== at && clause.is(other, 'part', 'span', 'since', 'over-time'),
      );
      // "hired in 2019", "by month of the order date": it says which dates are meant.
      const isSaid = hasPeriod || asked.asksWhen || ranks.end !== undefined || (isVerb(clause, at) && !isListing);
      if (isDated && isLoose && isSaid && !clause.is(at - 1, 'which')) continue;
      if (isListing && isLoose) {
        shown.push(column.column);
        continue;
      }
      add(
        isDated
          ? groupBy(description, grainOf(description))
          : { formula: nameText(column.column), column: column.column },
      );
    } else if (part) {
      if (!time) return { problem: 'no-time', words: [clause.tokens[at]?.text ?? ''] };
      // Weekdays beside weekends are the other days, not each of them.
      if (part.part === 'weekday' && clause.has('weekend'))
        return { problem: 'unknown', words: [clause.tokens[at]?.text ?? ''] };
      const found = partOf(time, part.part, clause.tokens[at]?.text ?? '');
      if (typeof found === 'object') return found;
      clause.use(at, ...(isBare(at) ? [] : [at - 1]));
      parts.push(found);
    }
  }
  const loose = clause.places('distinct');
  clause.use(...loose);
  const isMeanOfEach = /平均每(?:个|位|名|家|人)/.test(clause.text) && groups.length === 1;
  const isMean =
    isMeanOfEach ||
    (figures.aggregates.includes('avg') && parts.length > 0 && groups.length === 0 && clause.has('per') && !isEachRow);
  if ((figures.isOverTime || figures.change !== undefined || compared.length > 1) && !time)
    return {
      problem: 'no-time',
      words: clause.tokens.flatMap(({ text, meanings }) =>
        meanings.some(({ kind }) => ['over-time', 'change', 'span'].includes(kind)) ? [text] : [],
      ),
    };
  // "from October to November" goes by month, whatever days there are.
  const spans = clause.tokens.flatMap((_, at) => clause.sense(at, 'span')?.span ?? []);
  const spanned = time && figures.change !== undefined && spans.length === 2 ? comparedPart(spans, time) : undefined;
  const asMonth = spanned === 'month_of_year' ? 'month' : spanned === 'quarter_of_year' ? 'quarter' : spanned;
  const along =
    time && (parts[0] ?? asMonth ?? (figures.isOverTime || figures.change !== undefined ? usualPart(time) : undefined));
  if (time && !figures.change) for (const part of parts) add(groupBy(time, part));
  if (time && figures.change) for (const part of parts.slice(1)) add(groupBy(time, part));
  if (time && figures.isOverTime && !figures.change && parts.length === 0) add(groupBy(time, usualPart(time)));
  if (time && compared.length > 1 && parts.length === 0 && !figures.change)
    add(groupBy(time, comparedPart(compared, time)));
  // "the three best paid people" of a table in which each is in many rows.
  if (groups.length === 0 && ranks.orders.length > 0 && ranks.end === undefined && !figures.isCount)
    for (const at of rows) {
      const distinct = clause.open(at, 'rows')?.distinct;
      if (distinct !== undefined && !clause.is(at, 'part')) add({ formula: nameText(distinct), column: distinct });
    }
  // The cheapest product is the one of the lowest price, which amounts do not say.
  const pricey = clause.tokens.find(
    ({ text }, at) => clause.is(at, 'extreme') && /expensive|cheap|pric|dear|贵|便宜/i.test(text),
  );
  const isOfProducts = groups.some(({ column }) => column === clause.columnOf('product'));
  if (pricey && isOfProducts && ranks.measures.some(({ isRate }) => !isRate))
    return { problem: 'unknown', words: [pricey.text] };
  const winners = [...eitherMost(clause), ...winnersOfEach(clause, ranks, groups)];
  if (winners.length > 0) return { problem: 'cannot', words: winners };
  const strangers = otherRows(clause);
  if (strangers.length > 0) return { problem: 'unknown', words: strangers };
  if (
    groups.length === 0 &&
    parts.length === 0 &&
    (ranks.orders.length > 0 || clause.tokens.some((_, at) => clause.sense(at, 'verb')?.concept === 'units')) &&
    /^\W*what (?:did|do|does)\b/i.test(clause.text)
  ) {
    const labels = clause.table.columns.filter(
      ({ name, distinct, type }) =>
        type === 'text' && clause.lexicon.roles.get(name) === 'label' && distinct < clause.table.rowCount,
    );
    const [only] = labels;
    if (!only || labels.length > 1)
      return { problem: 'which-column', words: ['what'], columns: labels.map(({ name }) => name) };
    add({ formula: nameText(only.name), column: only.name });
  }
  const compares = clause.places('compare');
  if (compares.length > 0) clause.use(...compares);
  const isOfRows = rows.some((at) => clause.isOpen(at)) || (asked.isWho && groups.length === 0);
  clause.use(...rows.filter((at) => clause.isOpen(at)));
  clause.use(...clause.places('list'), ...clause.places('there'));
  const wantsRows =
    isOfRows &&
    figures.figures.length === 0 &&
    figures.aggregates.length === 0 &&
    ranks.orders.length === 0 &&
    ranks.end === undefined &&
    groups.length === 0 &&
    !figures.isShare &&
    !figures.isCount &&
    !clause.has('there');
  const counts = isOfRows && clause.has('there');
  return {
    groups,
    ...(along ? { along } : {}),
    isCompared: compares.length > 0,
    asksWhen: asked.asksWhen,
    isOfRows: isOfRows && !counts,
    isMeanOfGroups: isMean,
    isEachRow,
    isWhich: clause.has('which') || clause.has('who') || clause.has('where') || clause.has('one'),
    ...(shown.length > 0 || wantsRows || (isListing && isOfRows && groups.length === 0)
      ? { shows: { columns: shown, isRows: wantsRows || isOfRows } }
      : {}),
  };
}

/** "January and March" are compared by month. */
function comparedPart(spans: readonly Span[], time: ColumnDescription): DatePart {
  const [first] = spans;
  if (first?.cycle) return first.cycle.part;
  const from = first?.from ?? '';
  if (time.type === 'number' || /^\d{4}$/.test(from)) return 'year';
  if (first && first.from !== first.to) return 'quarter';
  return /-Q\d$/.test(from) ? 'quarter' : /^\d{4}-\d{2}$/.test(from) ? 'month' : 'day';
}
