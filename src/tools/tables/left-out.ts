import { type Formula, type FormulaOf, findAll, partsOf } from '../formulas/formula.ts';
import type { NamedFormula } from './check-query.ts';
import type { Table } from './parse-table.ts';

/** Says which rows a figure leaves out because a cell is empty: `6 rows with an empty delivered are left out of days`. */
export function leftOutBy(figures: readonly NamedFormula[], table: Table, rows: Table['rows']): string[] {
  return table.columns.flatMap(({ name: column }, at) => {
    const lacking = figures.filter(({ formula }) => findAll(formula, 'aggregate').some((each) => needs(each, column)));
    const count = lacking.length > 0 ? rows.filter((row) => (row[at] ?? null) === null).length : 0;
    if (count === 0) return [];
    const of = figures.length > 1 ? ` of ${lacking.map(({ name }) => name).join(', ')}` : '';
    return [
      `${count} ${count === 1 ? 'row' : 'rows'} with an empty ${column} ${count === 1 ? 'is' : 'are'} left out${of}`,
    ];
  });
}

/** Someone who asks for the sum or the count of a column's cells knows that an empty one adds nothing. */
function needs({ aggregate, of }: FormulaOf<'aggregate'>, column: string): boolean {
  if (of === undefined || aggregate === 'count' || aggregate === 'distinct') return false;
  return (aggregate === 'avg' || of.kind !== 'column') && isEmptyWithout(of, column);
}

/** Whether a formula has no value where a column has none; a condition always has one. */
function isEmptyWithout(formula: Formula, column: string): boolean {
  if (formula.kind === 'column') return formula.name === column;
  if (formula.type === 'condition' || formula.kind === 'choice') return false;
  return partsOf(formula).some((part) => isEmptyWithout(part, column));
}
