import { stripVTControlCharacters } from 'node:util';

/**
 * Text that a terminal only shows: no escape sequence, no control or direction character. Tabs, line breaks and the joiners that some
 * scripts are written with stay.
 */
export function toPrintable(text: string): string {
  return stripVTControlCharacters(text.replace(/\r\n?/g, '\n')).replace(
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
