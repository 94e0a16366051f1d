import type { Aggregate } from '../../tools/formulas/formula.ts';
import { type Period, periodsBetween } from '../../tools/formulas/period.ts';
import type { TableQueryInput } from '../../tools/tables/table-query.ts';
import type { Measure, Of, Token } from './scan.ts';

/** One condition on the rows. */
export interface Filter {
  readonly column: string;
  readonly op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
  readonly value: string | number | readonly (string | number)[];
}

interface On {
  readonly file: string;
  readonly date: string;
  readonly filters: readonly Filter[];
  readonly periods: readonly string[];
  readonly isSpan: boolean;
}

/** The periods that a clause names; "from January to March" means all three. */
export function readPeriods(tokens: readonly Token[]): { periods: string[]; isSpan: boolean } | undefined {
  const ranges = tokens.filter((token): token is Of<'range'> => token.kind === 'range');
  const [first, last] = ranges;
  if (ranges.length !== 2 || !first || !last) return { periods: ranges.map((token) => token.range), isSpan: false };
  const between = tokens.slice(tokens.indexOf(first) + 1, tokens.indexOf(last)).map((token) => token.text);
  const isSpan =
    between.some((word) => /^(?:to|until|till|through|到|至)$/.test(word)) ||
    tokens.some((token) => token.text === 'between');
  if (!isSpan) return { periods: ranges.map((token) => token.range), isSpan };
  const periods = periodsBetween(first.range, last.range);
  return periods && periods.length <= 50 ? { periods, isSpan } : undefined;
}

/** One query for each figure that a clause asks of one measure: "total and average revenue" are two. */
export function toQueries(tokens: readonly Token[], measure: Measure | undefined, on: On): TableQueryInput[] {
  const aggregates = tokens.filter((token): token is Of<'aggregate'> => token.kind === 'aggregate');
  const ranks = tokens.filter((token): token is Of<'rank'> => token.kind === 'rank');
  const uniqueAggregates = [...new Map(aggregates.map((token) => [token.aggregate, token])).values()];
  const uniqueRanks = [...new Map(ranks.map((token) => [token.direction, token])).values()];
  if (uniqueAggregates.length > 1)
    return uniqueAggregates.map((token) => toQuery(tokens, measure, on, token, ranks[0]));
  const query = toQuery(tokens, measure, on, aggregates[0], ranks[0]);
  // With groups the highest and the lowest are both found by looking at the rows.
  if (uniqueRanks.length < 2 || (query.group_by ?? []).length > 0 || query.change) return [query];
  return uniqueRanks.map((rank) => toQuery(tokens, measure, on, aggregates[0], rank));
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every part of a query depends on the others, and each is one line
function toQuery(
  tokens: readonly Token[],
  measure: Measure | undefined,
  on: On,
  asked: Of<'aggregate'> | undefined,
  rank: Of<'rank'> | undefined,
): TableQueryInput {
  const all = <K extends Token['kind']>(kind: K) => tokens.filter((token): token is Of<K> => token.kind === kind);
  const has = (kind: Token['kind']) => tokens.some((token) => token.kind === kind);
  const [change, limit, counted] = [all('change')[0], all('limit')[0], measure ? undefined : countedColumn(tokens)];
  const named = [...new Set(all('period').map((token) => token.period))];
  const compared: Period | undefined = on.periods.length > 1 && !on.isSpan ? all('range')[0]?.period : undefined;
  const overTime = named[0] ?? compared;
  const columns = [
    ...all('column')
      .filter((token) => token !== counted)
      .map((token) => token.column),
    ...on.filters.filter((filter) => filter.op === 'in').map((filter) => filter.column),
  ];
  // Growth of nothing in particular is shown period by period; a drop, or growth of something, from end to end.
  const isSeries =
    change !== undefined && on.periods.length < 2 && (named.length > 0 || (!change.direction && columns.length === 0));
  const steps: readonly (Period | undefined)[] = change ? named.slice(1) : named.length > 0 ? named : [compared];
  const groups = [...new Set(columns)].map(nameText);
  for (const period of steps) if (period) groups.push(`${period}(${nameText(on.date)})`);
  const isMeanOfPeriods = named.length > 0 && !change && asked?.aggregate === 'avg' && !has('by') && !has('each');
  const wantsExtreme = limit !== undefined || rank !== undefined || (has('which') && change !== undefined);
  const direction = change?.direction ?? limit?.direction ?? rank?.direction;
  const isOrdered = wantsExtreme || has('sold') || (change?.direction && !isSeries);
  const span = on.isSpan ? all('range')[0]?.period : undefined;
  const along = `${overTime ?? span ?? 'month'}(${nameText(on.date)})`;
  const aggregate = counted
    ? 'distinct'
    : isMeanOfPeriods
      ? 'sum'
      : toAggregate(measure, asked, change ? undefined : rank, groups.length > 0);
  const figure = toFigure(aggregate, counted ? { columns: [counted.column], name: counted.column } : measure);
  return {
    file: on.file,
    select: [figure],
    group_by: change ? [...groups, along] : groups,
    where: [
      ...on.filters.map(toCondition),
      ...(on.periods.length > 0 ? [toCondition({ column: on.date, op: 'in', value: on.periods })] : []),
    ],
    ...(change ? { change: isSeries ? ('previous' as const) : ('first_to_last' as const) } : {}),
    ...(isOrdered ? { order_by: [`${change ? 'change' : '1'} ${direction === 'asc' ? 'asc' : 'desc'}`] } : {}),
    ...(limit ? { limit: limit.count } : isSeries ? { limit: 200 } : {}),
    ...(isMeanOfPeriods ? { mean_of_groups: true } : {}),
  };
}

const nameText = (name: string) => `\`${name.replaceAll('`', '``')}\``;

function toFigure(aggregate: Aggregate, measure: Pick<Measure, 'columns' | 'name'> | undefined): string {
  if (!measure) return 'count(*)';
  const of = measure.columns.map(nameText).join(' * ');
  return `${aggregate === 'distinct' ? `count(distinct ${of})` : `${aggregate}(${of})`} as ${nameText(measure.name)}`;
}

function toCondition({ column, op, value }: Filter): string {
  const literal = (each: string | number) => (typeof each === 'number' ? each : `'${each.replaceAll("'", "''")}'`);
  const values = [value].flat().map(literal);
  return `${nameText(column)} ${op} ${op === 'in' ? `(${values.join(', ')})` : values[0]}`;
}

/** The column whose different values are counted: "how many products". */
function countedColumn(tokens: readonly Token[]): Of<'column'> | undefined {
  const asksCount = tokens.some((token) => token.kind === 'count') && !tokens.some((token) => token.kind === 'rows');
  return asksCount ? tokens.find((token): token is Of<'column'> => token.kind === 'column') : undefined;
}

function toAggregate(
  measure: Measure | undefined,
  named: Of<'aggregate'> | undefined,
  rank: Of<'rank'> | undefined,
  isGrouped: boolean,
): Aggregate {
  if (!measure) return 'count';
  if (named) return named.aggregate;
  if (rank && (measure.isRate || !isGrouped)) return rank.direction === 'desc' ? 'max' : 'min';
  return measure.isRate ? 'avg' : 'sum';
}
