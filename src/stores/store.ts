import type { Entry } from '../log/entry.ts';

/**
 * Where logs live.
 *
 * Contract: `append` stores all entries or none; `after` is the number of the last entry that the caller knows to be stored, and when
 * the store holds another number of entries for the run it throws a `TroupeError` with code `store` and stores nothing. What it
 * returned for (or resolved) is durable. Entries come back as they were given, in order. Every method may be called
 * at any time until `close`, which may be called twice.
 */
export interface Store {
  append(run: string, after: number, entries: readonly Entry[]): void | Promise<void>;
  /** The entries after number `after`, oldest first; none for a run that is not known. */
  read(run: string, after?: number): Promise<readonly Entry[]>;
  /** The ids of all runs, newest first. */
  runs(): Promise<readonly string[]>;
  close(): void | Promise<void>;
}
