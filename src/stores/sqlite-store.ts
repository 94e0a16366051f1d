import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ExecutionStatus } from '../domain/status.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { beganAt, type Entry, parseEntry } from '../log/entry.ts';
import { archived, conflict, lost, summaryChange } from './run-facts.ts';
import type { Lease, RunSummary, Store } from './store.ts';

export type { Lease, RunQuery, RunSummary, Store } from './store.ts';

const schemaVersion = 2;
const columns = 'run, status, question, started_at, updated_at, entries, archive IS NOT NULL AS is_archived';
const afterRun = '(? IS NULL OR (started_at, rowid) < (SELECT started_at, rowid FROM runs WHERE run = ?))';
const newestFirst = 'ORDER BY started_at DESC, rowid DESC LIMIT ?';

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
      throw new TroupeError('store', `Cannot ${what} in ${file}: ${messageOf(cause)}.${adviceFor(cause)}`, { cause });
    }
  };
  const inTransaction = <T>(what: string, work: () => T): T =>
    guarded(what, () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  const prepared = {
    run: database.prepare('SELECT * FROM runs WHERE run = ?'),
    insertEntry: database.prepare('INSERT INTO entries (run, seq, entry) VALUES (?, ?, ?)'),
    entries: database.prepare('SELECT seq, entry FROM entries WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?'),
    insertRun: database.prepare(
      'INSERT INTO runs (run, status, question, started_at, updated_at, entries) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    updateRun: database.prepare(
      'UPDATE runs SET status = coalesce(?, status), question = coalesce(?, question), updated_at = ?, entries = ? WHERE run = ?',
    ),
    list: database.prepare(`SELECT ${columns} FROM runs WHERE ${afterRun} ${newestFirst}`),
    listByStatus: database.prepare(`SELECT ${columns} FROM runs WHERE status = ? AND ${afterRun} ${newestFirst}`),
    lease: database.prepare('SELECT owner, token, until FROM leases WHERE run = ?'),
    takeLease: database.prepare(
      'INSERT INTO leases (run, owner, token, until) VALUES (?, ?, ?, ?) ON CONFLICT (run) DO UPDATE SET owner = excluded.owner, token = excluded.token, until = excluded.until',
    ),
    keepLease: database.prepare('UPDATE leases SET until = ? WHERE run = ? AND token = ?'),
    pack: database.prepare('UPDATE runs SET archive = ? WHERE run = ?'),
    deleteEntries: database.prepare('DELETE FROM entries WHERE run = ?'),
    deleteRun: database.prepare('DELETE FROM runs WHERE run = ?'),
    endLease: database.prepare('UPDATE leases SET until = 0 WHERE run = ?'),
  };
  const readAll = (run: string, after: number, limit: number): Entry[] =>
    prepared.entries
      .all(run, after, limit)
      .map((row) => parseEntry(String(row.entry), `run ${run}, number ${row.seq}`));

  return {
    append(run, after, entries, lease) {
      const [first, last] = [entries[0], entries.at(-1)];
      inTransaction(`write run ${run}`, () => {
        const known = prepared.run.get(run);
        if (known?.archive) throw archived(run);
        if (lease && Number(prepared.lease.get(run)?.token) !== lease.token) throw lost(lease);
        const found = Number(known?.entries ?? 0);
        if (found !== after) throw conflict(run, after, found);
        if (!first || !last) return;
        const { status, question } = summaryChange(entries);
        const count = after + entries.length;
        if (known) prepared.updateRun.run(status ?? null, question ?? null, last.at, count, run);
        else prepared.insertRun.run(run, status ?? 'pending', question ?? '', beganAt(first), last.at, count);
        for (const entry of entries) prepared.insertEntry.run(run, entry.seq, JSON.stringify(entry));
      });
    },
    read: async (run, after = 0, limit = -1) =>
      guarded(`read run ${run}`, () => {
        const packed = prepared.run.get(run)?.archive;
        if (!(packed instanceof Uint8Array)) return readAll(run, after, limit);
        const lines = unpack(run, packed).slice(after, limit < 0 ? undefined : after + limit);
        return lines.map((line, index) => parseEntry(line, `run ${run}, number ${after + index + 1}`));
      }),
    runs: async ({ status, after = null, limit = 100 } = {}) =>
      guarded('list the runs', () => {
        const page = [after, after, limit] as const;
        return (status ? prepared.listByStatus.all(status, ...page) : prepared.list.all(...page)).map(toSummary);
      }),
    acquire: (run, owner, ttlMs) =>
      inTransaction(`take over run ${run}`, () => {
        const held = prepared.lease.get(run);
        if (held && held.owner !== owner && Number(held.until) > Date.now()) return undefined;
        const lease: Lease = { run, owner, token: Number(held?.token ?? 0) + 1 };
        prepared.takeLease.run(run, owner, lease.token, Date.now() + ttlMs);
        return lease;
      }),
    renew: ({ run, token }, ttlMs) =>
      guarded(`keep run ${run}`, () => prepared.keepLease.run(Date.now() + ttlMs, run, token).changes === 1),
    release: ({ run, token }) => guarded(`release run ${run}`, () => void prepared.keepLease.run(0, run, token)),
    archive: async (run) =>
      inTransaction(`archive run ${run}`, () => {
        const known = prepared.run.get(run);
        if (!known || known.archive) return known !== undefined;
        const lines = readAll(run, 0, -1).map((entry) => JSON.stringify(entry));
        prepared.pack.run(gzipSync(lines.join('\n')), run);
        prepared.deleteEntries.run(run);
        return true;
      }),
    delete: async (run) =>
      inTransaction(`delete run ${run}`, () => {
        prepared.deleteEntries.run(run);
        // The token stays: with a low one again, an old holder could write to a new run of this id.
        prepared.endLease.run(run);
        return prepared.deleteRun.run(run).changes === 1;
      }),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function unpack(run: string, packed: Uint8Array): string[] {
  try {
    return gunzipSync(packed).toString('utf8').split('\n');
  } catch (cause) {
    throw new TroupeError('bad-log', `The archive of run ${run} is damaged: ${messageOf(cause)}.`, { cause });
  }
}

/** What to do about an error of SQLite, by its primary result code. */
const advice: Readonly<Record<number, string>> = {
  1: 'Is it a store of Troupe?',
  5: 'Another process has been writing for too long: end it, or try again.',
  8: 'Give this process the right to write to the file and its folder.',
  10: 'Is the disk full or failing?',
  11: 'The file is damaged: restore it from a copy.',
  13: 'Make room on the disk, or use another one.',
  14: 'Can this process make files in its folder?',
  26: 'Is it a SQLite file that can be written?',
};

function adviceFor(cause: unknown): string {
  // The upper bits of the code say more than is needed here.
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0;
  return advice[code] ? ` ${advice[code]}` : '';
}

const toSummary = (row: Record<string, unknown>): RunSummary => ({
  run: String(row.run),
  status: String(row.status) as ExecutionStatus, // written by `append` from an entry
  question: String(row.question),
  startedAt: String(row.started_at),
  updatedAt: String(row.updated_at),
  entries: Number(row.entries),
  isArchived: row.is_archived === 1,
});

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
    if (version === 1) {
      const what = 'a trial version of Troupe (schema 1), which this one cannot read';
      throw new TroupeError('store', `${file} was written by ${what}. Move it away, or name another file.`);
    }
    if (version < schemaVersion) {
      database.exec(`
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS entries (run TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (run, seq)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS runs (
          run TEXT NOT NULL UNIQUE, status TEXT NOT NULL, question TEXT NOT NULL, started_at TEXT NOT NULL,
          updated_at TEXT NOT NULL, entries INTEGER NOT NULL, archive BLOB
        );
        CREATE INDEX IF NOT EXISTS runs_by_time ON runs (started_at);
        CREATE INDEX IF NOT EXISTS runs_by_status ON runs (status, started_at);
        CREATE TABLE IF NOT EXISTS leases (run TEXT PRIMARY KEY, owner TEXT NOT NULL, token INTEGER NOT NULL, until INTEGER NOT NULL);
        PRAGMA user_version = ${schemaVersion};
        COMMIT;
      `);
    }
    database.prepare('SELECT run FROM runs JOIN entries USING (run) JOIN leases USING (run)'); // all three are there
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof TroupeError) throw cause;
    const hint = adviceFor(cause) || ' Can its folder be made?';
    throw new TroupeError('store', `Cannot open ${file} as a store: ${messageOf(cause)}.${hint}`, { cause });
  }
}
