/** Where a text stops being JSON, and what would have to stand there. */
export interface JsonMistake {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What has to come next. */
type Next = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

const blank = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The first place at which a text is not JSON; nothing when it is. It reads the text once, however deep it is. */
export function jsonMistake(text: string): JsonMistake | undefined {
  const reader = new Reader(text);
  while (reader.goOn());
  if (reader.isDone) return undefined;
  const before = text.slice(0, reader.at);
  return {
    offset: reader.at,
    line: before.split('\n').length,
    column: reader.at - before.lastIndexOf('\n'),
    message: reader.missing(),
  };
}

class Reader {
  at = 0;
  readonly #text: string;
  readonly #open: ('[' | '{')[] = [];
  #next: Next = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#next === 'end' && this.at === this.#text.length;
  }

  /** Takes the next sign, name or value; false where it is none of those that may stand here. */
  goOn(): boolean {
    this.#take(blank);
    const next = this.#read(this.#text[this.at]);
    if (next === undefined) return false;
    this.#next = next;
    return true;
  }

  #read(sign: string | undefined): Next | undefined {
    switch (this.#next) {
      case 'value':
        return this.#value(sign);
      case 'value or ]':
        return sign === ']' ? this.#close() : this.#value(sign);
      case 'name':
        return this.#take(string) ? 'colon' : undefined;
      case 'name or }':
        return sign === '}' ? this.#close() : this.#take(string) ? 'colon' : undefined;
      case 'colon':
        return sign === ':' ? this.#pass('value') : undefined;
      case 'comma':
        return this.#afterValue(sign);
      default:
        return undefined;
    }
  }

  #value(sign: string | undefined): Next | undefined {
    if (sign === '[' || sign === '{') {
      this.#open.push(sign);
      return this.#pass(sign === '[' ? 'value or ]' : 'name or }');
    }
    return this.#take(sign === '"' ? string : plain) ? this.#after() : undefined;
  }

  #afterValue(sign: string | undefined): Next | undefined {
    const isObject = this.#open.at(-1) === '{';
    if (sign === ',') return this.#pass(isObject ? 'name' : 'value');
    return sign === (isObject ? '}' : ']') ? this.#close() : undefined;
  }

  #close(): Next {
    this.#open.pop();
    return this.#pass(this.#after());
  }

  #pass(next: Next): Next {
    this.at++;
    return next;
  }

  #after(): Next {
    return this.#open.length === 0 ? 'end' : 'comma';
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** What would have to stand where it cannot go on. */
  missing(): string {
    const sign = this.#text[this.at];
    if (sign === "'") return 'texts stand in double quotes';
    switch (this.#next) {
      case 'end':
        return 'nothing may follow here';
      case 'colon':
        return 'a colon is missing';
      case 'comma':
        return `a comma or ${this.#open.at(-1) === '{' ? '}' : ']'} is missing`;
      default:
        return sign === '"'
          ? 'this text is not closed, or has a sign in it that needs a backslash'
          : `a ${this.#next.replace('name', 'name in double quotes')} is missing`;
    }
  }
}
