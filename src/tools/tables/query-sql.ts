import { formulaSql, joinSql, rawSql, type Sql, sqlOf } from '../formulas/formula-sql.ts';
import type { Wanted } from './query-figures.ts';

/** The statements for what is wanted: the lines, and the aggregates over all rows behind their number. */
export function toSql({ keys, aggregates, cells, where }: Wanted): { lines: Sql; totals: Sql } {
  const conditions = joinSql(where.map(formulaSql), ' AND ');
  const from = where.length > 0 ? sqlOf` FROM data WHERE ${conditions}` : rawSql(' FROM data');
  const grouping = keys.length > 0 ? rawSql(` GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`) : rawSql('');
  const columns = named([...keys, ...aggregates, ...cells].map(formulaSql));
  return {
    lines: sqlOf`SELECT ${columns}${from}${grouping}`,
    totals: sqlOf`SELECT ${named([rawSql('COUNT(*)'), ...aggregates.map(formulaSql)])}${from}`,
  };
}

/** Every column has a name of its own, which is not a number, so that a row keeps its order. */
const named = (columns: readonly Sql[]) =>
  joinSql(
    columns.map((column, index) => sqlOf`${column} AS ${rawSql(`c${index}`)}`),
    ', ',
  );
