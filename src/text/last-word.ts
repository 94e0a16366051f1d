/**
 * Where the last word of a text begins, which may still go on when more of the text comes; the length of the text when it ends with a blank. Keys and
 * passwords are written in such words: letters, digits and signs of ASCII, and what stands for the letters that somebody left out.
 */
export function lastWordStart(text: string): number {
  let start = text.length;
  while (start > 0 && isInWord(text.charCodeAt(start - 1))) start--;
  return start;
}

const masks = new Set([...'•·…'].map((sign) => sign.charCodeAt(0)));
const isInWord = (code: number) => (code > 0x20 && code < 0x7f) || masks.has(code);
