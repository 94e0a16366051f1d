/** A text that two calls of one request wrote. */
export interface Repetition {
  /** The calls, counted from 1. */
  readonly calls: readonly [number, number];
  readonly characters: number;
  readonly text: string;
}

const least = 200;
/** Any text of the least length holds a whole one of the pieces into which the other text is cut. */
const piece = least / 2;

/** The longest text of at least 200 characters that two outputs share, for each pair that shares one. Spaces and line breaks are alike. */
export function writtenTwice(outputs: readonly string[]): Repetition[] {
  const texts = outputs.map((text) => text.replace(/\s+/g, ' '));
  return texts.flatMap((text, index) =>
    texts.slice(0, index).flatMap((earlier, place) => {
      const shared = longestShared(earlier, text);
      return shared.length < least
        ? []
        : [{ calls: [place + 1, index + 1] as const, characters: shared.length, text: shared.slice(0, 80) }];
    }),
  );
}

/** The longest text that both have, or a shorter one where that is too short to matter. */
function longestShared(one: string, other: string): string {
  const places = new Map<string, number[]>();
  for (let at = 0; at + piece <= one.length; at += piece) {
    const cut = one.slice(at, at + piece);
    places.set(cut, [...(places.get(cut) ?? []), at]);
  }
  let best = '';
  for (let at = 0; at + piece <= other.length; at++) {
    for (const place of places.get(other.slice(at, at + piece)) ?? []) {
      let [from, to] = [0, piece];
      while (from < place && from < at && one[place - from - 1] === other[at - from - 1]) from++;
      while (place + to < one.length && one[place + to] === other[at + to]) to++;
      if (from + to > best.length) best = other.slice(at - from, at + to);
    }
  }
  return best;
}
