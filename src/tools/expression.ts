import { TroupeError } from '../errors.ts';
import { toCompatible } from './plain-text.ts';

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  sqrt: (x) => Math.sqrt(x),
  abs: (x) => Math.abs(x),
  floor: (x) => Math.floor(x),
  ceil: (x) => Math.ceil(x),
  round: (x, digits = 0) => Math.round(x * 10 ** digits) / 10 ** digits,
  ln: (x) => Math.log(x),
  log: (x) => Math.log10(x),
  exp: (x) => Math.exp(x),
  sin: (x) => Math.sin(x),
  cos: (x) => Math.cos(x),
  tan: (x) => Math.tan(x),
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
  sum: (...values) => values.reduce((sum, value) => sum + value, 0),
  avg: (...values) => values.reduce((sum, value) => sum + value, 0) / values.length,
};
const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };
const maxLength = 1000;
const maxDepth = 100;

/** The value of an arithmetic expression; throws with the place of what cannot be read or computed. */
export function evaluate(expression: string): number {
  if (expression.length > maxLength)
    throw new TroupeError('tool', `The expression is longer than ${maxLength} characters.`);
  const parser = new Parser(expression);
  const value = parser.parse();
  return Object.is(value, -0) ? 0 : Number(value.toPrecision(15));
}

/**
 * Precedence, loosest first: `+ -`, then `* / %` and `of`, then a sign, then `^` (from the right), then `%` after a number.
 * As on a pocket calculator `200 + 10%` adds 10% of 200.
 */
class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #calls = 0;

  constructor(text: string) {
    this.#text = toCompatible(text).replace(/[×·✕]/g, '*').replace(/÷/g, '/').replace(/[−–]/g, '-').toLowerCase();
  }

  parse(): number {
    const value = this.#sum();
    if (this.#peek() !== '') throw this.#problem(`"${this.#peek()}" is not expected`);
    return value;
  }

  #sum(): number {
    if (++this.#depth > maxDepth) throw this.#problem('the parentheses are nested too deeply');
    let left = this.#product().value;
    for (let sign = this.#take(/[+-]/y); sign; sign = this.#take(/[+-]/y)) {
      const { value, isPercent } = this.#product();
      const right = isPercent ? left * value : value;
      left = this.#finite(sign === '+' ? left + right : left - right);
    }
    this.#depth--;
    return left;
  }

  #product(): { value: number; isPercent: boolean } {
    let left = this.#signed();
    for (let operator = this.#take(/\*\*?|\/|%|of\b/y); operator; operator = this.#take(/\*\*?|\/|%|of\b/y)) {
      const right = this.#signed().value;
      if ((operator === '/' || operator === '%') && right === 0) throw this.#problem('division by zero has no result');
      if (operator === '/') left = { value: left.value / right, isPercent: false };
      else if (operator === '%') left = { value: left.value % right, isPercent: false };
      else left = { value: operator === '**' ? left.value ** right : left.value * right, isPercent: false };
      this.#finite(left.value);
    }
    return left;
  }

  #signed(): { value: number; isPercent: boolean } {
    let isNegative = false;
    for (let sign = this.#take(/[+-]/y); sign; sign = this.#take(/[+-]/y)) isNegative = isNegative !== (sign === '-');
    const { value, isPercent } = this.#power();
    return { value: isNegative ? -value : value, isPercent };
  }

  #power(): { value: number; isPercent: boolean } {
    if (++this.#depth > maxDepth) throw this.#problem('the powers are nested too deeply');
    const base = this.#operand();
    // A percent sign is one only when no operand follows; `12 % 5` is a remainder.
    const isPercent = this.#take(/%(?!\s*[\d.(a-z])|%(?=\s*of\b)/y) !== undefined;
    const value = isPercent ? base / 100 : base;
    const power = this.#take(/\^/y) ? this.#finite(value ** this.#signed().value) : undefined;
    this.#depth--;
    return power === undefined ? { value, isPercent } : { value: power, isPercent: false };
  }

  #operand(): number {
    // Between the parentheses of a function a comma parts values, elsewhere it may part thousands.
    const thousands = this.#calls === 0 ? this.#take(/\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y) : undefined;
    const number = thousands ?? this.#take(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/y);
    if (number) return this.#finite(Number(number.replaceAll(',', '')));
    if (this.#take(/\(/y)) {
      const value = this.#sum();
      if (!this.#take(/\)/y)) throw this.#problem('a closing parenthesis is missing');
      return value;
    }
    const name = this.#take(/[a-z]\w*/y);
    if (name === undefined)
      throw this.#problem(this.#peek() === '' ? 'a number is missing at the end' : `"${this.#peek()}" is not a number`);
    const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
    if (constant !== undefined) return constant;
    const apply = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!apply)
      throw this.#problem(
        `"${name}" is not known; there are ${[...Object.keys(functions), ...Object.keys(constants)].join(', ')}`,
      );
    if (!this.#take(/\(/y)) throw this.#problem(`"${name}" needs parentheses`);
    this.#calls++;
    const values = [this.#sum()];
    while (this.#take(/,/y)) values.push(this.#sum());
    if (!this.#take(/\)/y)) throw this.#problem('a closing parenthesis is missing');
    this.#calls--;
    return this.#finite(apply(...values));
  }

  #take(pattern: RegExp): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (!found) return undefined;
    this.#at += found.length;
    return found;
  }

  #peek(): string {
    return this.#text.slice(this.#at).trimStart().slice(0, 1);
  }

  #finite(value: number): number {
    if (Number.isNaN(value)) throw this.#problem('this has no real result');
    if (!Number.isFinite(value)) throw this.#problem('the result is too large');
    return value;
  }

  #problem(what: string): TroupeError {
    return new TroupeError('tool', `Cannot compute "${this.#text.trim()}": ${what} (character ${this.#at + 1}).`);
  }
}
