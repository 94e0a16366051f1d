import { TroupeError } from '../../errors.ts';
import { toPlainLine } from '../plain-text.ts';
import { type ColumnNames, type FormulaToken, toTokens } from './formula-tokens.ts';

/** Goes through the pieces of a formula, one after the other. */
export class FormulaCursor {
  readonly #text: string;
  readonly #tokens: readonly FormulaToken[];
  #at = 0;

  constructor(text: string, columnAt: ColumnNames) {
    this.#text = text;
    this.#tokens = toTokens(text, columnAt);
  }

  /** The next piece, or one behind it, which stays. */
  peek(ahead = 0): FormulaToken | undefined {
    return this.#tokens[this.#at + ahead];
  }

  /** The next piece. */
  take(): FormulaToken | undefined {
    return this.#tokens[this.#at++];
  }

  /** One of some words, if it comes next. */
  takeWord(...words: readonly string[]): string | undefined {
    const token = this.peek();
    const word = token?.text.toLowerCase();
    if (token?.kind !== 'word' || word === undefined || !words.includes(word)) return undefined;
    this.#at++;
    return word;
  }

  /** One of some signs, if it comes next. */
  takeSign(...signs: readonly string[]): string | undefined {
    const token = this.peek();
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at++;
    return token.text;
  }

  /** What is written from one piece to the next one. */
  textFrom(token: FormulaToken | undefined): string {
    return this.#text.slice(token?.at ?? 0, this.peek()?.at).trim();
  }

  /** Everything has to be read by now. */
  end(): void {
    const rest = this.peek();
    if (!rest) return;
    if (rest.text.toLowerCase() === 'over')
      this.refuse(
        'there is no "over": share(sum(units)) is the part of the total, change the difference to the period before',
      );
    this.refuse(`"${toPlainLine(this.#text.slice(rest.at), 40)}" cannot follow there`);
  }

  refuse(why: string): never {
    throw new TroupeError('tool', `"${toPlainLine(this.#text, 100)}" cannot be read: ${why}.`);
  }
}
