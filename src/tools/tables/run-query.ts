import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { TroupeError } from '../../errors.ts';
import type { Cell } from '../cell.ts';
import { type Formula, findAll } from '../formulas/formula.ts';
import { quoted, type Sql } from '../formulas/formula-sql.ts';
import { arrangeFigures, meansOf } from './arrange-figures.ts';
import { checkQuery } from './check-query.ts';
import { columnFacts, describeColumns } from './describe-columns.ts';
import { leftOutBy } from './left-out.ts';
import type { Table } from './parse-table.ts';
import { type Figures, type Wanted, wantedBy } from './query-figures.ts';
import { resultColumns, toReading, toSummary } from './query-reading.ts';
import type { QueryResult } from './query-result.ts';
import { toSql } from './query-sql.ts';
import { matchingRows, recomputeFigures } from './recompute-figures.ts';
import type { TableQuery } from './table-query.ts';

/** Answers a query from a database of its own that only reads, and checks the figures a second way. */
export function runQuery(table: Table, asked: TableQuery): QueryResult {
  if (table.rows.length === 0) throw new TroupeError('tool', `${table.name} has a header but no rows.`);
  const query = checkQuery(asked, table);
  const wanted = wantedBy(query);
  const statements = toSql(wanted);
  const figures = readFigures(table, wanted, statements);
  const found = arrangeFigures(query, wanted, figures);
  if (query.change && found.periods.length === 1) {
    const where = `There is only one period (${found.periods[0]}) in these rows of ${table.name}`;
    throw new TroupeError('tool', `${where}, so nothing can be compared over time.`);
  }
  const rows = matchingRows(wanted.where, table);
  const again = arrangeFigures(query, wanted, recomputeFigures(wanted, table, rows));
  const columns = resultColumns(query, found.periods);
  const page = <T>(rows: readonly T[]) => rows.slice(asked.offset, asked.offset + asked.limit);
  const copy = (rows: readonly (readonly Cell[])[]) => rows.map((row) => [...row]);
  return {
    kind: 'query',
    file: table.name,
    query: toSummary(query, asked),
    reading: toReading(
      query,
      { file: table.name, matched: figures.matched, rowCount: table.rows.length },
      leftOutBy(query.values, table, rows),
    ),
    sql: statements.lines.sql,
    parameters: [...statements.lines.parameters],
    columns: columns.map(({ name }) => name),
    places: columns.map(({ places = null }) => places),
    rows: copy(page(found.rows)),
    totals: [...found.totals],
    rowCount: table.rows.length,
    matched: figures.matched,
    groups: found.rows.length,
    ...tiedWith(found.rows, asked, toSummary(query, asked)),
    periods: [...found.periods],
    means:
      asked.mean_of_groups && !query.isListing && !query.change
        ? meansOf(query.values, found.rows, query.keys.length)
        : [],
    possible: figures.matched === 0 ? possibleIn(table, query.where) : [],
    check: { rows: copy(page(again.rows)), totals: [...again.totals] },
  };
}

/** A cut by the figure that leaves out rows with the same one. */
function tiedWith(
  rows: readonly (readonly Cell[])[],
  { offset, limit }: TableQuery,
  { order, groups, change, values }: QueryResult['query'],
): { tied?: number } {
  const last = rows[offset + limit - 1];
  if (!last || change || values.length !== 1 || !order.startsWith('value')) return {};
  const tied = rows.slice(offset + limit).filter((row) => row[groups.length] === last[groups.length]).length;
  return tied > 0 ? { tied } : {};
}

/** What the columns of some conditions hold. */
function possibleIn(table: Table, conditions: readonly Formula[]): string[] {
  const names = new Set(conditions.flatMap((condition) => findAll(condition, 'column')).map((column) => column.name));
  const at = table.columns.flatMap(({ name }, index) => (names.has(name) ? [index] : []));
  const columns = at.map((index) => table.columns[index]).filter((column) => column !== undefined);
  const rows = table.rows.map((row) => at.map((index) => row[index] ?? null));
  return describeColumns({ ...table, columns, rows }).columns.map((column) => columnFacts(column));
}

function readFigures(table: Table, wanted: Wanted, { lines, totals }: { lines: Sql; totals: Sql }): Figures {
  const database = openReadOnly(table, wanted);
  const read = ({ sql, parameters }: Sql) =>
    database
      .prepare(sql)
      .all(...parameters)
      .map((row) => Object.values(row).map(toCell));
  try {
    const [matched = 0, ...all] = read(totals)[0] ?? [];
    // Without keys there is one line whatever is asked, even of no rows.
    const isNothing = Number(matched) === 0;
    return { lines: isNothing ? [] : read(lines), totals: all, matched: Number(matched) };
  } finally {
    database.close();
  }
}

/** Only the columns that a query speaks of are put into the database; SQLite has no table without any. */
function openReadOnly(table: Table, { keys, aggregates, cells, where }: Wanted): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const all = [...keys, ...aggregates, ...cells, ...where].flatMap((formula) => findAll(formula, 'column'));
  const used = new Set(all.map((column) => column.name));
  const places = table.columns.flatMap(({ name }, index) => (used.has(name) ? [index] : []));
  const at = places.length > 0 ? places : [0];
  database.exec(`CREATE TABLE data (${at.map((index) => quoted(table.columns[index]?.name ?? '')).join(', ')})`);
  const insert = database.prepare(`INSERT INTO data VALUES (${at.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const row of table.rows) insert.run(...at.map((index) => row[index] ?? null));
  database.exec('COMMIT');
  database.exec('PRAGMA query_only = ON');
  allowReadingOnly(database);
  return database;
}

/** From here on the database itself refuses everything but reading, where this version of Node supports that. */
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
