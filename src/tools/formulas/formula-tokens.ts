import { TroupeError } from '../../errors.ts';
import { toPlainLine } from '../plain-text.ts';

/** One piece of a written formula. */
export interface FormulaToken {
  /**
   * `column`: in backticks or brackets. `quoted`: in double quotes, a column if there is one of that name, else a text. `word`: without quotes.
   */
  readonly kind: 'column' | 'quoted' | 'text' | 'word' | 'number' | 'date' | 'sign';
  readonly text: string;
  /** The column whose name a word is, letter for letter but for case. */
  readonly column?: string;
  /** Where it begins. */
  readonly at: number;
}

/** Names without quotes may hold anything that a column's name holds, so columns are looked for before words are. */
export type ColumnNames = (text: string, at: number) => string | undefined;

const maxLength = 2000;
const quotes: Readonly<Record<string, readonly [close: string, kind: FormulaToken['kind']]>> = {
  "'": ["'", 'text'],
  '"': ['"', 'quoted'],
  '`': ['`', 'column'],
  '[': [']', 'column'],
  '“': ['”', 'quoted'],
  '‘': ['’', 'text'],
};
const sameSigns: Readonly<Record<string, string>> = {
  '==': '=',
  '<>': '!=',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '（': '(',
  '）': ')',
  '，': ',',
  '、': ',',
  '＝': '=',
  '＞': '>',
  '＜': '<',
  '[': '(',
  ']': ')',
};
const date = /(?:\d{4}-(?:\d{1,2}(?:-\d{1,2})?|Q[1-4]|W\d{1,2})(?![\w-])|\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?)/iy;
const number = /\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\p{N}_])|\.\d+/iuy;
const word = /[\p{L}\p{N}_$#@]+(?:\.[\p{L}_][\p{L}\p{N}_$#@]*)*/uy;
const sign = /<=|>=|<>|!=|==|&&|\|\||[-=<>+*/(),[\]≠≤≥×·÷−（），、＝＞＜]/y;

/** Cuts a formula into its pieces. */
export function toTokens(text: string, columnAt: ColumnNames): FormulaToken[] {
  if (text.length > maxLength) throw new TroupeError('tool', `A formula has at most ${maxLength} characters.`);
  const tokens: FormulaToken[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const quote = quotes[text.charAt(at)];
    const isList = text.charAt(at) === '[' && /^(?:in|during)$/i.test(tokens.at(-1)?.text ?? '');
    if (quote && !isList) {
      const { content, end } = readQuoted(text, at, quote[0]);
      tokens.push({ kind: quote[1], text: content, at });
      at = end;
      continue;
    }
    const { token, length } = readPiece(text, at, columnAt);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

/** What stands at a place without quotes: a column, a date, a number, a word or a sign, whichever fits first. */
function readPiece(text: string, at: number, columnAt: ColumnNames): { token: FormulaToken; length: number } {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const column = columnAt(text, at);
  if (column !== undefined) {
    const written = text.slice(at, at + column.length);
    return { token: { kind: 'word', text: written, column, at }, length: column.length };
  }
  for (const [kind, pattern] of [
    ['date', date],
    ['number', number],
    ['word', word],
  ] as const) {
    const found = match(pattern);
    if (found !== undefined) return { token: { kind, text: found, at }, length: found.length };
  }
  const found = match(sign);
  if (found === undefined) {
    throw new TroupeError('tool', `"${text.charAt(at)}" cannot be read in "${toPlainLine(text, 100)}".`);
  }
  const joint = { '&&': 'and', '||': 'or' }[found];
  const token: FormulaToken =
    joint === undefined ? { kind: 'sign', text: sameSigns[found] ?? found, at } : { kind: 'word', text: joint, at };
  return { token, length: found.length };
}

/** What stands between two quotes; a quote that is doubled is one. */
function readQuoted(text: string, at: number, close: string): { content: string; end: number } {
  const parts: string[] = [];
  for (let from = at + 1; ; ) {
    const end = text.indexOf(close, from);
    if (end < 0) throw new TroupeError('tool', `A quote is not closed in "${toPlainLine(text, 100)}".`);
    parts.push(text.slice(from, end));
    if (text.charAt(end + 1) !== close || close === ']') return { content: parts.join(close), end: end + 1 };
    from = end + 2;
  }
}

/** Finds a column's name where it stands without quotes, the longest that fits. */
export function columnNames(names: readonly string[]): ColumnNames {
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  const byFirst = Map.groupBy(
    names
      // What looks like a number or begins like a sign has to stand in quotes.
      .filter((name) => isLetter(name[0]) && /[^\d.,]/.test(name))
      .toSorted((a, b) => b.length - a.length),
    (name) => name.charAt(0).toLowerCase(),
  );
  return (text, at) => {
    const found = (byFirst.get(text.charAt(at).toLowerCase()) ?? []).filter((name) => {
      const isThere = text.slice(at, at + name.length).toLowerCase() === name.toLowerCase();
      return isThere && !(isLetter(name.at(-1)) && isLetter(text[at + name.length]));
    });
    return found.find((name) => text.startsWith(name, at)) ?? found[0];
  };
}
