/** `troupe/postgres`: runs and memories in a PostgreSQL database. It needs the package `pg`. */
import type { Entry } from '../log/entry.ts';
import { findMarked, type MarkIndex } from './find-marked.ts';
import { packLog, soundLines } from './packed-log.ts';
import { PostgresAccess } from './postgres/postgres-access.ts';
import { appendBatch } from './postgres/postgres-append.ts';
import { markColumns, shownType, toPlaces } from './postgres/postgres-marks.ts';
import { openPool, type PostgresClient, type PostgresPlace, type PostgresPool } from './postgres/postgres-pool.ts';
import { toEntries } from './postgres/postgres-rows.ts';
import { type PostgresStatements, postgresStatements } from './postgres/postgres-statements.ts';
import { quoted } from './postgres/postgres-tables.ts';
import { toSummary } from './run-facts.ts';
import type { RunQuery, Store, StoreSize } from './store.ts';
import { bytesOf, linkMemory, toStoredLine } from './stored-line.ts';

export type { PostgresClient, PostgresPool } from './postgres/postgres-pool.ts';
export { type PostgresShelfOptions, postgresShelf } from './postgres/postgres-shelf.ts';
export type { Lease, RunQuery, RunSummary, Store, StoreQuery, StoreSize } from './store.ts';

/** Where in the database the tables are. */
export interface PostgresStoreOptions {
  /** The Postgres schema of the tables, made on first use. @default 'troupe' */
  readonly schema?: string;
  /** How long the server may take for one call before the call fails and its connection is thrown away. @default 30_000 */
  readonly answerMs?: number;
  /** How long a call whose connection was cut tries to connect again: a restart of the server is survived. @default 8_000 */
  readonly reconnectMs?: number;
}

/**
 * Keeps logs in a Postgres database, for many processes on many machines. Give a connection string, or a pool that you close yourself.
 * Leases go by the clock of the server.
 */
export function postgresStore(server: string | PostgresPool, options: PostgresStoreOptions = {}): Store {
  const { schema = 'troupe', answerMs = 30_000, reconnectMs = 8_000 } = options;
  const isOwnPool = typeof server === 'string';
  const place: PostgresPlace = { ...(isOwnPool ? openPool(server) : { pool: server, name: 'Postgres' }), answerMs };
  const access = new PostgresAccess(place, { schema, reconnectMs });
  const sql = postgresStatements(quoted(schema));
  const memory = linkMemory();
  let closed: Promise<void> | undefined;
  const { read, runs } = reads(access, sql);
  return {
    async append(run, after, entries, lease) {
      const batch = { run, after, entries: [...entries], lease, schema };
      await access.changed(`write run ${run}`, (client, isAgain) => {
        const lines = batch.entries.map((entry) => toStoredLine(entry, memory));
        return appendBatch(client, sql, { ...batch, lines, isAgain });
      });
    },
    read,
    runs,
    find: (query) => findMarked({ read, runs, ...marks(access, sql) }, query),
    ...leases(access, sql),
    archive: (run) =>
      access.changed(`archive run ${run}`, (client, isAgain) => archiveRun(client, sql, { run, schema, isAgain })),
    delete: (run) => access.changed(`delete run ${run}`, (client) => deleteRun(client, sql, run, schema)),
    size: () => sizeOf(access, sql, schema),
    async close() {
      if (isOwnPool) closed ??= place.pool.end();
      await closed;
    },
  };
}

const reads = (access: PostgresAccess, sql: PostgresStatements): Pick<Store, 'read' | 'runs'> => ({
  async read(run, after = 0, limit) {
    const { rows } = await access.asked(`read run ${run}`, sql.read, [run, after, limit ?? null]);
    return toEntries(run, rows, { after, limit });
  },
  async runs({ after, limit = 100, ...query }: RunQuery = {}) {
    const by = (['status', 'session'] as const).filter((column) => query[column] !== undefined);
    const given = [...by.map((column) => query[column]), ...(after === undefined ? [] : [after]), limit];
    const list = sql.list(by, after !== undefined);
    return (await access.asked('list the runs', list, given)).rows.map(toSummary);
  },
});

