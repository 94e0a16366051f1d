/** How words are looked for in what a run says: every word has to be there, in any case and in any order. */

/** The words of what somebody typed. */
export const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 20);

/** Whether a text has all words; it is in small letters. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** All texts in a value, deep ones too. */
export function textsIn(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next).reverse());
  }
  return found;
}

/** The numbers of the entries in which all words are. */
export function searchEntries(
  entries: Iterable<{ readonly seq: number; readonly data: unknown } | undefined>,
  text: string,
): number[] {
  const words = wordsIn(text);
  const found: number[] = [];
  if (words.length === 0) return found;
  for (const entry of entries) {
    if (entry && hasWords(textsIn(entry.data).join('\n').toLowerCase(), words)) found.push(entry.seq);
  }
  return found;
}

/** A place in a text, cut out around a word; `from` and `to` stand for what is left away. */
const around = 60;

/** A piece of the text around the first word that is in it; nothing where none is. */
export function snippetOf(text: string, words: readonly string[]): string | undefined {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) return undefined;
  const first = Math.min(...places);
  const [from, to] = [Math.max(0, first - around), Math.min(text.length, first + 2 * around)];
  const piece = text.slice(from, to).toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  return `${from > 0 ? '…' : ''}${piece}${to < text.length ? '…' : ''}`;
}
