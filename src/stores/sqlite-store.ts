/** `troupe/sqlite`: runs and memories in one file, with the SQLite of the runtime. */
import { findMarked } from './find-marked.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';
import { SqliteRuns } from './sqlite/sqlite-runs.ts';
import type { RunQuery, Store } from './store.ts';
import { linkMemory, toStoredLine } from './stored-line.ts';

export { sqliteShelf } from './sqlite/sqlite-shelf.ts';
export type { Lease, RunQuery, RunSummary, Store, StoreQuery, StoreSize } from './store.ts';

/**
 * Keeps logs in one SQLite file (`node:sqlite`, write-ahead log). Several processes may use the file at once. Where many runs write at the same
 * time, their writes share transactions.
 */
export function sqliteStore(
  file: string,
  options: {
    /** How sure a write is: `FULL` survives a power cut, `NORMAL` a killed process. @default 'FULL' */
    synchronous?: 'FULL' | 'NORMAL';
  } = {},
): Store {
  const database = new SqliteDatabase(file, options.synchronous ?? 'FULL');
  const runs = new SqliteRuns(database.connection);
  const memory = linkMemory();
  const writes = new GroupedWrites(database);
  /** What is read holds everything that was asked for before. */
  const reading = async <T>(what: string, work: () => T): Promise<T> => {
    writes.flush();
    return database.guarded(what, () => database.transaction(work, 'BEGIN'));
  };
  const read = (run: string, after = 0, limit = -1) => reading(`read run ${run}`, () => runs.read(run, after, limit));
  const list = (query: RunQuery = {}) => reading('list the runs', () => runs.list(query));
  return {
    append(run, after, entries, lease) {
      const what = `write run ${run}`;
      // Now: the caller may change its list before a group is written.
      const batch = database.guarded(what, () => ({
        entries: [...entries],
        lines: entries.map((entry) => toStoredLine(entry, memory)),
      }));
      return writes.write(run, what, () => runs.append(run, after, batch, lease));
    },
    read,
    runs: list,
    find: (query) =>
      findMarked(
        {
          read,
          runs: list,
          places: (...span) => reading('look for entries', () => runs.marks.places(...span)),
          entriesAt: (places) =>
            reading('read what was found', () => places.map(({ run, seq }) => runs.entryAt(run, seq))),
        },
        query,
      ),
    acquire: (run, owner, ttlMs) => writes.write(run, `take over run ${run}`, () => runs.acquire(run, owner, ttlMs)),
    renew: (lease, ttlMs) =>
      writes.write(lease.run, `keep run ${lease.run}`, () => runs.keepLease(lease, Date.now() + ttlMs)),
    release: (lease) => writes.write(lease.run, `release run ${lease.run}`, () => void runs.keepLease(lease, 0)),
    archive: async (run) => writes.write(run, `archive run ${run}`, () => runs.archive(run)),
    async delete(run) {
      const wasThere = await writes.write(run, `delete run ${run}`, () => runs.delete(run));
      if (wasThere) database.guarded(`delete run ${run}`, () => database.clearLog());
      return wasThere;
    },
    size: () => reading('look at the size', () => runs.size()),
    close() {
      writes.flush();
      database.close();
    },
  };
}
