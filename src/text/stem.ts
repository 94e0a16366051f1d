/** Brings the forms of a lower-case English word together (`returns`, `returned`, `return`), well enough to compare; never to display. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed)$/, '')
    .replace(/(?<=...)e$/, '');
}
