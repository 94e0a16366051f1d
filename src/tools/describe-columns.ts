import type { Cell, ColumnType } from './cell.ts';
import type { Table } from './parse-table.ts';

/** What is in a column, without its cells. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: ColumnType;
  /** How many different values there are. */
  readonly distinct: number;
  /** How many cells are empty. */
  readonly empty: number;
  /** The values in order, when there are few enough to list. */
  readonly values: readonly string[];
  readonly min: Cell;
  readonly max: Cell;
}

/** What is in a table, without its rows. */
export interface TableDescription {
  readonly name: string;
  readonly rowCount: number;
  readonly columns: readonly ColumnDescription[];
}

const listedValues = 200;

/** Describes a table: its columns, their types, and the values of those that have few. */
export function describeColumns(table: Table): TableDescription {
  const columns = table.columns.map(({ name, type }, index) => {
    const filled = table.rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
    const distinct = [...new Set(filled)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const values = type === 'text' && distinct.length <= listedValues ? distinct.map(String) : [];
    const empty = table.rows.length - filled.length;
    return {
      name,
      type,
      distinct: distinct.length,
      empty,
      values,
      min: distinct[0] ?? null,
      max: distinct.at(-1) ?? null,
    };
  });
  return { name: table.name, rowCount: table.rows.length, columns };
}

/** A table in one line: `180 rows; columns: date (date), region (text) …`. */
export function toTableSummary(table: TableDescription): string {
  const columns = table.columns.map((column) => `${column.name} (${column.type})`).join(', ');
  return `${table.rowCount} ${table.rowCount === 1 ? 'row' : 'rows'}; columns: ${columns}`;
}
