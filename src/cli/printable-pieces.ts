import { toPrintable } from './printable.ts';

/** How much may be held back: what is longer is no escape sequence that somebody meant. */
const longest = 4096;

/** What may still become part of an escape sequence, a line break or a character of two units, and blanks that may be the last. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const open = /(?:[\u001b\u009b][[\]()#;?]*[-\w/#&.:=?%@~;<>]*\u001b?|[\ud800-\udbff]|\s+)$/;

/** The beginning of a text that nothing after it can change, as a terminal may show it, and the rest, which waits for more. */
export function takePrintable(text: string): { shown: string; rest: string } {
  const start = Math.max(0, text.length - longest);
  let tail = text.slice(start);
  // A sequence, then blanks: each may have to be held back for the sake of the one before.
  for (let found = open.exec(tail); found; found = open.exec(tail)) tail = tail.slice(0, found.index);
  const length = start + tail.length;
  return { shown: toPrintable(text.slice(0, length)), rest: text.slice(length) };
}
