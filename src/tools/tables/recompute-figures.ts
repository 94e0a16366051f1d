import type { Cell } from '../cell.ts';
import type { Formula } from '../formulas/formula.ts';
import { aggregateOf, type Evaluate, evaluator } from '../formulas/formula-value.ts';
import type { Table } from './parse-table.ts';
import type { Figures, Wanted } from './query-figures.ts';

/**
 * Finds the figures a second time, in plain loops over the parsed rows. It shares nothing with the SQL, so that two equal results mean something.
 */
export function recomputeFigures({ keys, aggregates, cells }: Wanted, table: Table, rows: Table['rows']): Figures {
  const toEvaluate = rowEvaluator(table);
  if (cells.length > 0) {
    const evaluate = cells.map(toEvaluate);
    return { lines: rows.map((row) => evaluate.map((cell) => cell(row))), totals: [], matched: rows.length };
  }
  const [made, inner] = [keys.map(toEvaluate), aggregates.map(({ of }) => (of ? toEvaluate(of) : () => 1))];
  const figuresOf = (members: readonly (readonly Cell[])[]) =>
    aggregates.map(({ aggregate }, index) =>
      aggregateOf(
        aggregate,
        members.map((row) => inner[index]?.(row) ?? null),
      ),
    );
  const groups = Map.groupBy(rows, (row) => JSON.stringify(made.map((key) => key(row))));
  const lines = [...groups.values()].map((members) => [
    ...made.map((key) => key(members[0] ?? [])),
    ...figuresOf(members),
  ]);
  return { lines, totals: figuresOf(rows), matched: rows.length };
}

/** The rows of a table for which all conditions hold. */
export function matchingRows(where: readonly Formula[], table: Table): Table['rows'] {
  const conditions = where.map(rowEvaluator(table));
  return table.rows.filter((row) => conditions.every((holds) => holds(row) === 1));
}

function rowEvaluator(table: Table): (formula: Formula) => Evaluate {
  const places = new Map(table.columns.map((column, index) => [column.name, index]));
  return (formula) =>
    evaluator(formula, (part) => {
      if (part.kind !== 'column') return undefined;
      const at = places.get(part.name) ?? -1;
      return (row) => row[at] ?? null;
    });
}
