import { periodBounds } from './period.ts';
import type { Filter, Period, TableQuery } from './table-query.ts';

/** A statement with its bound values. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** The statements for one query: the rows, the figure over all rows, and how many rows, groups and periods there are. */
export interface QueryStatements {
  readonly rows: Statement;
  readonly total: Statement;
  readonly extent: Statement;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Writes a checked query as SQL: names are quoted columns of the table, values are bound. */
export function toSql(query: TableQuery): QueryStatements {
  const parameters: (string | number)[] = [];
  const where = query.filters.map((filter) => toCondition(filter, parameters));
  const groups = query.groupBy.map(({ column, period }) => (period ? periodSql(column, period) : quote(column)));
  if (query.change) where.push(`${quote(query.change.column)} IS NOT NULL`);
  const selected = [
    ...groups.map((group, index) => `${group} AS g${index + 1}`),
    ...(query.change ? [`${periodSql(query.change.column, query.change.period)} AS period`] : []),
    `${query.measure ? query.measure.columns.map(quote).join(' * ') : '1'} AS m`,
  ];
  const condition = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : '';
  const base = `WITH base AS (SELECT ${selected.join(', ')} FROM data${condition})`;
  const keys = groups.map((_, index) => `g${index + 1}`);
  const aggregate = aggregateSql(query, 'm');
  const counted = query.change?.from === 'previous' ? [...keys, 'period'] : keys;
  const groupCount =
    counted.length > 0
      ? `COUNT(DISTINCT ${counted.map((key) => `COALESCE(${key}, '')`).join(' || char(31) || ')})`
      : '1';
  const bounds = query.change ? ', MIN(period) AS first, MAX(period) AS last' : '';
  return {
    rows: { sql: `${base}${rowsSql(query, keys)} LIMIT ?`, parameters: [...parameters, query.limit] },
    total: { sql: `${base} SELECT ${aggregate} AS total FROM base`, parameters },
    extent: { sql: `${base} SELECT COUNT(*) AS matched, ${groupCount} AS groups${bounds} FROM base`, parameters },
  };
}

function rowsSql(query: TableQuery, keys: readonly string[]): string {
  const columns = (...names: string[]) => [...keys, ...names].join(', ');
  const aggregate = aggregateSql(query, 'm');
  const grouping = keys.length > 0 ? ` GROUP BY ${keys.join(', ')}` : '';
  const ending = (value: string, then: readonly string[]) => {
    const order = [
      ...(query.order === 'group' ? [] : [`${value} ${query.order === 'value-asc' ? 'ASC' : 'DESC'} NULLS LAST`]),
      ...then,
    ];
    return order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '';
  };
  if (!query.change) return ` SELECT ${columns(`${aggregate} AS value`)} FROM base${grouping}${ending('value', keys)}`;
  const percent = (before: string) => `100.0 * change / NULLIF(${before}, 0) AS percent`;
  if (query.change.from === 'previous') {
    const partition = keys.length > 0 ? `PARTITION BY ${keys.join(', ')} ` : '';
    return `, series AS (SELECT ${columns('period', `${aggregate} AS value`)} FROM base GROUP BY ${columns('period')}),
 steps AS (SELECT *, value - LAG(value) OVER (${partition}ORDER BY period) AS change FROM series)
 SELECT ${columns('period', 'value', 'change', percent('(value - change)'))} FROM steps${ending('change', [...keys, 'period'])}`;
  }
  const at = (edge: string) => `${aggregateSql(query, `CASE WHEN period = ${edge} THEN m END`)}`;
  return `, edges AS (SELECT MIN(period) AS first, MAX(period) AS last FROM base),
 ends AS (SELECT ${columns(`${at('first')} AS before`, `${at('last')} AS after`)} FROM base, edges${grouping}),
 steps AS (SELECT *, after - before AS change FROM ends)
 SELECT ${columns('before', 'after', 'change', percent('before'))} FROM steps${ending('change', keys)}`;
}

function aggregateSql(query: TableQuery, value: string): string {
  if (query.aggregate === 'distinct') return `COUNT(DISTINCT ${value})`;
  // A group that sells nothing in a period has sold 0, while an average of nothing is nothing.
  return query.aggregate === 'sum' ? `COALESCE(SUM(${value}), 0)` : `${query.aggregate.toUpperCase()}(${value})`;
}

function periodSql(column: string, period: Period): string {
  const name = quote(column);
  if (period === 'year') return `substr(${name}, 1, 4)`;
  if (period === 'month') return `substr(${name}, 1, 7)`;
  return `substr(${name}, 1, 4) || '-Q' || ((CAST(substr(${name}, 6, 2) AS INTEGER) + 2) / 3)`;
}

function toCondition({ column, op, value }: Filter, parameters: (string | number)[]): string {
  const name = quote(column);
  const values = [value].flat();
  if (op === 'during') {
    const ranges = values.map((period) => {
      const bounds = periodBounds(String(period)) ?? { from: '', to: '' };
      parameters.push(bounds.from, bounds.to);
      return `(${name} >= ? AND ${name} < ?)`;
    });
    return `(${ranges.join(' OR ')})`;
  }
  parameters.push(...values);
  if (op === 'in') return `${name} IN (${values.map(() => '?').join(', ')})`;
  if (op === 'contains') return `instr(lower(${name}), lower(?)) > 0`;
  return op === '!=' ? `${name} IS NOT ?` : `${name} ${op} ?`;
}
