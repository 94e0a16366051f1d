/** How heavy a text is written: state names and labels are semibold. */
export type TextWeight = 'regular' | 'semibold';

/** How wide a text is in pixels. */
export type Measure = (text: string, size: number, weight?: TextWeight) => number;

/** Advance widths of Inter from U+0020 to U+007E, in hundredths of the font's size. */
const advances: Readonly<Record<TextWeight, readonly number[]>> = {
  regular: [
    28, 28, 40, 63, 64, 81, 64, 22, 36, 36, 50, 66, 28, 46, 28, 36, 62, 46, 61, 64, 64, 61, 62, 57, 62, 62, 28, 28, 66,
    66, 66, 51, 94, 68, 65, 73, 72, 60, 59, 74, 74, 26, 54, 65, 56, 89, 75, 76, 63, 76, 64, 64, 64, 74, 68, 95, 64, 66,
    62, 36, 36, 36, 47, 45, 50, 56, 62, 56, 62, 58, 36, 61, 59, 24, 24, 54, 24, 87, 59, 60, 61, 61, 37, 52, 36, 58, 56,
    81, 54, 56, 54, 36, 33, 36, 66,
  ],
  semibold: [
    25, 31, 40, 64, 65, 84, 66, 21, 39, 39, 54, 67, 30, 47, 29, 38, 67, 48, 62, 65, 67, 63, 65, 59, 65, 65, 29, 30, 67,
    67, 67, 54, 100, 72, 66, 74, 72, 61, 59, 75, 74, 27, 56, 68, 57, 91, 74, 77, 64, 78, 65, 65, 66, 73, 72, 101, 69,
    70, 65, 39, 38, 39, 48, 47, 50, 57, 63, 58, 63, 59, 38, 63, 61, 26, 26, 57, 26, 90, 61, 61, 62, 62, 40, 55, 38, 61,
    58, 84, 56, 58, 56, 39, 36, 39, 67,
  ],
};

/** Other letters: as wide as the wide ones of Latin, Greek and Cyrillic. */
const otherLetter = 75;
const oneEm = 100;
/** A little air, since another sans-serif font may stand in. */
const generosity = 1.03;

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\ua000-\ua4cf\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6→…]/u;
const invisible = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** How wide a text is in pixels, from a table: the same in a browser and in Node, and never too narrow for Inter. */
export function textWidth(text: string, size: number, weight: TextWeight = 'regular'): number {
  let hundredths = 0;
  for (const character of text) hundredths += advanceOf(character, weight);
  return Math.ceil((hundredths * generosity * size) / 100);
}

function advanceOf(character: string, weight: TextWeight): number {
  const known = advances[weight][(character.codePointAt(0) ?? 0) - 32];
  if (known !== undefined) return known;
  if (wide.test(character)) return oneEm;
  return invisible.test(character) ? 0 : otherLetter;
}
