/** The start of a text, not ending inside of a pair of surrogates. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text that is no longer than this, and says so where it was cut. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${clip(text, length - 1)}…`;
