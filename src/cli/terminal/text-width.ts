const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;
/** Pictures, Han, Hangul, Kana, Yi and full-width forms; U+FE0F asks for the picture of a character. */
const wide =
  /\ufe0f|[\p{Emoji_Presentation}\p{Script=Han}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u;

/** How many columns of a terminal a text takes: two for what is written wide in East Asia, none for marks on a letter. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  if (wide.test(grapheme)) return 2;
  // The half-width sound marks of Kana stand in a column of their own.
  return 1 + (grapheme.match(/(?<=.)[\uff9e\uff9f]/gu)?.length ?? 0);
}

/** The text in at most `width` columns, with an ellipsis where it was cut. */
export function cutText(text: string, width: number): string {
  if (width <= 0) return '';
  // No more is segmented than can be seen: marks apart, a column is at least one character.
  const start = text.slice(0, width * 8);
  const kept: string[] = [];
  let used = 0;
  for (const { segment } of segmenter.segment(start)) {
    used += graphemeWidth(segment);
    if (used > width) return `${dropTo(kept, width - 1)}…`;
    kept.push(segment);
  }
  return start.length < text.length ? `${dropTo(kept, width - 1)}…` : text;
}

function dropTo(graphemes: readonly string[], width: number): string {
  const kept = [...graphemes];
  while (textWidth(kept.join('')) > width) kept.pop();
  return kept.join('').trimEnd();
}

/** The end of a text in at most `width` columns, with an ellipsis where it was cut. */
export function cutStart(text: string, width: number): string {
  const end = text.slice(-width * 8); // no more is segmented than can be seen
  if (end.length === text.length && textWidth(text) <= width) return text;
  const graphemes = [...segmenter.segment(end)];
  let room = width - 1;
  const last = graphemes.findLastIndex(({ segment }) => {
    room -= graphemeWidth(segment);
    return room < 0;
  });
  return `…${end.slice(graphemes[last + 1]?.index ?? end.length)}`;
}

/** The text in exactly `width` columns: cut, or with spaces behind it. */
export function padText(text: string, width: number): string {
  const shown = cutText(text, width);
  return shown + ' '.repeat(Math.max(0, width - textWidth(shown)));
}
