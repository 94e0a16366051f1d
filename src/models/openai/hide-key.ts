import { lastWordStart } from '../../text/last-word.ts';

/** Takes an API key out of a text. */
export type HideKey = (text: string) => string;

/** A shorter key is a placeholder, such as "ollama": hiding it would only spoil messages. Of a longer one, a part of this length is hidden. */
const least = 8;

/**
 * Takes a key out of what an endpoint says: the whole of it, eight characters in a row, its ends around stars or dots; as it is, in base64 or as
 * hexadecimal digits. What is taken out has no blank in it.
 */
export function createHideKey(key: string): HideKey {
  if (key.length < least) return (text) => text;
  const lowerKey = toLower(key);
  const forms = [
    withDigits(partsOf([lowerKey], least)),
    partsOf([toHex(key)], 2 * least),
    partsOf(
      [0, 1, 2].flatMap((shift) => base64Forms(key, shift)),
      base64Length,
    ),
  ];
  return (text) => {
    const lower = toLower(text);
    const places = forms.flatMap(({ length, parts }) =>
      Array.from({ length: Math.max(0, lower.length - length + 1) }, (_, start) => start)
        .filter((start) => parts.has(lower.slice(start, start + length)))
        .map((start): Place => [start, start + length]),
    );
    return withoutPlaces(text, [...places, ...maskedPlaces(lower, lowerKey)]);
  };
}

/** Whether a key is more than a word, so that it can be hidden in answers without spoiling them. */
export const isRandomKey = (key: string): boolean => key.length >= 2 * least && /\d/.test(key);

/** Hands on a text that arrives in pieces, without the key: word by word, so that none of it slips through between two pieces. */
export function hideInPieces(hide: HideKey, emit: (text: string) => void): { add(piece: string): void; end(): void } {
  let held = '';
  return {
    add(piece) {
      const start = lastWordStart(piece);
      if (start > 0) emit(hide(held + piece.slice(0, start)));
      held = start > 0 ? piece.slice(start) : held + piece;
    },
    end() {
      if (held !== '') emit(hide(held));
      held = '';
    },
  };
}

/** From where to where, in characters. */
type Place = readonly [start: number, end: number];

/** Only the letters of ASCII, which keep their length. */
const toLower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A key is ASCII: a header carries it. */
const toHex = (key: string) => [...key].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** Every part of that length. */
function partsOf(forms: readonly string[], length: number): { length: number; parts: ReadonlySet<string> } {
  const parts = forms.flatMap((form) =>
    Array.from({ length: Math.max(0, form.length - length + 1) }, (_, start) => form.slice(start, start + length)),
  );
  return { length, parts: new Set(parts) };
}

/** Words of which a key was made are no secrets. */
const withDigits = ({ length, parts }: ReturnType<typeof partsOf>) => ({
  length,
  parts: new Set([...parts].filter((part) => /\d/.test(part))),
});

/** As many characters of base64 as eight bytes fill, wherever they begin. */
const base64Length = 10;

/** The characters that a key has in base64 wherever it stands in the bytes, when so many come before it; those that it shares with its neighbours are left out. */
function base64Forms(key: string, shift: number): string[] {
  const whole = btoa('\0'.repeat(shift) + key).slice(
    Math.ceil((8 * shift) / 6),
    Math.floor((8 * (shift + key.length)) / 6),
  );
  return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')].map(toLower);
}

/** What stands for letters that were left out. */
const mask = /[*•·…#]+|\.{3,}|x{4,}/g;

/** Where the beginning or the end of a key stands beside such signs; four letters of it are enough to know it. */
function maskedPlaces(text: string, key: string): Place[] {
  return [...text.matchAll(mask)].flatMap(({ 0: { length }, index }): Place[] => {
    const end = index + length;
    const before = longest(key.length, (size) => text.endsWith(key.slice(0, size), index));
    const after = longest(key.length, (size) => text.startsWith(key.slice(-size), end));
    return before + after < 4 ? [] : [[index - before, end + after]];
  });
}

function longest(most: number, fits: (size: number) => boolean): number {
  let size = most;
  while (size > 0 && !fits(size)) size--;
  return size;
}

/** The text with one mark for every stretch of places that touch each other. */
function withoutPlaces(text: string, places: readonly Place[]): string {
  let shown = '';
  let last = -1;
  for (const [start, end] of places.toSorted(([one], [other]) => one - other)) {
    if (start > last) shown += `${text.slice(Math.max(0, last), start)}[API key]`;
    last = Math.max(last, end);
  }
  return shown + text.slice(Math.max(0, last));
}
