import { TroupeError } from '../../errors.ts';
import { toCompatible } from '../plain-text.ts';
import { constants, functions, toNumber, toWhole } from './expression-functions.ts';
import { addDays, isDay, readDay, type Value } from './expression-value.ts';
import {
  add,
  divide,
  fraction,
  multiply,
  negate,
  type Rational,
  raise,
  remainder,
  subtract,
  toRational,
} from './rational.ts';

const maxLength = 1000;
const maxDepth = 100;

/** The value of an expression, and the name that it is given (`net = 3 * 4`). */
export interface Evaluated {
  readonly value: Value;
  readonly name?: string;
}

/** Evaluates an expression in which `known` values go by their names; throws with the place of what cannot be read or computed. */
export function evaluate(expression: string, known: ReadonlyMap<string, Value> = new Map()): Evaluated {
  if (expression.length > maxLength)
    throw new TroupeError('tool', `The expression is longer than ${maxLength} characters.`);
  const parser = new Parser(expression, known);
  try {
    return parser.parse();
  } catch (cause) {
    if (!(cause instanceof TroupeError)) throw cause;
    const where = `(character ${parser.at})`;
    throw new TroupeError('tool', `Cannot compute "${expression.trim()}": ${cause.message} ${where}.`, { cause });
  }
}

/** A value on the way; `200 + 10%` has to know that the ten are a percentage. */
interface Operand {
  readonly value: Value;
  readonly isPercent: boolean;
}

const hundred = fraction(100n, 1n);
const operators = /[*/%]|of\b/iy;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;

/**
 * Precedence, loosest first: `+ -`, then `* / %` and `of`, then a sign, then `^` (from the right), then `%` after a number.
 * As on a pocket calculator `200 + 10%` adds 10% of 200.
 */
class Parser {
  readonly #text: string;
  readonly #known: ReadonlyMap<string, Value>;
  /** Whether a comma right between digits may part thousands inside of a function, too: where values are parted by a comma and a blank. */
  readonly #hasLooseCommas: boolean;
  #at = 0;
  #depth = 0;
  #calls = 0;

  constructor(text: string, known: ReadonlyMap<string, Value>) {
    this.#text = toCompatible(text)
      .replace(/[×·✕]|\*\*/g, (sign) => (sign === '**' ? '^' : '*'))
      .replace(/÷/g, '/')
      .replace(/[−–]/g, '-')
      .replace(/(?<=[\d)%]\s?)x(?=\s?[\d.(])/gi, '*')
      .replace(/[“”„]/g, '"')
      .replace(/[$€£¥₹](?=[\d.])/g, '');
    this.#known = known;
    this.#hasLooseCommas = /,\s/.test(this.#text);
  }

  /** The place that was reached, counted from one. */
  get at(): number {
    return this.#at + 1;
  }

  parse(): Evaluated {
    const named = this.#take(/[\p{L}_][\p{L}\p{N}_]*\s*=/uy)
      ?.slice(0, -1)
      .trim()
      .toLowerCase();
    if (named !== undefined && (functions.has(named) || constants.has(named)))
      throw problem(`"${named}" cannot be a name, it means something already`);
    const value = this.#sum();
    if (this.#peek() !== '') throw problem(`"${this.#peek()}" is not expected`);
    return { value, ...(named === undefined ? {} : { name: named }) };
  }

  #sum(): Value {
    this.#descend();
    let left = this.#product().value;
    for (let sign = this.#take(/[+-]/y); sign; sign = this.#take(/[+-]/y)) {
      const { value, isPercent } = this.#product();
      left = combine(left, sign === '+', isPercent ? multiply(toNumber(left), toNumber(value)) : value);
    }
    this.#depth--;
    return left;
  }

