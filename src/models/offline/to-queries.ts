import { periodsBetween } from '../../tools/period.ts';
import type { Filter, Period, TableQueryInput } from '../../tools/table-query.ts';
import type { Measure, Of, Token } from './scan.ts';

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
  if (uniqueRanks.length < 2 || (query.groupBy ?? []).length > 0 || query.change) return [query];
  return uniqueRanks.map((rank) => toQuery(tokens, measure, on, aggregates[0], rank));
}

function toQuery(
  tokens: readonly Token[],
  measure: Measure | undefined,
  on: On,
  aggregate: Of<'aggregate'> | undefined,
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
  // Growth of nothing in particular is told period by period; a drop, or growth of something, from end to end.
  const isSeries =
    change !== undefined && on.periods.length < 2 && (named.length > 0 || (!change.direction && columns.length === 0));
  const steps: readonly (Period | undefined)[] = change ? named.slice(1) : named.length > 0 ? named : [compared];
  const groupBy = [
    ...[...new Set(columns)].map((column) => ({ column })),
    ...steps.flatMap((period) => (period ? [{ column: on.date, period }] : [])),
  ];
  const isMeanOfPeriods = named.length > 0 && !change && aggregate?.aggregate === 'avg' && !has('by') && !has('each');
  const wantsExtreme = limit !== undefined || rank !== undefined || (has('which') && change !== undefined);
  const direction = change?.direction ?? limit?.direction ?? rank?.direction;
  const isOrdered = wantsExtreme || has('sold') || (change?.direction && !isSeries);
  const span = on.isSpan ? all('range')[0]?.period : undefined;
  const from = isSeries ? 'previous' : 'first';
  return {
    file: on.file,
    ...(measure ? { measure: { columns: [...measure.columns], name: measure.name } } : {}),
    ...(counted ? { measure: { columns: [counted.column] } } : {}),
    aggregate: counted
      ? 'distinct'
      : isMeanOfPeriods
        ? 'sum'
        : toAggregate(measure, aggregate, change ? undefined : rank, groupBy.length > 0),
    groupBy,
    filters: [
      ...on.filters,
      ...(on.periods.length > 0 ? [{ column: on.date, op: 'during' as const, value: [...on.periods] }] : []),
    ],
    ...(change ? { change: { column: on.date, period: overTime ?? span ?? 'month', from } } : {}),
    ...(isOrdered ? { order: direction === 'asc' ? ('value-asc' as const) : ('value-desc' as const) } : {}),
    ...(limit ? { limit: limit.count } : isSeries ? { limit: 200 } : {}),
    ...(isMeanOfPeriods ? { meanOfGroups: true } : {}),
  };
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
) {
  if (!measure) return 'count';
  if (named) return named.aggregate;
  if (rank && (measure.isRate || !isGrouped)) return rank.direction === 'desc' ? 'max' : 'min';
  return measure.isRate ? 'avg' : 'sum';
}
