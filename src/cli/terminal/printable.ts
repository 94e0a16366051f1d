/** Escape sequences as `stripVTControlCharacters` of Node knows them. */
const sequence = '[\\u001b\\u009b][[\\]()#;?]*(?:\\d{1,4}(?:[;:]\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~]';
const sequences = new RegExp(sequence, 'g');
/** The same and those that hold a text, such as a link, until one of their ends. */
const allSequences = new RegExp(`\\u001b\\][\\s\\S]*?(?:\\u0007|\\u001b\\\\|\\u009c)|${sequence}`, 'g');

/** Behind the last end none is looked for: from each of many beginnings that would take for ever. */
function withoutSequences(text: string): string {
  const lasts = ['\u0007', '\u009c', '\u001b\\'].map((end) => [text.lastIndexOf(end), end.length] as const);
  const behind = Math.max(...lasts.map(([at, length]) => (at < 0 ? 0 : at + length)));
  return text.slice(0, behind).replace(allSequences, '') + text.slice(behind).replace(sequences, '');
}

/**
 * Text that a terminal only shows: no escape sequence, no control or direction character. Tabs, line breaks and the joiners that some
 * scripts are written with stay.
 */
export function toPrintable(text: string): string {
  return withoutSequences(text.replace(/\r\n?/g, '\n')).replace(
    /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    '',
  );
}

/** The same on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replace(/\s+/g, ' ').trim();
}

/** A value as JSON on one line, in which no control character is left bare: JSON itself escapes only the first 32. */
export function toPrintableJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