  #product(): Operand {
    let left = this.#signed();
    for (let operator = this.#take(operators); operator; operator = this.#take(operators)) {
      const [a, b] = [toNumber(left.value), toNumber(this.#signed().value)];
      const value = operator === '/' ? divide(a, b) : operator === '%' ? remainder(a, b) : multiply(a, b);
      left = { value, isPercent: false };
    }
    return left;
  }

  #signed(): Operand {
    let isNegative = false;
    for (let sign = this.#take(/[+-]/y); sign; sign = this.#take(/[+-]/y)) isNegative = isNegative !== (sign === '-');
    const { value, isPercent } = this.#power();
    return { value: isNegative ? negate(toNumber(value)) : value, isPercent };
  }

  #power(): Operand {
    this.#descend();
    const base = this.#operand();
    // A percent sign is one only when no operand follows; `12 % 5` is a remainder.
    const isPercent = this.#take(/%(?!\s*[\d.([\p{L}_])|%(?=\s*of\b)/iuy) !== undefined;
    const value = isPercent ? divide(toNumber(base), hundred) : base;
    const power = this.#take(/\^/y) ? raise(toNumber(value), toNumber(this.#signed().value)) : undefined;
    this.#depth--;
    return power === undefined ? { value, isPercent } : { value: power, isPercent: false };
  }

  #operand(): Value {
    const date = this.#take(/"[^"]*"|'[^']*'|(?:19|20)\d{2}-[01]\d-[0-3]\d(?!\d)/y);
    if (date) return readDay(date.replace(/["']/g, ''));
    const number = this.#number();
    if (number) return number;
    if (this.#take(/\(/y)) {
      const value = this.#sum();
      this.#close(')');
      return value;
    }
    const word = this.#take(name)?.toLowerCase();
    if (word === undefined)
      throw problem(this.#peek() === '' ? 'a number is missing at the end' : `"${this.#peek()}" is not a number`);
    return this.#known.get(word) ?? constants.get(word) ?? this.#call(word);
  }

  #number(): Rational | undefined {
    // Between the parentheses of a function a comma parts values, elsewhere it may part thousands.
    const mayPart = this.#calls === 0 || this.#hasLooseCommas;
    const thousands = mayPart ? this.#take(/\d{1,3}(?:,\d{3})+(?!,?\d)(?:\.\d+)?/y) : undefined;
    const number = thousands ?? this.#take(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy);
    return number ? toRational(number.replaceAll(',', '')) : undefined;
  }

  #call(word: string): Value {
    const called = functions.get(word);
    if (!called) {
      const names = [...this.#known.keys(), ...functions.keys(), ...constants.keys()];
      throw problem(`"${word}" is not known; there are ${names.join(', ')}`);
    }
    if (!this.#take(/\(/y)) throw problem(`"${word}" needs parentheses`);
    this.#calls++;
    const values = this.#list(')');
    this.#calls--;
    const [least, most] = called.takes;
    if (values.length < least || values.length > most)
      throw problem(
        `${word} takes ${least === most || most > 2 ? least : `${least} or ${most}`} values, not ${values.length}`,
      );
    return called.apply(values);
  }

  /** The values up to a closing bracket; a list among them, `[1, 2]`, is as many values. */
  #list(end: ')' | ']'): Value[] {
    this.#descend();
    const values: Value[] = [];
    do {
      if (this.#take(/\[/y)) values.push(...this.#list(']'));
      else values.push(this.#sum());
    } while (this.#take(/,/y));
    this.#close(end);
    this.#depth--;
    return values;
  }

  #close(bracket: ')' | ']'): void {
    if (!this.#take(bracket === ')' ? /\)/y : /\]/y))
      throw problem(bracket === ')' ? 'a closing parenthesis is missing' : 'a closing bracket is missing');
  }

  #descend(): void {
    if (++this.#depth > maxDepth) throw problem('it is nested too deeply');
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
}

function combine(left: Value, isPlus: boolean, right: Value): Value {
  if (isDay(left) && isDay(right) && !isPlus) return fraction(BigInt(left.day - right.day), 1n);
  if (isDay(left)) return addDays(left, (isPlus ? 1 : -1) * toWhole(toNumber(right)));
  if (isDay(right) && isPlus) return addDays(right, toWhole(left));
  return isPlus ? add(left, toNumber(right)) : subtract(left, toNumber(right));
}

const problem = (what: string) => new TroupeError('tool', what);
