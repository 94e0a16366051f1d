import { withoutEnd } from '../../text/without-end.ts';
import { toPrintable } from './printable.ts';

/** How much may be held back, and how many pieces of it: anything longer is no escape sequence that somebody meant. */
const [longest, most] = [4096, 64];

/** An escape sequence that may still continue. Its marks are taken as far as they go, so that no text makes this slow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const open = /^[\u001b\u009b][[\]()#;?]*(?![[\]()#;?])[-\w/#&.:=?%@~;<>]*$/;
const inSequence = /[-\w/#&.:=?%@~;<>[\]()]/;

/** The beginning of a text that nothing after it can change, as a terminal may show it, and the rest, which waits for more. */
export function takePrintable(text: string): { shown: string; rest: string } {
  const start = Math.max(0, text.length - longest);
  const length = start + settledLength(text.slice(start));
  return { shown: toPrintable(text.slice(0, length)), rest: text.slice(length) };
}

/** How much of a text is final. What waits for more may come after something else that waits. */
function settledLength(text: string): number {
  let length = text.length;
  for (let pieces = 0; pieces < most; pieces++) {
    const held = heldLength(text.slice(0, length));
    if (held === 0) break;
    length -= held;
  }
  return length;
}

/** How many characters at the end may still become part of an escape sequence, a line break or a character of two units, or are blanks that may be the last. */
function heldLength(text: string): number {
  const blanks = text.length - text.trimEnd().length;
  if (blanks > 0) return blanks;
  if (/[\ud800-\udbff]/.test(text.charAt(text.length - 1))) return 1;
  const sequence = text.slice(Math.max(0, withoutEnd(text, inSequence).length - 1));
  return open.test(sequence) ? sequence.length : 0;
}
