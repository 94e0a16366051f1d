import { TroupeError } from '../../errors.ts';
import { addMonths, type Day, isDay, type Value } from './expression-value.ts';
import { add, divide, floor, fraction, fromFloat, isLess, negate, type Rational, round, toFloat } from './rational.ts';

interface ExpressionFunction {
  /** How many values it takes, at least and at most. */
  readonly takes: readonly [number, number];
  apply(values: readonly Value[]): Value;
}

const whole = (value: number) => fraction(BigInt(value), 1n);
const zero = whole(0);
const sum = (values: readonly Rational[]) => values.reduce(add, zero);
const smaller = (a: Rational, b: Rational) => (isLess(b, a) ? b : a);
const larger = (a: Rational, b: Rational) => (isLess(a, b) ? b : a);
const numeric = (
  takes: readonly [number, number],
  apply: (values: readonly Rational[]) => Rational,
): ExpressionFunction => ({ takes, apply: (values) => apply(values.map(toNumber)) });
const one = (apply: (value: Rational) => Rational) => numeric([1, 1], ([x = zero]) => apply(x));
const many = (apply: (values: readonly Rational[]) => Rational) => numeric([1, Number.POSITIVE_INFINITY], apply);
const float = (apply: (value: number) => number) => one((x) => fromFloat(apply(toFloat(x))));

/** What can be called in an expression. */
export const functions: ReadonlyMap<string, ExpressionFunction> = new Map([
  ['round', numeric([1, 2], ([x = zero, places = zero]) => round(x, toPlaces(places)))],
  ['floor', one(floor)],
  ['ceil', one((x) => negate(floor(negate(x))))],
  ['abs', one((x) => (x.n < 0n ? negate(x) : x))],
  ['min', many((values) => values.reduce(smaller))],
  ['max', many((values) => values.reduce(larger))],
  ['sum', many(sum)],
  ['avg', many((values) => divide(sum(values), whole(values.length)))],
  ['sqrt', float(Math.sqrt)],
  ['ln', float(Math.log)],
  ['log', float(Math.log10)],
  ['exp', float(Math.exp)],
  ['sin', float(Math.sin)],
  ['cos', float(Math.cos)],
  ['tan', float(Math.tan)],
  ['days', { takes: [2, 2], apply: ([from, to]) => whole(toDay(to).day - toDay(from).day) }],
  ['addmonths', { takes: [2, 2], apply: ([from, months]) => addMonths(toDay(from), toWhole(toNumber(months))) }],
]);

/** More digits than a result shows. */
export const constants: ReadonlyMap<string, Rational> = new Map([
  ['pi', fraction(3141592653589793238462643n, 10n ** 24n, false)],
  ['e', fraction(2718281828459045235360287n, 10n ** 24n, false)],
]);

export function toNumber(value: Value | undefined): Rational {
  if (value !== undefined && !isDay(value)) return value;
  throw new TroupeError('tool', 'a date stands where a number is needed');
}

/** A number of days or months. */
export function toWhole({ n, d }: Rational): number {
  if (d === 1n && n >= -10_000_000n && n <= 10_000_000n) return Number(n);
  throw new TroupeError('tool', 'only whole days and months can be added to a date');
}

function toDay(value: Value | undefined): Day {
  if (value !== undefined && isDay(value)) return value;
  throw new TroupeError('tool', 'a number stands where a date is needed; write dates as "2024-03-01"');
}

function toPlaces({ n, d }: Rational): number {
  if (d === 1n && n >= -30n && n <= 30n) return Number(n);
  throw new TroupeError('tool', 'round takes from -30 to 30 decimals');
}
