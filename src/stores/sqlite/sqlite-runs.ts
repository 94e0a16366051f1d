import type { DatabaseSync } from 'node:sqlite';
import { beganAt, type Entry, parseEntry } from '../../log/entry.ts';
import { packLog, soundLines, unpackLines } from '../packed-log.ts';
import { archived, conflict, lost, summaryChange, toSummary } from '../run-facts.ts';
import type { Lease, RunQuery, RunSummary, StoreSize } from '../store.ts';
import { bytesOf, type StoredLine, wholeLine } from '../stored-line.ts';
import { SqliteConversations } from './sqlite-conversations.ts';
import { SqliteMarks } from './sqlite-marks.ts';
import { SqlitePieces } from './sqlite-pieces.ts';

const columns =
  'run, status, is_paused, question, started_at, updated_at, entries, bytes, archive IS NOT NULL AS is_archived, session, metadata';
const afterRun = '(? IS NULL OR (started_at, rowid) < (SELECT started_at, rowid FROM runs WHERE run = ?))';
const newestFirst = 'ORDER BY started_at DESC, rowid DESC LIMIT ?';

const prepare = (database: DatabaseSync) => ({
  run: database.prepare('SELECT entries, archive FROM runs WHERE run = ?'),
  insertEntry: database.prepare('INSERT INTO entries (run, seq, entry) VALUES (?, ?, ?)'),
  entries: database.prepare('SELECT seq, entry FROM entries WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?'),
  insertRun: database.prepare(
    'INSERT INTO runs (run, status, is_paused, question, session, metadata, started_at, updated_at, entries, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ),
  updateRun: database.prepare(
    'UPDATE runs SET status = coalesce(?, status), is_paused = coalesce(?, is_paused), question = coalesce(?, question), session = coalesce(?, session), metadata = coalesce(?, metadata), updated_at = ?, entries = ?, bytes = bytes + ? WHERE run = ?',
  ),
  list: database.prepare(`SELECT ${columns} FROM runs WHERE ${afterRun} ${newestFirst}`),
  listByStatus: database.prepare(`SELECT ${columns} FROM runs WHERE status = ? AND ${afterRun} ${newestFirst}`),
  // By the index of sessions, which has few runs for each: the plus keeps the other one out.
  listBySession: database.prepare(
    `SELECT ${columns} FROM runs WHERE session = ? AND (? IS NULL OR +status = ?) AND ${afterRun} ${newestFirst}`,
  ),
  lease: database.prepare('SELECT owner, token, until FROM leases WHERE run = ?'),
  takeLease: database.prepare(
    'INSERT INTO leases (run, owner, token, until) VALUES (?, ?, ?, ?) ON CONFLICT (run) DO UPDATE SET owner = excluded.owner, token = excluded.token, until = excluded.until',
  ),
  keepLease: database.prepare('UPDATE leases SET until = ? WHERE run = ? AND token = ?'),
  pack: database.prepare('UPDATE runs SET archive = ?, bytes = bytes + ? WHERE run = ?'),
  deleteEntries: database.prepare('DELETE FROM entries WHERE run = ?'),
  // By the smallest index, without the runs.
  count: database.prepare('SELECT count(*) AS runs FROM runs'),
  pages: database.prepare(
    'SELECT page_count - freelist_count AS pages, page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  ),
  deleteRun: database.prepare('DELETE FROM runs WHERE run = ?'),
  endLease: database.prepare('UPDATE leases SET until = 0 WHERE run = ?'),
});

/** The runs in a SQLite file. What changes something has to be called in a transaction. */
export class SqliteRuns {
  readonly #statements;
  readonly #conversations;
  readonly #pieces;
  readonly marks: SqliteMarks;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
    this.marks = new SqliteMarks(database);
    this.#pieces = new SqlitePieces(database);
    this.#conversations = new SqliteConversations(database);
  }

  append(
    run: string,
    after: number,
    batch: { entries: readonly Entry[]; lines: readonly StoredLine[] },
    lease?: Lease,
  ) {
    const known = this.#statements.run.get(run);
    if (known?.archive) throw archived(run);
    if (lease && Number(this.#statements.lease.get(run)?.token) !== lease.token) throw lost(lease);
    const found = Number(known?.entries ?? 0);
    if (found !== after) throw conflict(run, after, found);
    const [first, last] = [batch.entries[0], batch.entries.at(-1)];
    if (!first || !last) return;
    const { status, question, isPaused, session, metadata } = summaryChange(batch.entries);
    const paused = isPaused === undefined ? null : Number(isPaused);
    const labels = [session ?? null, metadata === undefined ? null : JSON.stringify(metadata)] as const;
    const count = after + batch.entries.length;
    const { insertRun, updateRun, insertEntry } = this.#statements;
    // The version before deletes a run without its conversations.
    if (!known) this.#conversations.remove(run);
    let bytes = bytesOf(batch.lines);
    for (const line of batch.lines) {
      insertEntry.run(run, line.seq, line.line);
      bytes += this.#conversations.add(run, line);
    }
    const end = [last.at, count, bytes] as const;
    if (known) updateRun.run(status ?? null, paused, question ?? null, ...labels, ...end, run);
    else insertRun.run(run, status ?? 'pending', paused ?? 0, question ?? '', ...labels, beganAt(first), ...end);
    for (const entry of batch.entries) this.marks.add(run, entry);
  }

  read(run: string, after: number, limit: number): Entry[] {
    const packed = this.#statements.run.get(run)?.archive;
    if (!(packed instanceof Uint8Array)) return this.#toEntries(run, after, this.#lines(run, after, limit));
    const page = { after, limit: limit < 0 ? undefined : limit };
    const lines = unpackLines(run, packed, page, (name) => this.#pieces.named(name));
    return this.#toEntries(
      run,
      after,
      lines.map((line, index) => ({ seq: after + index + 1, line })),
    );
  }

  /** The entry of a number; nothing where the run is archived, or gone. */
  entryAt(run: string, seq: number): Entry | undefined {
    return this.#toEntries(run, seq - 1, this.#lines(run, seq - 1, 1)).find((entry) => entry.seq === seq);
  }

  list({ status, session, after: last, limit = 100 }: RunQuery): RunSummary[] {
    const after = last ?? null;
    const page = [after, after, limit] as const;
    const { list, listByStatus, listBySession } = this.#statements;
    if (session !== undefined) {
      const wanted = status ?? null;
      return listBySession.all(session, wanted, wanted, ...page).map(toSummary);
    }
    return (status ? listByStatus.all(status, ...page) : list.all(...page)).map(toSummary);
  }

  acquire(run: string, owner: string, ttlMs: number): Lease | undefined {
    const held = this.#statements.lease.get(run);
    if (held && held.owner !== owner && Number(held.until) > Date.now()) return undefined;
    const lease: Lease = { run, owner, token: Number(held?.token ?? 0) + 1 };
    this.#statements.takeLease.run(run, owner, lease.token, Date.now() + ttlMs);
    return lease;
  }

  /** Lets a lease run until another time; false when it was lost. */
  keepLease({ run, token }: Lease, until: number): boolean {
    return this.#statements.keepLease.run(until, run, token).changes === 1;
  }

  archive(run: string): boolean {
    const known = this.#statements.run.get(run);
    if (!known || known.archive) return false;
    const lines = this.#lines(run, 0, -1);
    this.#toEntries(run, 0, lines); // a damaged log stays as it is, where it can be mended
    const { packed, pieces } = packLog(lines.map(({ line }) => line));
    this.#statements.pack.run(packed, packed.length + this.#pieces.add(run, pieces) - bytesOf(lines), run);
    this.#statements.deleteEntries.run(run);
    return true;
  }

  delete(run: string): boolean {
    const packed = this.#statements.run.get(run)?.archive;
    const lines = packed ? soundLines(packed) : this.#lines(run, 0, -1).map(({ line }) => line);
    for (const [index, line] of lines.entries()) this.marks.remove(run, index + 1, line);
    this.#statements.deleteEntries.run(run);
    this.#conversations.remove(run);
    this.#pieces.remove(run);
    // The token stays: with a low one again, an old holder could write to a new run of this id.
    this.#statements.endLease.run(run);
    return this.#statements.deleteRun.run(run).changes === 1;
  }

  size(): StoreSize {
    const pages = this.#statements.pages.get();
    return {
      runs: Number(this.#statements.count.get()?.runs),
      bytes: Number(pages?.pages) * Number(pages?.page_size),
    };
  }

  #lines(run: string, after: number, limit: number): StoredLine[] {
    const rows = this.#statements.entries.all(run, after, limit);
    return rows.map(({ seq, entry }) => ({ seq: Number(seq), line: String(entry) }));
  }

  #toEntries(run: string, after: number, lines: readonly StoredLine[]): Entry[] {
    const last = lines.at(-1)?.seq ?? 0;
    const conversations = last > after ? this.#conversations.read(run, after, last) : undefined;
    return lines.map(({ seq, line }) => {
      const said = conversations?.get(seq);
      return parseEntry(said ? wholeLine(line, said.place, said.messages) : line, `run ${run}, number ${seq}`);
    });
  }
}
