import type { Cell } from '../cell.ts';
import { type Formula, type FormulaOf, findAll, isSame } from '../formulas/formula.ts';
import type { CheckedQuery } from './check-query.ts';

/** What has to be found for a query: for each group its keys and aggregates, or for each row of a listing what it shows and is sorted by. */
export interface Wanted {
  readonly keys: readonly Formula[];
  readonly aggregates: readonly FormulaOf<'aggregate'>[];
  /** For a listing; empty otherwise. */
  readonly cells: readonly Formula[];
  readonly where: readonly Formula[];
}

/** What was found: a line for each group (keys, then aggregates) or row, the aggregates over all of them, and how many rows match. */
export interface Figures {
  readonly lines: readonly (readonly Cell[])[];
  readonly totals: readonly Cell[];
  readonly matched: number;
}

/** What a query asks a table for; whatever is made of that is made without it. */
export function wantedBy(query: CheckedQuery): Wanted {
  const orders = query.order.flatMap(({ by }) => (typeof by === 'string' ? [] : [by]));
  const values = query.values.map(({ formula }) => formula);
  const along = query.change ? query.keys.at(-1)?.formula : undefined;
  const dated: Formula[] = along
    ? [{ type: 'condition', kind: 'not', of: { type: 'condition', kind: 'empty', of: along } }]
    : [];
  return {
    keys: query.keys.map(({ formula }) => formula),
    aggregates: query.isListing
      ? []
      : unique([...values, ...query.having, ...orders].flatMap((formula) => findAll(formula, 'aggregate'))),
    cells: query.isListing ? unique([...values, ...orders]) : [],
    where: [...query.where, ...dated],
  };
}

function unique<F extends Formula>(formulas: readonly F[]): F[] {
  return formulas.filter((one, at) => formulas.findIndex((other) => isSame(one, other)) === at);
}
