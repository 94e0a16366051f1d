import type { Cell } from './cell.ts';
import type { Table } from './parse-table.ts';
import { periodBounds, toPeriod } from './period.ts';
import type { Filter, TableQuery } from './table-query.ts';

/** The figures of a query, found without SQL. */
export interface Recomputation {
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number | null;
}

interface Item {
  readonly keys: readonly Cell[];
  readonly period: string;
  readonly value: Cell;
}

/**
 * Computes a checked query a second time, in plain loops over the parsed rows. It shares nothing with the SQL, so that
 * two equal results mean something.
 */
export function recomputeQuery(query: TableQuery, table: Table): Recomputation {
  const at = (name: string) => table.columns.findIndex((column) => column.name === name);
  const items: Item[] = [];
  for (const row of table.rows) {
    if (!query.filters.every((filter) => passes(filter, row[at(filter.column)] ?? null))) continue;
    const date = query.change ? (row[at(query.change.column)] ?? null) : '';
    if (date === null) continue;
    const keys = query.groupBy.map(({ column, period }) => {
      const cell = row[at(column)] ?? null;
      return period && cell !== null ? toPeriod(String(cell), period) : cell;
    });
    const factors = query.measure ? query.measure.columns.map((name) => row[at(name)] ?? null) : [1];
    items.push({
      keys,
      period: query.change ? toPeriod(String(date), query.change.period) : '',
      value: multiply(factors),
    });
  }
  return { rows: arrange(query, figures(query, items)), total: aggregate(query, items) };
}

function figures(query: TableQuery, items: readonly Item[]): Cell[][] {
  const groups = [...partition(items, (item) => JSON.stringify(item.keys)).values()];
  if (query.groupBy.length === 0 && groups.length === 0 && !query.change) return [[aggregate(query, [])]];
  if (!query.change) return groups.map((group) => [...(group[0]?.keys ?? []), aggregate(query, group)]);
  const periods = [...new Set(items.map((item) => item.period))].sort();
  if (query.change.from === 'first') {
    return groups.map((group) => {
      const [before, after] = [periods[0], periods.at(-1)].map((period) =>
        aggregate(
          query,
          group.filter((item) => item.period === period),
        ),
      );
      return [...(group[0]?.keys ?? []), before ?? null, after ?? null, ...difference(before, after)];
    });
  }
  return groups.flatMap((group) => {
    let previous: number | null = null;
    const byPeriod = [...partition(group, (item) => item.period)].sort(([a], [b]) => (a < b ? -1 : 1));
    return byPeriod.map(([period, members]) => {
      const value = aggregate(query, members);
      const row: Cell[] = [...(group[0]?.keys ?? []), period, value, ...difference(previous, value)];
      previous = value;
      return row;
    });
  });
}

function arrange(query: TableQuery, rows: Cell[][]): Cell[][] {
  const width = query.groupBy.length;
  const valueAt = query.change ? width + 2 : width;
  const keyCount = query.change?.from === 'previous' ? width + 1 : width;
  const sign = query.order === 'value-asc' ? 1 : -1;
  const compare = (a: Cell, b: Cell) => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? -1 : 1;
    return a < b ? -1 : 1;
  };
  const sorted = rows.toSorted((a, b) => {
    const [x, y] = [a[valueAt] ?? null, b[valueAt] ?? null];
    if (query.order !== 'group' && x !== y) return x === null ? 1 : y === null ? -1 : sign * compare(x, y);
    for (let key = 0; key < keyCount; key++) {
      const order = compare(a[key] ?? null, b[key] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  });
  return sorted.slice(0, query.limit);
}

function aggregate(query: TableQuery, items: readonly Item[]): number | null {
  const values = items.map((item) => item.value).filter((value) => value !== null);
  if (query.aggregate === 'count') return values.length;
  if (query.aggregate === 'distinct') return new Set(values).size;
  const numbers = values.map(Number);
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (query.aggregate === 'sum') return sum;
  if (numbers.length === 0) return null;
  if (query.aggregate === 'avg') return sum / numbers.length;
  return numbers.reduce((best, value) => (query.aggregate === 'min' ? Math.min(best, value) : Math.max(best, value)));
}

function difference(before: number | null | undefined, after: number | null | undefined): [Cell, Cell] {
  if (before == null || after == null) return [null, null];
  return [after - before, before === 0 ? null : (100 * (after - before)) / before];
}

function multiply(cells: readonly Cell[]): Cell {
  if (cells.length === 1) return cells[0] ?? null;
  return cells.reduce<Cell>(
    (product, cell) => (product === null || cell === null ? null : Number(product) * Number(cell)),
    1,
  );
}

function passes({ op, value }: Filter, cell: Cell): boolean {
  const values = [value].flat();
  if (op === '!=') return cell !== values[0];
  if (cell === null) return false;
  if (op === 'during') {
    return values.some((period) => {
      const bounds = periodBounds(String(period));
      return bounds !== undefined && String(cell) >= bounds.from && String(cell) < bounds.to;
    });
  }
  if (op === 'in' || op === '=') return values.includes(cell);
  const [wanted = ''] = values;
  if (op === 'contains') return lowerAscii(String(cell)).includes(lowerAscii(String(wanted)));
  if (typeof cell !== typeof wanted) return false;
  return { '<': cell < wanted, '<=': cell <= wanted, '>': cell > wanted, '>=': cell >= wanted }[op];
}

/** As SQLite's `lower`, which knows the letters a to z only. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function partition<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const parts = new Map<string, T[]>();
  for (const item of items) {
    const part = parts.get(key(item));
    if (part) part.push(item);
    else parts.set(key(item), [item]);
  }
  return parts;
}
