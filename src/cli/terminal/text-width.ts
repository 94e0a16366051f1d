import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many columns of a terminal a text takes. The text is printable: there is no escape sequence in it to leave out. */
export const textWidth = (text: string): number => stringWidth(text, { countAnsiEscapeCodes: true });

/** The text in at most `width` columns, with an ellipsis where it was cut. */
export function cutText(text: string, width: number): string {
  if (width <= 0) return '';
  // No more is segmented than can be seen: marks apart, a column is at least one character.
  const start = text.slice(0, width * 8);
  let [used, end] = [0, 0];
  for (const { segment, index } of segmenter.segment(start)) {
    used += textWidth(segment);
    if (used > width) break;
    if (used < width) end = index + segment.length;
  }
  return used > width || start.length < text.length ? `${start.slice(0, end).trimEnd()}…` : text;
}

/** The end of a text in at most `width` columns, with an ellipsis where it was cut. */
export function cutStart(text: string, width: number): string {
  const end = text.slice(-width * 8); // no more is segmented than can be seen
  if (end.length === text.length && textWidth(text) <= width) return text;
  const graphemes = [...segmenter.segment(end)];
  let room = width - 1;
  const last = graphemes.findLastIndex(({ segment }) => {
    room -= textWidth(segment);
    return room < 0;
  });
  return `…${end.slice(graphemes[last + 1]?.index ?? end.length)}`;
}

/** The text in exactly `width` columns: cut, or with spaces behind it. */
export function padText(text: string, width: number): string {
  const shown = cutText(text, width);
  return shown + ' '.repeat(Math.max(0, width - textWidth(shown)));
}
