/** A run of Han characters as pairs of neighbours: without a dictionary, that is how its words are found. A lone character is itself. */
export function hanPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
