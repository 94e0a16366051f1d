import { abbreviation } from '../../text/sentences-in.ts';

/** Where a sentence, an item of a list or a row of a table ends. One character at a time, or a run that cannot fail: no text makes it slow. */
const ends = /[。！？；]+["”』」）)]?\s*|(?<=[.!?]["”)]?)\s+|\n(?=[ \t]*(?:[-*+|>]|\d{1,3}[.)]\s))/gu;

/** A text cut behind its sentences, items and rows; put together again the slices are the text. */
export function sentenceSlices(text: string): string[] {
  const slices: string[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(ends)) {
    if (abbreviation.test(text.slice(Math.max(from, index - 6), index))) continue;
    slices.push(text.slice(from, index + end.length));
    from = index + end.length;
  }
  if (from < text.length) slices.push(text.slice(from));
  return slices;
}
