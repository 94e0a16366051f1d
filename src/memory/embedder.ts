/**
 * Turns texts into vectors whose angle says how much they have to do with each other: what words alone cannot find.
 *
 * Contract: one vector for each text, all of the same length, in the same order; it stops soon after the signal aborts, and may throw: then words alone
 * decide.
 */
export interface Embedder {
  /** Vectors of different names are never compared. */
  readonly name: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

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
