/** The name that was most likely meant, if one is near enough: no more letters may differ than `farthest` says of a name. */
export function nearestName(
  written: string,
  names: readonly string[],
  farthest = (name: string) => Math.max(1, Math.floor(name.length / 2)),
): string | undefined {
  const [best] = names
    // What differs more in length differs in as many letters.
    .filter((name) => Math.abs(written.length - name.length) <= farthest(name))
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= farthest(best.name) ? best.name : undefined;
}

/** How many letters have to be put in, taken out, changed or swapped with their neighbour to make one word of the other. */
export function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

/** What is wrong with the names of some options; nothing when all exist. A misspelt limit would be none. */
export function optionProblem(options: object, names: readonly string[], of: string): string | undefined {
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong === undefined) return undefined;
  const near = nearestName(wrong, names);
  const hint = near ? ` Did you mean "${near}"?` : '';
  return `"${wrong}" is no option of ${of}.${hint} There are ${names.join(', ')}.`;
}
