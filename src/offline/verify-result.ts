import type { Cell } from '../tools/cell.ts';
import type { QueryResult } from '../tools/tables/query-result.ts';

/** What can be wrong with a result. */
export type Flaw = 'recomputed-differs' | 'groups-do-not-add-up' | 'change-is-wrong';

/** Looks at a result again without the database: against the recomputed rows, its own total and its own periods. */
export function verifyResult(result: QueryResult): Flaw[] {
  const { query, rows, totals, check } = result;
  const [total = null] = totals;
  // No row fits the conditions: the result says so, and there is no figure in it.
  if (rows.length === 0) return check.rows.length === 0 ? [] : ['recomputed-differs'];
  const flaws: Flaw[] = [];
  const sameRows = rows.length === check.rows.length && isSameList(rows, check.rows, query.groups.length);
  if (!sameRows || !same(total, check.totals[0] ?? null)) flaws.push('recomputed-differs');
  if (addsUp(result)) {
    const sum = rows.reduce((all, row) => all + Number(row.at(-1) ?? 0), 0);
    if (!same(sum, total)) flaws.push('groups-do-not-add-up');
  }
  if (query.change && !rows.every((row, index) => isChangeRight(result, row, rows[index - 1])))
    flaws.push('change-is-wrong');
  return flaws;
}

/** The same rows; those whose figures differ by a rounding only may stand in another order. */
function isSameList(rows: QueryResult['rows'], others: QueryResult['rows'], keys: number): boolean {
  const isSameRow = (row: readonly Cell[], other: readonly Cell[] | undefined) =>
    row.every((cell, at) => same(cell, other?.[at] ?? null));
  if (rows.every((row, index) => isSameRow(row, others[index]))) return true;
  const keyOf = (row: readonly Cell[]) => JSON.stringify(row.slice(0, keys));
  const byKey = new Map(others.map((row) => [keyOf(row), row]));
  return (
    keys > 0 &&
    rows.every(
      (row, index) => isSameRow(row, byKey.get(keyOf(row))) && same(row.at(-1) ?? null, others[index]?.at(-1) ?? null),
    )
  );
}

/** True when the groups of a result are the whole, so that their sum is the total. */
export function addsUp({ query, rows, groups }: QueryResult): boolean {
  return (
    (query.values[0]?.aggregate === 'sum' || query.values[0]?.aggregate === 'count') &&
    !query.change &&
    query.groups.length > 0 &&
    query.having.length === 0 &&
    rows.length === groups
  );
}

function isChangeRight({ query }: QueryResult, row: readonly Cell[], above: readonly Cell[] | undefined): boolean {
  const [x = null, y = null, change = null, percent = null] = row.slice(-4);
  if (query.change?.from === 'first_to_last') {
    if (typeof x !== 'number' || typeof y !== 'number') return change === null;
    return same(change, y - x) && (x === 0 ? percent === null : same(percent, (100 * (y - x)) / x));
  }
  if (query.order !== 'group' || query.groups.length > 0 || typeof change !== 'number') return true;
  const before = above?.at(-3);
  return typeof before === 'number' && typeof y === 'number' && same(change, y - before);
}

function same(a: Cell, b: Cell): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-7 * Math.max(1, Math.abs(a), Math.abs(b));
}
