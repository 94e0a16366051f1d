/** Where something stands in a text. Lines and columns are counted from 1. */
export interface TextPlace {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string; readonly place: TextPlace };

/** A text as JSON, or what is wrong with it and where: browsers say that in different ways, and mostly without a line. */
export function readJson(text: string): ReadJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const { problem, at } = new Reader(text).read() ?? { problem: String(error), at: 0 };
    return { ok: false, problem, place: placeAt(text, at) };
  }
}

/** Where the value at a path begins in a text that is JSON; nothing where there is no such value. */
export function placeOf(text: string, path: readonly (string | number)[]): TextPlace | undefined {
  let found: number | undefined;
  const wanted = path.map(String);
  new Reader(text, (open, at) => {
    const isIt = open.length === wanted.length && open.every(({ key }, depth) => String(key) === wanted[depth]);
    if (isIt) found = at;
  }).read();
  return found === undefined ? undefined : placeAt(text, found);
}

function placeAt(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  return { at, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** A list or an object that has not been closed, and where in it the reader is. */
interface Open {
  readonly end: ']' | '}';
  key: string | number;
}

interface Problem {
  readonly at: number;
  readonly problem: string;
}

const space = /[ \t\n\r]*/y;
const quoted = /"(?:[^"\\\n\r\t]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** Goes through a text once, without recursion. */
class Reader {
  readonly #text: string;
  /** Called with what is open around each value, and where the value begins. */
  readonly #onValue: ((open: readonly Open[], at: number) => void) | undefined;
  readonly #open: Open[] = [];
  #at = 0;
  #next: 'value' | 'name' | 'end' = 'value';
  /** Right after an opening bracket, which may be closed at once. */
  #isFirst = false;

  constructor(text: string, onValue?: (open: readonly Open[], at: number) => void) {
    this.#text = text;
    this.#onValue = onValue;
  }

  /** What is wrong; nothing with JSON. */
  read(): Problem | undefined {
    for (;;) {
      this.#take(space);
      const sign = this.#text[this.#at];
      const inner = this.#open.at(-1);
      if (sign === undefined && !inner && this.#next === 'end') return undefined;
      const problem = sign === undefined ? endless(inner) : this.#readAt(sign, inner);
      if (problem !== undefined) return { at: this.#at, problem };
    }
  }

  #readAt(sign: string, inner: Open | undefined): string | undefined {
    if (sign === inner?.end && (this.#next === 'end' || this.#isFirst)) {
      this.#open.pop();
      return this.#goOn(1, 'end');
    }
    if (this.#next === 'end') return this.#comma(sign, inner);
    return this.#next === 'name' && inner ? this.#name(sign, inner) : this.#value(sign);
  }

  #comma(sign: string, inner: Open | undefined): string | undefined {
    if (!inner) return 'The JSON has ended here, and there is more text.';
    if (sign !== ',') return `A comma or ${inner.end} is missing here.`;
    if (typeof inner.key === 'number') inner.key += 1;
    return this.#goOn(1, inner.end === '}' ? 'name' : 'value');
  }

  #name(sign: string, inner: Open): string | undefined {
    const name = this.#take(quoted);
    if (name === '') return noName(sign);
    inner.key = String(JSON.parse(name));
    this.#take(space);
    if (this.#text[this.#at] !== ':') return `A colon is missing after ${name.slice(0, 40)}.`;
    return this.#goOn(1, 'value');
  }

  #value(sign: string): string | undefined {
    this.#onValue?.(this.#open, this.#at);
    if (sign === '{' || sign === '[') {
      this.#open.push(sign === '{' ? { end: '}', key: '' } : { end: ']', key: 0 });
      this.#goOn(1, sign === '{' ? 'name' : 'value');
      this.#isFirst = true;
      return undefined;
    }
    const value = this.#take(sign === '"' ? quoted : literal);
    return value === '' ? noValue(sign, this.#isFirst) : this.#goOn(0, 'end');
  }

  #goOn(signs: number, next: 'value' | 'name' | 'end'): undefined {
    this.#at += signs;
    this.#next = next;
    this.#isFirst = false;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}

const endless = (inner: Open | undefined) =>
  inner ? `The text ends before ${inner.end} closes what is open.` : 'There is no JSON here yet.';

function noName(sign: string): string {
  if (sign === '}') return 'There is a comma before }, and nothing after it.';
  if (sign === '"') return 'This name does not end on its line, or has a sign in it that has to be written with \\.';
  return 'A name in double quotation marks is missing here.';
}

function noValue(sign: string, isFirst: boolean): string {
  if (sign === '"') return 'This text does not end on its line, or has a sign in it that has to be written with \\.';
  if (sign === "'") return 'Texts stand in double quotation marks.';
  if (sign === ']' && !isFirst) return 'There is a comma before ], and nothing after it.';
  return 'A value is missing here: a text in double quotation marks, a number, true, false, null, a list or an object.';
}
