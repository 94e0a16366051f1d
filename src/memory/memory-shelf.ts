/** One line of a shelf: a memory, or the mark that something was forgotten, as JSON. */
export interface ShelfLine {
  readonly scope: string;
  readonly key: string;
  readonly json: string;
}

/**
 * Where memories are kept.
 *
 * Contract: there is one line for a scope and a key; `write` puts all lines in place or none, and replaces what has the same scope and key. `read` gives
 * the lines of the scopes that it is asked for and of no other, in the order in which they were written last. What was removed or replaced is gone when
 * the call returns, from the medium too as far as the technology allows. Scopes and keys are compared character by character. Every method may be
 * called at any time until `close`, which may be called twice.
 */
export interface MemoryShelf {
  read(scopes: readonly string[]): Promise<readonly ShelfLine[]>;
  write(lines: readonly ShelfLine[]): Promise<void>;
  /** How many lines there were. */
  remove(scope: string, keys: readonly string[]): Promise<number>;
  /** The scopes that have lines, in the order of their texts. */
  scopes(): Promise<readonly string[]>;
  close(): void | Promise<void>;
}
