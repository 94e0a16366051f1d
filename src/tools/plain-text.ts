/**
 * Text without control characters: no escape sequences, no direction marks, nothing invisible that could move a cursor or hide words.
 * Tabs and line breaks stay.
 */
export function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/**
 * Text in which full-width and other forms of a character are one (NFKC). To put marks on a letter in order takes the square of their number, so
 * that no letter keeps more than the thirty that Unicode calls safe.
 */
export function toCompatible(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFKC');
}

/** Plain text on one line, cut to `max` characters. */
export function toPlainLine(text: string, max = 200): string {
  const line = toPlainText(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
