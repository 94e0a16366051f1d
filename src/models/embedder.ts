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
