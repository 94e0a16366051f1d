import type { ColumnDescription } from '../../../tools/tables/describe-columns.ts';
import { nameText, textValue } from '../../lexicon/query-text.ts';
import type { Filter } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Span } from '../scan-dates.ts';
import { timeCondition } from '../time.ts';

/** The periods that a clause names, with how many ways it names them. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function readTime(clause: Clause, column: ColumnDescription): { filters: Filter[]; compared: readonly Span[] } {
  const filters: Filter[] = [];
  const loose: Span[] = [];
  const add = (condition: string) =>
    filters.push({ column: column.name, condition, values: [], isTime: true, isBase: true });
  for (const at of clause.places('span')) {
    const span = clause.open(at, 'span')?.span;
    if (!span) continue;
    const end =
      clause.is(at + 1, 'to') || (clause.is(at - 1, 'between') && clause.is(at + 1, 'and'))
        ? clause.sense(at + 2, 'span')?.span
        : undefined;
    const isNot = clause.is(at - 1, 'not') || (clause.is(at - 2, 'not') && clause.is(at - 1, 'in'));
    if (end) {
      clause.use(at, at + 1, at + 2, ...(clause.is(at - 1, 'between', 'from', 'since') ? [at - 1] : []));
      if (clause.is(at + 3, 'since-behind')) continue;
      add(throughout(column, span, end));
      continue;
    }
    const [before, behind] = [clause.sense(at - 1, 'since'), clause.sense(at + 1, 'since-behind')];
    clause.use(at);
    if (behind && clause.isOpen(at + 1)) {
      clause.use(at + 1);
      add(timeCondition(column, behind.op, span));
    } else if (before && clause.isOpen(at - 1)) {
      clause.use(at - 1);
      // "orders from 2024", "from the 2022 harvest": of that time, and not of any later one.
      const isOf =
        /^from$/i.test(clause.tokens[at - 1]?.text ?? '') &&
        (clause.is(at - 2, 'rows') || clause.is(at + 1, 'column', 'rows'));
      add(timeCondition(column, isOf ? '=' : before.op, span));
    } else if (isNot) {
      clause.use(clause.is(at - 1, 'not') ? at - 1 : at - 2);
      add(timeCondition(column, '!=', span));
    } else loose.push(span);
  }
  if (loose.length > 0) {
    const conditions = loose.map((span) => timeCondition(column, '=', span));
    add(conditions.length === 1 ? (conditions[0] ?? '') : conditions.map((each) => `(${each})`).join(' or '));
  }
  for (const at of clause.places('weekday-name')) readWeekday(clause, at, column, add);
  for (const at of clause.places('workdays')) {
    if (clause.has('weekend')) continue;
    clause.use(at);
    add(`weekday(${nameText(column.name)}) in ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday')`);
  }
  for (const at of clause.places('weekend')) {
    clause.use(at);
    add(`weekday(${nameText(column.name)}) in ('Saturday', 'Sunday')`);
  }
  return { filters, compared: loose.length > 1 ? loose : [] };
}

function readWeekday(clause: Clause, at: number, column: ColumnDescription, add: (condition: string) => void): void {
  const day = clause.open(at, 'weekday-name')?.day;
  if (!day) return;
  clause.use(at);
  add(`weekday(${nameText(column.name)}) = ${textValue(day)}`);
}

/** "from January to March"; months without a year are meant in each year. */
function throughout(column: ColumnDescription, from: Span, to: Span): string {
  if (from.cycle && to.cycle) {
    const part = `${from.cycle.part}(${nameText(column.name)})`;
    return `${part} >= ${from.cycle.value} and ${part} <= ${to.cycle.value}`;
  }
  // "from January to March 2025" says the year once.
  const first =
    from.cycle && to.from
      ? {
          from: `${to.from.slice(0, 4)}-${from.cycle.part === 'month_of_year' ? String(from.cycle.value).padStart(2, '0') : `Q${from.cycle.value}`}`,
          to: '',
        }
      : from;
  return `${timeCondition(column, '>=', first)} and ${timeCondition(column, '<=', to)}`;
}
