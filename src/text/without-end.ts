/**
 * A text without those of its last characters that fit. A pattern such as `[.!]+$` would do the same, but tries a long run again from each of its
 * characters.
 */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
