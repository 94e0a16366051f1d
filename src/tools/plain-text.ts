/**
 * Text without control characters: no escape sequences, no direction marks, nothing invisible that could move a cursor or hide words.
 * Tabs and line breaks stay.
 */
export function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/** Plain text on one line, cut to `max` characters. */
export function toPlainLine(text: string, max = 200): string {
  const line = toPlainText(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
