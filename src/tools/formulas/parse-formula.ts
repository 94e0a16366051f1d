import { FormulaCursor } from './formula-cursor.ts';
import type { SpanUnit, Syntax } from './formula-syntax.ts';
import type { ColumnNames, FormulaToken } from './formula-tokens.ts';

const maxDepth = 40;
const units: ReadonlyMap<string, SpanUnit> = new Map(
  (['day', 'week', 'month', 'quarter', 'year'] as const).flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
);
const keywords: ReadonlySet<string> = new Set(
  'and|or|not|in|between|like|ilike|is|as|asc|desc|case|when|then|else|end|contains|during|distinct'.split('|'),
);
const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

/** Reads one formula. */
export function parseFormula(text: string, columnAt: ColumnNames): Syntax {
  const cursor = new FormulaCursor(text, columnAt);
  const syntax = new FormulaParser(cursor).any();
  cursor.end();
  return syntax;
}

/** Reads formulas from the pieces of a text, as far as they go. */
export class FormulaParser {
  readonly #cursor: FormulaCursor;
  #depth = 0;

  constructor(cursor: FormulaCursor) {
    this.#cursor = cursor;
  }

  any(): Syntax {
    if (++this.#depth > maxDepth) this.#cursor.refuse('it is nested too deeply');
    let left = this.#both();
    while (this.#cursor.takeWord('or')) left = { kind: 'binary', op: 'or', left, right: this.#both() };
    this.#depth--;
    return left;
  }

  #both(): Syntax {
    let left = this.#negated();
    while (this.#cursor.takeWord('and')) left = { kind: 'binary', op: 'and', left, right: this.#negated() };
    return left;
  }

  #negated(): Syntax {
    let isNegated = false;
    while (this.#cursor.takeWord('not')) isNegated = !isNegated;
    const syntax = this.#comparison();
    return isNegated ? { kind: 'not', of: syntax } : syntax;
  }

  #comparison(): Syntax {
    const left = this.#sum();
    const sign = this.#cursor.peek();
    if (sign?.kind === 'sign' && comparisons.has(sign.text)) {
      this.#cursor.take();
      return { kind: 'binary', op: sign.text, left, right: this.#sum() };
    }
    if (this.#cursor.takeWord('is')) {
      const isNot = this.#cursor.takeWord('not') !== undefined;
      if (this.#cursor.takeWord('null', 'empty', 'missing')) return orNot(isNot, { kind: 'empty', of: left });
      return { kind: 'binary', op: isNot ? '!=' : '=', left, right: this.#sum() };
    }
    const isNot = this.#cursor.takeWord('not') !== undefined;
    const word = this.#cursor.takeWord('in', 'during', 'between', 'like', 'ilike', 'contains');
    if (word === undefined) return isNot ? this.#cursor.refuse('"not" has to stand before a condition') : left;
    return orNot(isNot, this.#condition(left, word));
  }

  #condition(of: Syntax, word: string): Syntax {
    if (word === 'between') {
      const low = this.#sum();
      if (!this.#cursor.takeWord('and')) this.#cursor.refuse('"between" needs two values: between 1 and 5');
      return { kind: 'between', of, low, high: this.#sum() };
    }
    if (word !== 'in' && word !== 'during')
      return { kind: 'binary', op: word === 'ilike' ? 'like' : word, left: of, right: this.#sum() };
    if (this.#cursor.takeSign('(')) return { kind: 'in', of, list: this.#list() };
    this.#cursor.takeWord('the');
    this.#cursor.takeWord('last', 'next');
    const first = this.#sum();
    const side = first.kind === 'span' ? this.#cursor.takeWord('before', 'after') : undefined;
    if (side === 'before' || side === 'after') return { kind: 'around', of, span: first, side, date: this.#sum() };
    return { kind: 'in', of, list: [first] };
  }

  #sum(): Syntax {
    let left = this.#product();
    for (let sign = this.#cursor.takeSign('+', '-'); sign; sign = this.#cursor.takeSign('+', '-'))
      left = { kind: 'binary', op: sign, left, right: this.#product() };
    return left;
  }

  #product(): Syntax {
    let left = this.#signed();
    for (let sign = this.#cursor.takeSign('*', '/'); sign; sign = this.#cursor.takeSign('*', '/'))
      left = { kind: 'binary', op: sign, left, right: this.#signed() };
    return left;
  }

  #signed(): Syntax {
    let isNegative = false;
    while (this.#cursor.takeSign('-')) isNegative = !isNegative;
    const of = this.#single();
    return isNegative ? { kind: 'negative', of } : of;
  }

  #single(): Syntax {
    const token = this.#cursor.take();
    if (!token) return this.#cursor.refuse('it ends too early');
    switch (token.kind) {
      case 'number': {
        const unit = this.#cursor.takeWord(...units.keys());
        const value = Number(token.text);
        return unit ? { kind: 'span', count: value, unit: units.get(unit) ?? 'day' } : { kind: 'number', value };
      }
      case 'text':
      case 'date':
        return { kind: token.kind, text: token.text };
      case 'column':
        return { kind: 'name', text: token.text, quoting: 'column' };
      case 'quoted':
        return { kind: 'name', text: token.text, quoting: 'either' };
      case 'word':
        return this.#word(token);
      default:
        return this.#sign(token);
    }
  }

  #sign(token: FormulaToken): Syntax {
    if (token.text === '*') return { kind: 'star' };
    if (token.text !== '(') return this.#cursor.refuse(`"${token.text}" cannot stand there`);
    const syntax = this.any();
    if (!this.#cursor.takeSign(')')) this.#cursor.refuse('a parenthesis is not closed');
    return syntax;
  }

  #word(token: FormulaToken): Syntax {
    const word = token.text.toLowerCase();
    const next = this.#cursor.peek();
    // A column of the same name is none where it is called: month(date).
    const isCalled = next?.kind === 'sign' && next.text === '(' && !(token.column && /[^\p{L}\p{N}_]/u.test(word));
    if (isCalled && !keywords.has(word)) return this.#call(word);
    if (token.column !== undefined && !(word === 'date' && next?.kind === 'text'))
      return { kind: 'name', text: token.text, quoting: 'none' };
    if (word === 'date' && next?.kind === 'text') return this.#single();
    if (word === 'interval') return this.#interval();
    if (word === 'case') return this.#case();
    if (keywords.has(word)) return this.#cursor.refuse(`"${token.text}" cannot stand there`);
    // Words in a row are one name or one value: desk lamp.
    const words = [token.text];
    for (let more = this.#plainWord(); more !== undefined; more = this.#plainWord()) words.push(more);
    return { kind: 'name', text: words.join(' '), quoting: 'none' };
  }

  #plainWord(): string | undefined {
    const token = this.#cursor.peek();
    const isPlain = token?.kind === 'word' && token.column === undefined && !endings.has(token.text.toLowerCase());
    if (!isPlain || this.#cursor.peek(1)?.text === '(') return undefined;
    this.#cursor.take();
    return token.text;
  }

  #call(name: string): Syntax {
    this.#cursor.take();
    const isDistinct = this.#cursor.takeWord('distinct') !== undefined;
    const of = this.#cursor.takeSign(')') ? [] : this.#list();
    const isFiltered = this.#cursor.takeWord('filter') !== undefined && this.#cursor.takeSign('(') !== undefined;
    if (!isFiltered) return { kind: 'call', name, of, isDistinct };
    this.#cursor.takeWord('where');
    const only = this.any();
    if (!this.#cursor.takeSign(')')) this.#cursor.refuse('a parenthesis is not closed');
    return { kind: 'call', name, of, isDistinct, only };
  }

  #list(): Syntax[] {
    const list = [this.any()];
    // extract(month from date)
    while (this.#cursor.takeSign(',') ?? this.#cursor.takeWord('from')) list.push(this.any());
    if (!this.#cursor.takeSign(')')) this.#cursor.refuse('a parenthesis is not closed');
    return list;
  }

  /** interval 14 day, interval '14 days' */
  #interval(): Syntax {
    const token = this.#cursor.peek();
    const [, count, unit = ''] = /^\s*(-?\d+)\s*([a-z]+)\s*$/i.exec(token?.kind === 'text' ? token.text : '') ?? [];
    const known = units.get(unit.toLowerCase());
    if (count !== undefined && known) {
      this.#cursor.take();
      return { kind: 'span', count: Number(count), unit: known };
    }
    return this.#single();
  }

  #case(): Syntax {
    const branches: [Syntax, Syntax][] = [];
    while (this.#cursor.takeWord('when')) {
      const condition = this.any();
      if (!this.#cursor.takeWord('then')) this.#cursor.refuse('"when" needs a "then"');
      branches.push([condition, this.any()]);
    }
    const otherwise = this.#cursor.takeWord('else') ? this.any() : undefined;
    if (branches.length === 0 || !this.#cursor.takeWord('end'))
      this.#cursor.refuse('a case is written: case when … then … else … end');
    return { kind: 'case', branches, ...(otherwise ? { otherwise } : {}) };
  }
}

const endings: ReadonlySet<string> = new Set([
  ...keywords,
  'nulls',
  'from',
  'filter',
  'before',
  'after',
  'ascending',
  'descending',
]);

function orNot(isNot: boolean, syntax: Syntax): Syntax {
  return isNot ? { kind: 'not', of: syntax } : syntax;
}
