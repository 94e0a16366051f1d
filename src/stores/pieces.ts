import { hash } from 'node:crypto';

/** A value of fewer characters stays in its line. */
const bulky = 4_000;
/** Stands around the number of a piece in a line. JSON writes this character in another way, so no line has it. */
const mark = '\u0001';

/** The lines of a log without their bulky values, which have names by what they are: equal values are one piece, whichever runs have them. */
export interface Lightened {
  /** The names of the pieces, by the numbers in the lines. */
  readonly names: readonly string[];
  readonly lines: readonly string[];
  /** The JSON of pieces by their names. */
  readonly pieces: ReadonlyMap<string, string>;
}

/** Takes the bulky values out of lines: outputs of effects, and whatever repeats them. */
export function takePieces(lines: readonly string[]): Lightened {
  const [numbers, pieces] = [new Map<string, number>(), new Map<string, string>()];
  const lighten = (line: string): string => {
    let [light, from] = ['', 0];
    for (const [start, end] of bulkyParts(line)) {
      const piece = line.slice(start, end);
      const name = hash('sha256', piece, 'base64url');
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      pieces.set(name, piece);
      light += `${line.slice(from, start)}${mark}${number}${mark}`;
      from = end;
    }
    return light + line.slice(from);
  };
  // Who wrote such a character by other means than JSON gets the line back as it was.
  if (lines.some((line) => line.includes(mark))) return { names: [], lines, pieces };
  const light = lines.map((line) => (line.length < bulky ? line : lighten(line)));
  return { names: [...numbers.keys()], lines: light, pieces };
}

/** A line with its values in their places. */
export const putPieces = (line: string, pieceOf: (number: number) => string): string =>
  // Every second part is a number.
  line
    .split(mark)
    .map((part, place) => (place % 2 === 1 ? pieceOf(Number(part)) : part))
    .join('');

/**
 * Where bulky values stand in the JSON of an entry: texts, and lists and objects without a bulky value in them. Values of the entry itself, such as
 * its data, are none.
 */
function bulkyParts(line: string): (readonly [start: number, end: number])[] {
  const parts: (readonly [number, number])[] = [];
  const open: { readonly start: number; readonly before: number }[] = [];
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '{' || character === '[') open.push({ start: at, before: parts.length });
    else if (character === '"') {
      const end = endOfText(line, at);
      if (end - at >= bulky && open.length > 1) parts.push([at, end]);
      at = end - 1;
    } else if (character === '}' || character === ']') {
      const { start = at, before = 0 } = open.pop() ?? {};
      const hasNone = parts.length === before;
      if (hasNone && at + 1 - start >= bulky && open.length > 1) parts.push([start, at + 1]);
    }
  }
  return parts;
}

/** Where a text of JSON ends that begins at a place. */
function endOfText(line: string, start: number): number {
  for (let end = line.indexOf('"', start + 1); end >= 0; end = line.indexOf('"', end + 1)) {
    let escapes = 0;
    while (line[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return line.length;
}
