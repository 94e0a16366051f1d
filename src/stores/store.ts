import type { ExecutionStatus } from '../domain/status.ts';
import type { RunMetadata } from '../log/entries/request-labels.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryQuery, Found } from '../log/query/find-entries.ts';

/** The right to drive a run, held by one process at a time. A later holder has a higher token. */
export interface Lease {
  readonly run: string;
  readonly owner: string;
  readonly token: number;
}

/** What a list of runs shows of each. */
export interface RunSummary {
  readonly run: string;
  readonly status: ExecutionStatus;
  /** Paused, and not ended since. */
  readonly isPaused: boolean;
  /** The first words of the last user message. */
  readonly question: string;
  /** When it was asked for, or forked. */
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly entries: number;
  /** What it has added to the store, about: its entries, or its archive, and what no run before it had brought. */
  readonly bytes: number;
  readonly isArchived: boolean;
  /** The conversation that it belongs to, where the caller named one. */
  readonly session?: string;
  /** What the caller wrote on it, where there is something. */
  readonly metadata?: RunMetadata;
}

export interface RunQuery {
  readonly status?: ExecutionStatus;
  /** Only the runs of this conversation. */
  readonly session?: string;
  /** Only what comes after this run in the list: the last run of the page before. Nothing does when it is gone. */
  readonly after?: string;
  /** @default 100 */
  readonly limit?: number;
}

/** How much is in a store. */
export interface StoreSize {
  readonly runs: number;
  /** What all of it takes, indexes included. */
  readonly bytes: number;
}

/** Which entries are wanted, of all runs or of those of one session. */
export interface StoreQuery<Type extends string = string> extends Omit<EntryQuery<Type>, 'any' | 'not'> {
  /** Only the runs of this conversation. Without it `type` is needed, since stores have an index by types. */
  readonly session?: string;
  /** Only what comes after this entry in the list: the last one of the page before. */
  readonly after?: Pick<Entry, 'at' | 'run' | 'seq'>;
  /** @default 100 */
  readonly limit?: number;
}

/**
 * Where logs live.
 *
 * Contract: `append` stores all entries or none; `after` is the number of the last entry that the caller knows to be stored, and when
 * the store holds another number of entries for the run it throws a `TroupeError` with code `store` and stores nothing. With a lease that
 * somebody else has taken over since, it throws one with code `lease` and stores nothing. What it returned for (or resolved) is durable. Entries come back as they were given, in
 * order; a damaged one is a `TroupeError` with code `bad-log` that names the run and the number. Every method may be called at any time until `close`,
 * which may be called twice.
 */
export interface Store {
  /** Everything in it is gone when the process ends. @default false */
  readonly isInMemory?: boolean;
  append(run: string, after: number, entries: readonly Entry[], lease?: Lease): void | Promise<void>;
  /** The entries after number `after`, oldest first, at most `limit` of them; none for a run that is not known. */
  read(run: string, after?: number, limit?: number): Promise<readonly Entry[]>;
  /** Runs, the newest first. */
  runs(query?: RunQuery): Promise<readonly RunSummary[]>;
  /**
   * Entries of all runs, archived ones too, the newest first, by an index of types and times; `kind`, `status` and `actor` are looked at in what the
   * index finds. What every run is full of, such as `effect.completed`, is in no index: it is found in a session only, and refused with `usage`
   * otherwise.
   */
  find<const Type extends string>(query: StoreQuery<Type>): Promise<readonly Found<Type>[]>;
  /** Takes the right to drive a run for `ttlMs`; nothing while another owner has it. The owner who has it gets it again. */
  acquire(run: string, owner: string, ttlMs: number): Lease | undefined | Promise<Lease | undefined>;
  /** Keeps a lease for `ttlMs` more; false when it was lost. */
  renew(lease: Lease, ttlMs: number): boolean | Promise<boolean>;
  release(lease: Lease): void | Promise<void>;
  /** Packs the log of a run that has ended; it can still be read, not added to. False when there is no such run, or it is packed already. */
  archive(run: string): Promise<boolean>;
  /** Removes a run. False when there is no such run. */
  delete(run: string): Promise<boolean>;
  /** How much is there, without reading it; of a large store about. */
  size(): Promise<StoreSize>;
  close(): void | Promise<void>;
}

/** Where new runs are kept: in a store, in one that forgets everything when the process ends, or nowhere. */
export type KeptIn = 'store' | 'memory' | 'nowhere';

/** Where new runs are kept by somebody who has this store, or none. */
export const keptIn = (store: Store | undefined): KeptIn =>
  !store ? 'nowhere' : store.isInMemory ? 'memory' : 'store';
