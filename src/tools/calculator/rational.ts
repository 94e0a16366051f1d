import { TroupeError } from '../../errors.ts';

/** A fraction in lowest terms whose denominator is positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
  /** False for what was cut, or has been a floating-point number, on the way. */
  readonly isExact: boolean;
  /** The decimals that it was rounded to, which are shown even where they are zeros. Whatever is computed with it has none. */
  readonly places?: number;
}

/** Longer fractions are cut to `keptBits`: exact ones could double their length with every step. */
const mostBits = 2048;
const keptBits = 256;
/** As far as floating-point numbers go; `bitsOf` may count three bits too many. */
const mostMagnitude = 1020;
/** An exact value with more digits is shown rounded, like one without an end. */
const mostDigits = 40;
const roundedDigits = 15;

/** Reads `1204.50`, `.5` or `1e-3`. */
export function toRational(decimal: string): Rational {
  const [, whole = '', decimals = '', exponent = '0'] = /^(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const digits = BigInt(`${whole}${decimals}`);
  const power = Number(exponent) - decimals.length;
  if (Math.abs(power) > mostBits) return fromFloat(Number(decimal));
  return power < 0 ? fraction(digits, 10n ** BigInt(-power)) : fraction(digits * 10n ** BigInt(power), 1n);
}

/** The fraction for a floating-point number; throws for what is none. */
export function fromFloat(value: number): Rational {
  if (Number.isNaN(value)) throw new TroupeError('tool', 'this has no real result');
  if (!Number.isFinite(value)) throw tooLarge();
  const absolute = toRational(Math.abs(value).toPrecision(17));
  return { n: value < 0 ? -absolute.n : absolute.n, d: absolute.d, isExact: false };
}

export function toFloat({ n, d }: Rational): number {
  // A quotient of 64 bits holds all that fits a floating-point number.
  const { quotient, shift } = quotientOf(n, d, 64);
  return Number(quotient) * 2 ** -shift;
}

/** About so many leading bits of `n / d`; shifted back to the right by `shift` they are its value. */
function quotientOf(n: bigint, d: bigint, bits: number): { quotient: bigint; shift: number } {
  const shift = bits - (bitsOf(n) - bitsOf(d));
  return { shift, quotient: shift > 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift)) };
}

/** The value as a decimal: all its digits where it is exact and has an end in sight, else fifteen of them. */
export function toDecimal(value: Rational): string {
  const exact = value.isExact ? exactDecimal(value) : undefined;
  const decimal = exact ?? String(Number(toFloat(value).toPrecision(roundedDigits)));
  const { places = 0 } = value;
  if (places <= 0 || decimal.includes('e')) return decimal;
  const [whole, decimals = ''] = decimal.split('.');
  return `${whole}.${decimals.padEnd(places, '0')}`;
}

function exactDecimal({ n, d }: Rational): string | undefined {
  const places = placesOf(d);
  if (places === undefined) return undefined;
  const digits = String((abs(n) * 10n ** BigInt(places)) / d).padStart(places + 1, '0');
  if (digits.length > mostDigits) return undefined;
  const [whole, decimals] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${n < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** How many decimals a fraction with this denominator has; nothing when they never end, or not soon. */
function placesOf(denominator: bigint): number | undefined {
  let places = 0;
  let power = 1n;
  for (; power % denominator !== 0n; places++, power *= 10n) if (places > mostDigits) return undefined;
  return places;
}

export const add = (a: Rational, b: Rational) => fraction(a.n * b.d + b.n * a.d, a.d * b.d, a.isExact && b.isExact);
export const negate = ({ n, ...rest }: Rational): Rational => ({ ...rest, n: -n });
export const subtract = (a: Rational, b: Rational) => add(a, negate(b));
export const multiply = (a: Rational, b: Rational) => fraction(a.n * b.n, a.d * b.d, a.isExact && b.isExact);
export const isLess = (a: Rational, b: Rational) => a.n * b.d < b.n * a.d;

export function divide(a: Rational, b: Rational): Rational {
  if (b.n === 0n) throw new TroupeError('tool', 'division by zero has no result');
  return fraction(a.n * b.d, a.d * b.n, a.isExact && b.isExact);
}

/** What is left after whole times, with the sign of what is divided. */
export function remainder(a: Rational, b: Rational): Rational {
  const { n, d } = divide(a, b);
  return subtract(a, multiply(b, fraction(n / d, 1n)));
}

/** Multiplies for a whole exponent; any other takes floating point. */
export function raise(base: Rational, exponent: Rational): Rational {
  if (exponent.d !== 1n || bitsOf(exponent.n) > 64) return fromFloat(toFloat(base) ** toFloat(exponent));
  let power = fraction(1n, 1n, exponent.isExact);
  for (const bit of abs(exponent.n).toString(2)) {
    power = multiply(power, power);
    if (bit === '1') power = multiply(power, base);
  }
  return exponent.n < 0n ? divide(fraction(1n, 1n), power) : power;
}

/** The largest whole number that is not above the value. */
export function floor({ n, d, isExact }: Rational): Rational {
  return fraction(n / d - (n % d < 0n ? 1n : 0n), 1n, isExact);
}

/** Rounds to so many decimals, a half away from zero, as people do. */
export function round(value: Rational, places: number): Rational {
  const unit = raise(fraction(10n, 1n), fraction(BigInt(places), 1n));
  const { n, d, isExact } = multiply({ ...value, n: abs(value.n) }, unit);
  const rounded = { ...divide(fraction((2n * n + d) / (2n * d), 1n, isExact), unit), places };
  return value.n < 0n ? negate(rounded) : rounded;
}

/** A fraction in lowest terms. */
export function fraction(n: bigint, d: bigint, isExact = true): Rational {
  if (bitsOf(n) - bitsOf(d) > mostMagnitude) throw tooLarge();
  const divisor = commonDivisor(abs(n), abs(d)) * (d < 0n ? -1n : 1n);
  const lowest = { n: n / divisor, d: d / divisor, isExact };
  return Math.max(bitsOf(lowest.n), bitsOf(lowest.d)) > mostBits ? cut(lowest) : lowest;
}

function cut({ n, d }: Rational): Rational {
  const { quotient, shift } = quotientOf(n, d, keptBits);
  if (shift <= 0) return { n: quotient << BigInt(-shift), d: 1n, isExact: false };
  // What is far smaller than any number that can be shown is nothing.
  return shift > mostBits - keptBits ? fraction(0n, 1n, false) : fraction(quotient, 1n << BigInt(shift), false);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right > 0n) [left, right] = [right, left % right];
  return left;
}

const abs = (n: bigint) => (n < 0n ? -n : n);
const bitsOf = (n: bigint) => abs(n).toString(16).length * 4;
const tooLarge = () => new TroupeError('tool', 'the result is too large');
