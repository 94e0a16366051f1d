import { TroupeError } from '../../errors.ts';
import type { Cell } from '../cell.ts';
import type { Aggregate, Comparison, Formula } from './formula.ts';
import { daysBetween, shiftDate, toPart } from './period.ts';

/** Gives the value of a formula for one line of cells. */
export type Evaluate = (line: readonly Cell[]) => Cell;

/** Computes a formula in plain loops; `known` says where a line already has the value of a part of it. */
export function evaluator(formula: Formula, known: (part: Formula) => Evaluate | undefined): Evaluate {
  const given = known(formula);
  if (given) return given;
  const of = (part: Formula) => evaluator(part, known);
  switch (formula.kind) {
    case 'value':
      return () => formula.value;
    case 'arithmetic':
      return both(of(formula.left), of(formula.right), (a, b) => arithmetic(formula.op, Number(a), Number(b)));
    case 'days':
      return both(of(formula.to), of(formula.from), (to, from) => daysBetween(String(from), String(to)));
    case 'shift':
      return one(of(formula.of), (date) => shiftDate(String(date), formula.count, formula.unit));
    case 'part':
      return one(of(formula.of), (date) => toPart(String(date), formula.part));
    case 'round':
      return one(of(formula.of), (value) => rounded(Number(value), formula.digits));
    case 'abs':
      return one(of(formula.of), (value) => Math.abs(Number(value)));
    case 'compare': {
      const [left, right] = [of(formula.left), of(formula.right)];
      return (line) => Number(compares(formula.op, left(line), right(line)));
    }
    case 'during':
      return orZero(one(of(formula.of), (date) => Number(String(date) >= formula.from && String(date) < formula.to)));
    case 'among': {
      const values = new Set<Cell>(formula.values);
      return orZero(one(of(formula.of), (value) => Number(values.has(value))));
    }
    case 'match': {
      const wanted = lowerAscii(formula.text);
      const fits = { start: 'startsWith', end: 'endsWith', anywhere: 'includes' } as const;
      return orZero(one(of(formula.of), (text) => Number(lowerAscii(String(text))[fits[formula.place]](wanted))));
    }
    case 'empty': {
      const value = of(formula.of);
      return (line) => Number(value(line) === null);
    }
    case 'logic': {
      const parts = formula.of.map(of);
      if (formula.op === 'and') return (line) => Number(parts.every((part) => part(line) === 1));
      return (line) => Number(parts.some((part) => part(line) === 1));
    }
    case 'not': {
      const value = of(formula.of);
      return (line) => Number(value(line) !== 1);
    }
    case 'choice': {
      const [when, then, otherwise] = [of(formula.when), of(formula.then), formula.otherwise && of(formula.otherwise)];
      return (line) => (when(line) === 1 ? then(line) : (otherwise?.(line) ?? null));
    }
    default:
      // Columns, aggregates and shares are what lines are made of.
      throw new TroupeError('bug', `Nothing is known of ${formula.kind} in a line of cells.`);
  }
}

/** One figure out of many values, empty cells left out. */
export function aggregateOf(aggregate: Aggregate, cells: readonly Cell[]): Cell {
  const values = cells.filter((cell) => cell !== null);
  if (aggregate === 'count') return values.length;
  if (aggregate === 'distinct') return new Set(values).size;
  if (aggregate === 'sum') return values.reduce<number>((sum, value) => sum + Number(value), 0);
  if (values.length === 0) return null;
  if (aggregate === 'avg') return values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length;
  return values.reduce((best, value) => ((aggregate === 'min' ? value < best : value > best) ? value : best));
}

/** The order of two cells, the empty ones first. */
export function orderOf(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

const one =
  (of: Evaluate, compute: (value: string | number) => Cell): Evaluate =>
  (line) => {
    const value = of(line);
    return value === null ? null : compute(value);
  };

const both =
  (left: Evaluate, right: Evaluate, compute: (a: string | number, b: string | number) => Cell): Evaluate =>
  (line) => {
    const [a, b] = [left(line), right(line)];
    return a === null || b === null ? null : compute(a, b);
  };

const orZero =
  (of: Evaluate): Evaluate =>
  (line) =>
    of(line) ?? 0;

function arithmetic(op: '+' | '-' | '*' | '/', a: number, b: number): Cell {
  if (op === '/') return b === 0 ? null : a / b;
  return { '+': a + b, '-': a - b, '*': a * b }[op];
}

/** A half goes away from zero, also one that floating point has made a little less: 100 * 123 / 240 is 51.25. */
function rounded(value: number, digits: number): number {
  const unit = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * unit).toFixed(9)))) / unit;
}

function compares(op: Comparison, a: Cell, b: Cell): boolean {
  if (op === '!=') return a !== b;
  if (a === null || b === null) return false;
  return { '=': a === b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[op];
}

/** As SQLite's `lower`, which knows the letters a to z only. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
