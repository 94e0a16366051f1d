import { toPlainLine } from '../plain-text.ts';
import { FormulaCursor } from './formula-cursor.ts';
import type { Syntax } from './formula-syntax.ts';
import type { ColumnNames } from './formula-tokens.ts';
import { FormulaParser } from './parse-formula.ts';

/** A formula of a list, with the name it was given and the direction behind it. */
export interface Item {
  readonly syntax: Syntax;
  /** As it was written, without the name. */
  readonly text: string;
  readonly name?: string;
  readonly direction?: 'asc' | 'desc';
  readonly isDistinct: boolean;
}

/** Reads formulas with commas between them, each perhaps with a name (`as revenue`) or a direction (`desc`). */
export function parseItems(text: string, columnAt: ColumnNames): Item[] {
  const cursor = new FormulaCursor(text, columnAt);
  const parser = new FormulaParser(cursor);
  const items: Item[] = [];
  do {
    const isDistinct = cursor.takeWord('distinct') !== undefined;
    const from = cursor.peek();
    const syntax = parser.any();
    const written = cursor.textFrom(from);
    const name = cursor.takeWord('as') ? takeName(cursor) : undefined;
    const direction = cursor.takeWord('asc', 'desc', 'ascending', 'descending');
    if (cursor.takeWord('nulls')) cursor.takeWord('first', 'last');
    items.push({
      syntax,
      text: written,
      isDistinct,
      ...(name === undefined ? {} : { name }),
      ...(direction ? { direction: direction.startsWith('a') ? 'asc' : 'desc' } : {}),
    });
  } while (cursor.takeSign(','));
  cursor.end();
  return items;
}

/** A new name: everything up to the next comma, so that it needs no quotes. */
function takeName(cursor: FormulaCursor): string {
  const parts: string[] = [];
  for (let token = cursor.peek(); token && token.text !== ','; token = cursor.peek()) {
    if (parts.length > 0 && /^(?:asc|desc)$/i.test(token.text)) break;
    parts.push(token.text);
    cursor.take();
  }
  return toPlainLine(parts.join(' '), 100);
}