const marks = (access: PostgresAccess, sql: PostgresStatements): Pick<MarkIndex, 'places' | 'entriesAt'> => ({
  async places(type, { from, before }, limit) {
    const span = [shownType(type), from, before.at, before.run, before.seq, limit];
    return toPlaces(await access.asked('look for entries', sql.places, span));
  },
  async entriesAt(places) {
    const columns = [places.map(({ run }) => run), places.map(({ seq }) => seq)];
    const { rows } = await access.asked('read what was found', sql.entriesAt, columns);
    const found: (Entry | undefined)[] = places.map(() => undefined);
    for (const row of rows) {
      [found[Number(row.number) - 1]] = toEntries(String(row.run), [row], { after: Number(row.seq) - 1 });
    }
    return found;
  },
});

const leases = (access: PostgresAccess, sql: PostgresStatements): Pick<Store, 'acquire' | 'renew' | 'release'> => ({
  acquire: (run, owner, ttlMs) =>
    access.changed(`take over run ${run}`, async (client) => {
      const [row] = (await client.query(sql.takeLease, [run, owner, ttlMs])).rows;
      return row && { run, owner, token: Number(row.token) };
    }),
  renew: ({ run, token }, ttlMs) =>
    access.changed(`keep run ${run}`, async (client) => {
      return (await client.query(sql.keepLease, [run, token, ttlMs])).rowCount === 1;
    }),
  release: ({ run, token }) =>
    access.changed(`release run ${run}`, async (client) => {
      await client.query(sql.keepLease, [run, token, 0]);
    }),
});

/** Above this a count takes longer than it is worth. */
const countedRuns = 100_000;

async function sizeOf(access: PostgresAccess, sql: PostgresStatements, schema: string): Promise<StoreSize> {
  const at = quoted(schema);
  const [row] = (await access.asked('look at the size', sql.size, [`${at}.runs`, at])).rows;
  const about = Number(row?.about);
  const isMany = about > countedRuns;
  const runs = isMany ? about : Number((await access.asked('count the runs', sql.count, [])).rows[0]?.runs);
  return { runs, bytes: Number(row?.bytes) };
}

async function archiveRun(
  client: PostgresClient,
  sql: PostgresStatements,
  { run, schema, isAgain }: { readonly run: string; readonly schema: string; readonly isAgain: boolean },
): Promise<boolean> {
  const known = (await client.query(sql.lockRun, [run])).rows[0];
  if (!known || known.is_archived) return known !== undefined && isAgain;
  const { rows } = await client.query(sql.read, [run, 0, null]);
  toEntries(run, rows, { after: 0 }); // a damaged log stays as it is, where it can be mended
  const lines = rows.map((row) => ({ line: String(row.entry) }));
  const { packed, pieces } = packLog(lines.map(({ line }) => line));
  await client.query(sql.shareMessages, [schema]);
  // In one order, so that no two transactions wait for each other's.
  const sorted = [...pieces].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const columns = [sorted.map(([name]) => name), sorted.map(([, piece]) => piece)];
  const [made] = (await client.query(sql.insertPieces, [run, ...columns])).rows;
  await client.query(sql.pack, [run, packed, packed.length + Number(made?.bytes) - bytesOf(lines)]);
  await client.query(sql.deleteEntries, [run]);
  return true;
}

async function deleteRun(
  client: PostgresClient,
  sql: PostgresStatements,
  run: string,
  schema: string,
): Promise<boolean> {
  // The token stays: with a low one again, an old holder could write to a new run of this id.
  await client.query(sql.endLease, [run]);
  const { rows } = await client.query(sql.read, [run, 0, null]);
  const packed = soundLines(rows[0]?.archive).map((line, index) => ({ seq: index + 1, line }));
  const lines = rows.flatMap(({ seq, entry }) => (seq === null ? [] : [{ seq: Number(seq), line: String(entry) }]));
  await client.query(sql.removeMarks, [run, ...markColumns([...packed, ...lines])]);
  const isDeleted = (await client.query(sql.deleteRun, [run])).rowCount === 1;
  if (!isDeleted) return false;
  await client.query(sql.deleteEntries, [run]);
  await client.query(sql.lockMessages, [schema]);
  for (const { last } of (await client.query(sql.deleteConversations, [run])).rows) {
    await client.query(sql.forgetMessages, [last]);
  }
  await client.query(sql.deletePieces, [run]);
  return true;
}
