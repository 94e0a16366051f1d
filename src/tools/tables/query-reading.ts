import { type Formula, isRatio, isSame } from '../formulas/formula.ts';
import { formulaText } from '../formulas/formula-text.ts';
import { formatNumber } from '../markdown-table.ts';
import type { CheckedQuery } from './check-query.ts';
import type { QuerySummary } from './query-result.ts';
import type { TableQuery } from './table-query.ts';

/** A column of a result; its numbers may be rounded to so many decimals. */
interface ResultColumn {
  readonly name: string;
  readonly places?: number;
}

/** The columns of a result, as `arrangeFigures` fills them. */
export function resultColumns({ keys, values, change }: CheckedQuery, periods: readonly string[]): ResultColumn[] {
  const names = keys.map(({ name }) => ({ name }));
  if (!change) return [...names, ...values.map(({ name, formula }) => ({ name, ...placesOf(formula) }))];
  const of = (name: string, word: string) => (values.length === 1 ? word : `${name} ${word}`);
  const figures = values.flatMap(({ name, formula }) => {
    const columns =
      change === 'previous' ? [name] : [periods[0] ?? '', periods.at(-1) ?? ''].map((end) => of(name, end));
    const changes = isRatio(formula) ? ['change'] : ['change', 'change %'];
    return [
      ...columns.map((column) => ({ name: column, ...placesOf(formula) })),
      ...changes.map((word) => ({ name: of(name, word) })),
    ];
  });
  return [...(change === 'previous' ? names : names.slice(0, -1)), ...figures];
}

const placesOf = (formula: Formula) => (formula.kind === 'round' ? { places: formula.digits } : {});

/** How a query was understood, as data. */
export function toSummary(query: CheckedQuery, { limit, offset }: TableQuery): QuerySummary {
  const along = query.change ? query.keys.at(-1) : undefined;
  return {
    groups: query.keys.filter((key) => key !== along).map(({ name, formula }) => ({ name, ...partOf(formula) })),
    values: query.values.map(({ name, formula }) => {
      if (formula.kind !== 'aggregate') return { name, of: formulaText(formula), ...placesOf(formula) };
      return { name, of: formula.of ? formulaText(formula.of) : '', aggregate: formula.aggregate };
    }),
    isListing: query.isListing,
    where: query.where.map(formulaText),
    having: query.having.map(formulaText),
    order: orderOf(query),
    ...(along && query.change ? { change: { from: query.change, part: partOf(along.formula).part ?? 'year' } } : {}),
    limit,
    offset,
  };
}

function partOf(formula: Formula): { column: string; part?: string } {
  return formula.kind === 'part'
    ? { column: formulaText(formula.of), part: formula.part }
    : { column: formulaText(formula) };
}

function orderOf({ order, keys, values, change }: CheckedQuery): QuerySummary['order'] {
  const [first] = order;
  const [value] = values;
  if (!first) return 'group';
  const { by } = first;
  const isValue =
    typeof by === 'string' ? by === 'change' : !change && value !== undefined && isSame(value.formula, by);
  if (isValue) return first.isDescending ? 'value-desc' : 'value-asc';
  return typeof by !== 'string' && keys[0] && isSame(keys[0].formula, by) && !first.isDescending ? 'group' : 'other';
}

/**
 * How a query was understood, in words:
 * `revenue = sum(units × unit_price), by region; sales.csv, over the 42 of 180 rows that match: region = north`.
 */
export function toReading(
  query: CheckedQuery,
  counts: { file: string; matched: number; rowCount: number },
  leftOut: readonly string[],
): string {
  const figures = query.values.map(({ name, formula }) => ({ name, text: formulaText(formula) }));
  const along = query.change ? query.keys.at(-1) : undefined;
  const groups = query.keys.filter((key) => key !== along).map(({ formula }) => formulaText(formula));
  const made = figures.filter(({ name, text }) => name !== text).map(({ name, text }) => `${name} = ${text}`);
  const parts = query.isListing
    ? [made.length > 0 ? `rows with ${made.join(', ')}` : 'rows']
    : [figures.map(({ name, text }) => (name === text ? text : `${name} = ${text}`)).join(', ')];
  if (groups.length > 0) parts.push(`by ${groups.join(' and ')}`);
  if (along) {
    const steps = query.change === 'previous' ? 'each from the one before' : 'from the first to the last';
    parts.push(`change over ${formulaText(along.formula)}, ${steps}`);
  }
  if (query.having.length > 0) parts.push(`groups with ${allOf(query.having)}`);
  return [parts.join(', '), `${counts.file}, ${overText(query.where, counts)}`, ...leftOut].join('; ');
}

function overText(where: readonly Formula[], { matched, rowCount }: { matched: number; rowCount: number }): string {
  const all = formatNumber(rowCount);
  if (where.length === 0) return `over all ${all} rows`;
  if (matched === 0) return `none of the ${all} rows matches ${allOf(where)}`;
  return `over the ${formatNumber(matched)} of ${all} rows that match: ${allOf(where)}`;
}

const allOf = (conditions: readonly Formula[]) =>
  conditions
    .map((condition) => (condition.kind === 'logic' ? `(${formulaText(condition)})` : formulaText(condition)))
    .join(' and ');
