import type { DatePart } from '../../tools/formulas/period.ts';
import type { ColumnDescription } from '../../tools/tables/describe-columns.ts';
import type { Comparator } from '../lexicon/cue.ts';
import { nameText, textValue } from '../lexicon/query-text.ts';
import type { Group } from './ask.ts';
import type { Problem } from './problem.ts';
import type { Span } from './scan-dates.ts';

const finest: readonly DatePart[] = ['day', 'week', 'month', 'quarter', 'year'];

/** How fine a column's time is. */
export function grainOf({ type, grain }: ColumnDescription): 'day' | 'month' | 'quarter' | 'year' {
  return type === 'number' ? 'year' : (grain ?? 'day');
}

/** Whether a column can be grouped by a part of its dates: months have no weeks. */
export function hasPart(column: ColumnDescription, part: DatePart): boolean {
  const grain = grainOf(column);
  if (part === 'weekday' || part === 'day_of_month') return grain === 'day';
  const [wanted, own] = [finest.indexOf(part), finest.indexOf(grain)];
  return wanted < 0 ? grain !== 'year' : wanted >= own && !(part === 'week' && grain !== 'day');
}

export function groupBy(column: ColumnDescription, part: DatePart): Group {
  const own = nameText(column.name);
  if (column.type === 'number') return { formula: own, column: column.name };
  return { formula: `${part}(${own})`, column: column.name, part };
}

/** A condition on the dates of a column. */
export function timeCondition(column: ColumnDescription, op: Comparator, span: Span): string {
  const own = nameText(column.name);
  if (span.cycle) {
    const sign = op === '!=' ? '!=' : op;
    return `${span.cycle.part}(${own}) ${sign} ${span.cycle.value}`;
  }
  const literal = (period: string) => (column.type === 'number' ? period.slice(0, 4) : textValue(period));
  switch (op) {
    case '=':
      return span.from === span.to
        ? `${own} = ${literal(span.from)}`
        : `${own} >= ${literal(span.from)} and ${own} <= ${literal(span.to)}`;
    case '!=':
      return span.from === span.to
        ? `${own} != ${literal(span.from)}`
        : `(${own} < ${literal(span.from)} or ${own} > ${literal(span.to)})`;
    case '<':
    case '>=':
      return `${own} ${op} ${literal(span.from)}`;
    default:
      return `${own} ${op} ${literal(span.to)}`;
  }
}

/** Along what a series goes: steps that are neither too many nor too few. */
export function usualPart(column: ColumnDescription): DatePart {
  const grain = grainOf(column);
  if (grain !== 'day') return grain;
  const [from, to] = [column.min, column.max].map((date) => Date.parse(`${String(date)}-01`.slice(0, 10)));
  const days = ((to ?? 0) - (from ?? 0)) / 86_400_000;
  if (days > 4 * 366) return 'year';
  return days > 45 ? 'month' : 'day';
}

/** A part of a date that a column has, or why it has none. */
export function partOf(column: ColumnDescription, part: DatePart, word: string): DatePart | Problem {
  return hasPart(column, part)
    ? part
    : { problem: 'too-fine', words: [word], column: column.name, grain: grainOf(column) };
}
