import { thinkingNames } from './thinking-tags.ts';

type Scalar = string | number | boolean | null;

const openingTag = new RegExp(`^<(?:${thinkingNames})>$`, 'i');
const closingTag = new RegExp(`^</(?:${thinkingNames})>$`, 'i');
const longestTag = '</reasoning>'.length;

/**
 * Reads one text field of a JSON object while the object arrives, and emits its characters as they come. What stands before the object
 * (a code fence, thinking in tags) is skipped. `isWanted` is asked when the field begins, with the plain values of the fields before it.
 *
 * Contract: it never throws, and its work grows with the length of the text only, whatever stands in it. Of a text that is no such object
 * nothing more is emitted; the caller, who has the whole text, judges it.
 */
export function jsonFieldReader(
  field: string,
  emit: (text: string) => void,
  isWanted: (before: Readonly<Record<string, Scalar>>) => boolean,
): (piece: string) => void {
  const reader = new FieldReader(field, isWanted);
  return (piece) => {
    const text = reader.read(piece);
    if (text !== '') emit(text);
  };
}

class FieldReader {
  readonly #field: string;
  readonly #isWanted: (before: Readonly<Record<string, Scalar>>) => boolean;
  readonly #before: Record<string, Scalar> = {};
  #state: 'preamble' | 'thinking' | 'key' | 'value' | 'nested' | 'field' | 'over' = 'preamble';
  #preamble = '';
  #key = '';
  #token = '';
  #isInString = false;
  /** An escape that is not complete. */
  #pending = '';
  #depth = 0;

  constructor(field: string, isWanted: (before: Readonly<Record<string, Scalar>>) => boolean) {
    this.#field = field;
    this.#isWanted = isWanted;
  }

  /** The characters of the field in a piece. */
  read(piece: string): string {
    let text = '';
    for (const char of piece) {
      if (this.#state === 'over') break;
      text += this.#readChar(char) ?? '';
    }
    return text;
  }

  #readChar(char: string): string | undefined {
    switch (this.#state) {
      case 'preamble':
        this.#seekObject(char);
        return undefined;
      case 'thinking':
        this.#skipThinking(char);
        return undefined;
      case 'key':
        this.#readKey(char);
        return undefined;
      case 'value':
        this.#readValue(char);
        return undefined;
      case 'nested':
        this.#skipNested(char);
        return undefined;
      case 'field':
        return this.#readField(char);
      case 'over':
        return undefined;
    }
  }

  #seekObject(char: string): void {
    if (this.#preamble === '' && char.trim() === '') return;
    this.#preamble += char;
    if (char === '>' && this.#preamble.length <= longestTag && openingTag.test(this.#preamble)) {
      this.#state = 'thinking';
      this.#preamble = '';
    }
    if (char !== '{') return;
    // Prose before the object may hold braces of its own: then the whole text is waited for.
    this.#state = /^(?:<[\s\S]*>\s*)?(?:```\w*\s*)?\{$/.test(this.#preamble) ? 'key' : 'over';
  }

  /** Of what is thought only the end is kept, which may be a tag. */
  #skipThinking(char: string): void {
    if (char === '<') this.#preamble = char;
    else if (this.#preamble.length < longestTag) this.#preamble += char;
    if (char !== '>' || !closingTag.test(this.#preamble)) return;
    this.#state = 'preamble';
    this.#preamble = '<>';
  }

  #readKey(char: string): void {
    if (this.#isInString) {
      this.#token += char;
      if (this.#endsString(char)) this.#key = this.#parsed<string>(this.#token) ?? '';
    } else if (char === '"') {
      this.#isInString = true;
      this.#token = char;
    } else if (char === ':') this.#expectValue();
    else if (char === '}') this.#state = 'over';
  }

  #readValue(char: string): void {
    const isFirst = this.#token === '';
    if (this.#isInString) {
      this.#token += char;
      this.#endsString(char);
    } else if (isFirst && char.trim() === '') return;
    else if (isFirst && char === '"' && this.#key === this.#field) {
      this.#state = this.#isWanted(this.#before) ? 'field' : 'over';
    } else if (isFirst && (char === '{' || char === '[')) {
      this.#state = 'nested';
      this.#depth = 1;
    } else if (char === ',' || char === '}') this.#endValue(char);
    else {
      this.#isInString = char === '"';
      this.#token += char;
    }
  }

  #endValue(char: string): void {
    const text = this.#token.trim();
    this.#state = char === ',' ? 'key' : 'over';
    if (text === '') return; // a nested value was skipped
    const value = this.#parsed<Scalar>(text);
    if (value !== undefined) this.#before[this.#key] = value;
  }

  #skipNested(char: string): void {
    if (this.#isInString) this.#endsString(char);
    else if (char === '"') this.#isInString = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if ((char === '}' || char === ']') && --this.#depth === 0) this.#expectValue();
  }

  #expectValue(): void {
    this.#state = 'value';
    this.#token = '';
  }

  /** Takes in a character of a string that is not the field; whether the string ends with it. */
  #endsString(char: string): boolean {
    if (this.#pending !== '') this.#pending = '';
    else if (char === '\\') this.#pending = char;
    else if (char === '"') this.#isInString = false;
    return !this.#isInString;
  }

  /** A character of the field, or nothing while an escape is not complete. */
  #readField(char: string): string | undefined {
    if (this.#pending !== '') return this.#readEscape(char);
    if (char === '"') this.#state = 'over';
    else if (char === '\\') this.#pending = char;
    else return char;
    return undefined;
  }

  #readEscape(char: string): string | undefined {
    this.#pending += char;
    if (this.#pending[1] === 'u' && this.#pending.length < 6) return undefined;
    const text = this.#pending;
    this.#pending = '';
    return this.#parsed<string>(`"${text}"`);
  }

  /** A token of JSON, which the caller knows to be of type T when it can be read. */
  #parsed<T extends Scalar>(token: string): T | undefined {
    try {
      return JSON.parse(token) as T;
    } catch {
      this.#state = 'over';
      return undefined;
    }
  }
}
