import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, TroupeError } from '../errors.ts';
import { parseEntry } from '../log/entry.ts';
import { conflict } from './memory-store.ts';
import type { Store } from './store.ts';

export type { Store } from './store.ts';

const schemaVersion = 1;

/** Keeps logs in one SQLite file (`node:sqlite`, write-ahead log). Several processes may use the file at once. */
export function sqliteStore(
  file: string,
  options: {
    /** How sure a write is: `FULL` survives a power cut, `NORMAL` a killed process. @default 'FULL' */
    synchronous?: 'FULL' | 'NORMAL';
  } = {},
): Store {
  const database = open(file, options.synchronous ?? 'FULL');
  const guarded = <T>(what: string, work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof TroupeError) throw cause;
      throw new TroupeError('store', `Cannot ${what} in ${file}: ${messageOf(cause)}.`, { cause });
    }
  };
  const count = database.prepare('SELECT coalesce(max(seq), 0) AS last FROM entries WHERE run = ?');
  const insert = database.prepare('INSERT INTO entries (run, seq, entry) VALUES (?, ?, ?)');
  const select = database.prepare('SELECT seq, entry FROM entries WHERE run = ? AND seq > ? ORDER BY seq');
  const list = database.prepare('SELECT run FROM entries WHERE seq = 1 ORDER BY rowid DESC');
  return {
    append(run, after, entries) {
      guarded(`write run ${run}`, () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const last = Number(count.get(run)?.last ?? 0);
          if (last !== after) throw conflict(run, after, last);
          for (const entry of entries) insert.run(run, entry.seq, JSON.stringify(entry));
          database.exec('COMMIT');
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      });
    },
    read: async (run, after = 0) =>
      guarded(`read run ${run}`, () =>
        select.all(run, after).map((row) => parseEntry(String(row.entry), `run ${run}, number ${row.seq}`)),
      ),
    runs: async () => guarded('list the runs', () => list.all().map((row) => String(row.run))),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function open(file: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version > schemaVersion) {
      const known = `schema ${version}, this one knows ${schemaVersion}`;
      throw new TroupeError('store', `${file} was written by a newer version of Troupe (${known}). Update Troupe.`);
    }
    database.exec(`
      CREATE TABLE IF NOT EXISTS entries (run TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, UNIQUE (run, seq));
      PRAGMA user_version = ${schemaVersion};
    `);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof TroupeError) throw cause;
    const hint = 'Is it a SQLite file that can be written?';
    throw new TroupeError('store', `Cannot open ${file} as a store: ${messageOf(cause)}. ${hint}`, { cause });
  }
}
