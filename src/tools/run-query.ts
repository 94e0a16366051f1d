import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { TroupeError } from '../errors.ts';
import type { Cell } from './cell.ts';
import { checkQuery } from './check-query.ts';
import type { Table } from './parse-table.ts';
import { resultColumns, toReading } from './query-reading.ts';
import type { QueryResult } from './query-result.ts';
import { type Statement, toSql } from './query-sql.ts';
import { recomputeQuery } from './recompute-query.ts';
import type { TableQuery } from './table-query.ts';

/** Answers a query from a database of its own that only reads, and checks the figures a second way. */
export function runQuery(table: Table, asked: TableQuery): QueryResult {
  if (table.rows.length === 0) throw new TroupeError('tool', `${table.name} has a header but no rows.`);
  const query = checkQuery(asked, table);
  const statements = toSql(query);
  const [extent, rows, totals] = readAll(table, [statements.extent, statements.rows, statements.total]);
  const [matched, groups, ...bounds] = extent?.[0] ?? [];
  const periods = bounds.filter((bound) => bound !== null).map(String);
  if (query.change && periods.length > 0 && periods[0] === periods.at(-1)) {
    const where = `There is only one ${query.change.period} (${periods[0]}) in these rows of ${table.name}`;
    throw new TroupeError('tool', `${where}, so nothing can be compared over time.`);
  }
  const total = totals?.[0]?.[0] ?? null;
  const check = recomputeQuery(query, table);
  return {
    kind: 'query',
    file: table.name,
    query,
    reading: toReading(query, periods),
    sql: statements.rows.sql,
    parameters: [...statements.rows.parameters],
    columns: resultColumns(query, periods),
    rows: Number(matched) > 0 ? (rows ?? []) : [],
    total: typeof total === 'number' ? total : null,
    matched: Number(matched ?? 0),
    groups: Number(groups ?? 0),
    periods,
    mean: query.meanOfGroups ? meanOf(query, rows ?? []) : null,
    check: { rows: Number(matched) > 0 ? check.rows.map((row) => [...row]) : [], total: check.total },
  };
}

function meanOf(query: TableQuery, rows: readonly (readonly Cell[])[]): number | null {
  const values = rows.map((row) => row.at(query.change ? -3 : -1)).filter((value) => typeof value === 'number');
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

function readAll(table: Table, statements: readonly Statement[]): Cell[][][] {
  const database = openReadOnly(table);
  try {
    return statements.map(({ sql, parameters }) => {
      const rows = database.prepare(sql).all(...parameters);
      return rows.map((row) => Object.values(row).map(toCell)); // in the order of the columns: no name is that of another or a number
    });
  } finally {
    database.close();
  }
}

function openReadOnly(table: Table): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const names = table.columns.map((column) => `"${column.name.replaceAll('"', '""')}"`);
  database.exec(`CREATE TABLE data (${names.join(', ')})`);
  const insert = database.prepare(`INSERT INTO data VALUES (${names.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const row of table.rows) insert.run(...row);
  database.exec('COMMIT');
  database.exec('PRAGMA query_only = ON');
  allowReadingOnly(database);
  return database;
}

/** From here on the database itself refuses everything but reading, where this Node can tell it to. */
function allowReadingOnly(database: DatabaseSync): void {
  if (!('setAuthorizer' in database) || typeof database.setAuthorizer !== 'function') return;
  // The codes of https://sqlite.org/c3ref/c_alter_table.html; the installed types do not list them yet.
  const codes = constants as unknown as Record<string, number | undefined>;
  const allowed = ['SQLITE_SELECT', 'SQLITE_READ', 'SQLITE_FUNCTION'].map((name) => codes[name]);
  const [ok = 0, deny = 1] = [codes.SQLITE_OK, codes.SQLITE_DENY];
  database.setAuthorizer((action: number) => (allowed.includes(action) ? ok : deny));
}

function toCell(value: SQLOutputValue): Cell {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
