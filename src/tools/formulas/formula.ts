import type { DatePart } from './period.ts';

/** What aggregates there are, as they are called. */
export const aggregates = ['sum', 'avg', 'min', 'max', 'count', 'distinct'] as const;
/** One figure out of many values; `distinct` counts the different ones. */
export type Aggregate = (typeof aggregates)[number];

/** What a formula gives; a condition gives 1 or 0. */
export type FormulaType = 'number' | 'date' | 'text' | 'condition';

/** How two values can compare. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * A formula over the columns of one table: every name is a column's own, every value of the type it is compared with. Nothing in it can be empty
 * by mistake: a condition on an empty cell is false, whatever else is made of one is empty.
 */
export type Formula = { readonly type: FormulaType } & (
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*' | '/'; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'days'; readonly from: Formula; readonly to: Formula }
  | { readonly kind: 'shift'; readonly of: Formula; readonly count: number; readonly unit: 'day' | 'month' }
  | { readonly kind: 'part'; readonly part: DatePart; readonly of: Formula }
  | { readonly kind: 'round'; readonly of: Formula; readonly digits: number }
  | { readonly kind: 'abs'; readonly of: Formula }
  | { readonly kind: 'compare'; readonly op: Comparison; readonly left: Formula; readonly right: Formula }
  | {
      readonly kind: 'during';
      readonly of: Formula;
      readonly period: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'among'; readonly of: Formula; readonly values: readonly (string | number)[] }
  | {
      readonly kind: 'match';
      readonly of: Formula;
      readonly place: 'start' | 'end' | 'anywhere';
      readonly text: string;
    }
  | { readonly kind: 'empty'; readonly of: Formula }
  | { readonly kind: 'logic'; readonly op: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'choice'; readonly when: Formula; readonly then: Formula; readonly otherwise?: Formula }
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly of?: Formula }
  | { readonly kind: 'share'; readonly of: Formula }
);

/** A formula of one kind. */
export type FormulaOf<K extends Formula['kind']> = Formula & { readonly kind: K };

/** The formulas that a formula is directly made of. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'column':
    case 'value':
      return [];
    case 'arithmetic':
    case 'compare':
      return [formula.left, formula.right];
    case 'days':
      return [formula.from, formula.to];
    case 'logic':
      return formula.of;
    case 'choice':
      return [formula.when, formula.then, ...(formula.otherwise ? [formula.otherwise] : [])];
    default:
      return formula.of ? [formula.of] : [];
  }
}

/** Every formula of a kind within a formula, itself included. */
export function findAll<K extends Formula['kind']>(formula: Formula, kind: K): FormulaOf<K>[] {
  // The comparison of the kinds is what makes it one of that kind.
  const own = formula.kind === kind ? [formula as FormulaOf<K>] : [];
  return [...own, ...partsOf(formula).flatMap((part) => findAll(part, kind))];
}

/** Whether a formula is about groups of rows. */
export function isAggregated(formula: Formula): boolean {
  return findAll(formula, 'aggregate').length > 0;
}

/** Whether a figure is a part of another one, so that its change is given in points: percent of a percentage would mislead. */
export function isRatio(formula: Formula): boolean {
  if (formula.kind === 'share') return true;
  if (formula.kind === 'aggregate') return formula.aggregate === 'avg' && isTest(formula.of);
  // Divided by a number it is the same figure in another unit.
  if (formula.kind === 'arithmetic' && formula.op === '/' && formula.right.kind !== 'value') return true;
  return partsOf(formula).some(isRatio);
}

/** A condition, or one number for where it holds: if(delivered > due, 100, 0). */
const isTest = (formula: Formula | undefined) =>
  formula?.type === 'condition' || (formula?.kind === 'choice' && formula.then.kind === 'value');

/** Whether two formulas are the same. */
export function isSame(one: Formula, other: Formula): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
