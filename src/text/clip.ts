/** The start of a text, not ending inside of a pair of surrogates. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
