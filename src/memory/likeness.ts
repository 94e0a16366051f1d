/** How alike two vectors are, from -1 to 1; 0 for those that cannot be compared. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return 0;
  let [dot, length, otherLength] = [0, 0, 0];
  for (const [place, value] of one.entries()) {
    const beside = other[place] ?? 0;
    dot += value * beside;
    length += value * value;
    otherLength += beside * beside;
  }
  return length === 0 || otherLength === 0 ? 0 : dot / Math.sqrt(length * otherLength);
}
