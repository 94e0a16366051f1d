import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ExecutionStatus } from '../domain/status.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { beganAt, type Entry, parseEntry } from '../log/entry.ts';
import {
  inTransaction,
  openPool,
  type PostgresClient,
  type PostgresPlace,
  type PostgresPool,
  toStoreError,
  withClient,
} from './postgres-pool.ts';
import { prepareTables, quoted } from './postgres-tables.ts';
import { archived, conflict, lost, summaryChange } from './run-facts.ts';
import type { RunSummary, Store } from './store.ts';

export type { PostgresClient, PostgresPool } from './postgres-pool.ts';
export type { Lease, RunQuery, RunSummary, Store } from './store.ts';

/** Where in the database the tables are. */
export interface PostgresStoreOptions {
  /** The Postgres schema of the tables, made on first use. @default 'troupe' */
  readonly schema?: string;
}

/**
 * Keeps logs in a Postgres database, for many processes on many machines. Give a connection string, or a pool that you close yourself.
 * Leases go by the clock of the server.
 */
export function postgresStore(server: string | PostgresPool, options: PostgresStoreOptions = {}): Store {
  const schema = options.schema ?? 'troupe';
  const isOwnPool = typeof server === 'string';
  const { pool, name }: PostgresPlace = isOwnPool ? openPool(server) : { pool: server, name: 'Postgres' };
  const sql = statements(quoted(schema));
  let prepared: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  /** Every use of the server, after the first one has made the tables. */
  const guarded = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      prepared ??= inTransaction(pool, (client) => prepareTables(client, schema));
      await prepared.catch((error) => {
        prepared = undefined; // the next use tries again
        throw error;
      });
      return await work();
    } catch (cause) {
      throw toStoreError(what, cause, name);
    }
  };
  const changed = <T>(what: string, work: (client: PostgresClient) => Promise<T>): Promise<T> =>
    guarded(what, () => inTransaction(pool, work));
  /** One statement that locks nothing. */
  const asked = (what: string, text: string, values: readonly unknown[]) =>
    guarded(what, () => withClient(pool, (client) => client.query(text, values)));

  return {
    append: (run, after, entries, lease) =>
      changed(`write run ${run}`, async (client) => {
        // Always the lease before the run, so that no two transactions wait for each other.
        const token = lease && (await client.query(sql.lockLease, [run])).rows[0]?.token;
        const known = (await client.query(sql.lockRun, [run])).rows[0];
        if (known?.is_archived) throw archived(run);
        if (lease && Number(token) !== lease.token) throw lost(lease);
        const found = Number(known?.entries ?? 0);
        if (found !== after) throw conflict(run, after, found);
        const [first, last] = [entries[0], entries.at(-1)];
        if (!first || !last) return;
        const { status, question } = summaryChange(entries);
        // The column cannot hold the zero character; the entry, as JSON, can.
        const shown = question?.replaceAll('\0', '\ufffd');
        const count = after + entries.length;
        if (known) await client.query(sql.updateRun, [run, status ?? null, shown ?? null, last.at, count]);
        else {
          const row = [run, status ?? 'pending', shown ?? '', beganAt(first), last.at, count];
          const isNew = (await client.query(sql.insertRun, row)).rowCount === 1;
          if (!isNew)
            throw conflict(run, after, Number((await client.query(sql.lockRun, [run])).rows[0]?.entries ?? 0));
        }
        const [numbers, lines] = [entries.map((entry) => entry.seq), entries.map((entry) => JSON.stringify(entry))];
        await client.query(sql.insertEntries, [run, numbers, lines]);
      }),
    async read(run, after = 0, limit) {
      const { rows } = await asked(`read run ${run}`, sql.read, [run, after, limit ?? null]);
      const packed = rows[0]?.archive;
      if (!(packed instanceof Uint8Array)) return rows.flatMap((row) => (row.seq === null ? [] : toEntry(run, row)));
      const lines = (await unpack(run, packed)).slice(after, limit === undefined ? undefined : after + limit);
      return lines.map((entry, index) => toEntry(run, { seq: after + index + 1, entry }));
    },
    async runs({ status, after, limit = 100 } = {}) {
      const given = [...(status === undefined ? [] : [status]), ...(after === undefined ? [] : [after]), limit];
      const list = sql.list(status !== undefined, after !== undefined);
      return (await asked('list the runs', list, given)).rows.map(toSummary);
    },
    acquire: (run, owner, ttlMs) =>
      changed(`take over run ${run}`, async (client) => {
        const [row] = (await client.query(sql.takeLease, [run, owner, ttlMs])).rows;
        return row && { run, owner, token: Number(row.token) };
      }),
    renew: ({ run, token }, ttlMs) =>
      changed(`keep run ${run}`, async (client) => {
        return (await client.query(sql.keepLease, [run, token, ttlMs])).rowCount === 1;
      }),
    release: ({ run, token }) =>
      changed(`release run ${run}`, async (client) => {
        await client.query(sql.keepLease, [run, token, 0]);
      }),
    archive: (run) =>
      changed(`archive run ${run}`, async (client) => {
        const known = (await client.query(sql.lockRun, [run])).rows[0];
        if (!known || known.is_archived) return known !== undefined;
        const { rows } = await client.query(sql.read, [run, 0, null]);
        for (const row of rows) toEntry(run, row); // a damaged log stays as it is, where it can be mended
        await client.query(sql.pack, [run, await promisify(gzip)(rows.map((row) => row.entry).join('\n'))]);
        await client.query(sql.deleteEntries, [run]);
        return true;
      }),
    delete: (run) =>
      changed(`delete run ${run}`, async (client) => {
        // The token stays: with a low one again, an old holder could write to a new run of this id.
        await client.query(sql.endLease, [run]);
        const isDeleted = (await client.query(sql.deleteRun, [run])).rowCount === 1;
        if (isDeleted) await client.query(sql.deleteEntries, [run]);
        return isDeleted;
      }),
    async close() {
      if (isOwnPool) closed ??= pool.end();
      await closed;
    },
  };
}

/** The SQL of the store; `at` is the quoted schema. */
function statements(at: string) {
  const until = "clock_timestamp() + $3 * interval '1 millisecond'";
  const columns = 'run, status, question, started_at, updated_at, entries, archive IS NOT NULL AS is_archived';
  return {
    lockLease: `SELECT token FROM ${at}.leases WHERE run = $1 FOR SHARE`,
    lockRun: `SELECT entries, archive IS NOT NULL AS is_archived FROM ${at}.runs WHERE run = $1 FOR UPDATE`,
    insertRun: `INSERT INTO ${at}.runs (run, status, question, started_at, updated_at, entries)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    updateRun: `UPDATE ${at}.runs SET status = coalesce($2, status), question = coalesce($3, question), updated_at = $4,
      entries = $5 WHERE run = $1`,
    insertEntries: `INSERT INTO ${at}.entries SELECT $1, * FROM unnest($2::bigint[], $3::text[])`,
    // One statement, so that a run that is archived meanwhile is seen either before or after.
    read: `SELECT seq, entry, archive FROM ${at}.runs LEFT JOIN LATERAL (
        SELECT seq, entry FROM ${at}.entries WHERE entries.run = runs.run AND seq > $2 ORDER BY seq LIMIT $3
      ) AS page ON true WHERE run = $1 ORDER BY seq`,
    list(hasStatus: boolean, hasAfter: boolean): string {
      const last = `FROM ${at}.runs WHERE run = $${hasStatus ? 2 : 1}`;
      const conditions = [
        ...(hasStatus ? ['status = $1'] : []),
        ...(hasAfter ? [`(started_at, number) < ((SELECT started_at ${last}), (SELECT number ${last}))`] : []),
      ];
      const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
      return `SELECT ${columns} FROM ${at}.runs ${where}
        ORDER BY started_at DESC, number DESC LIMIT $${conditions.length + 1}`;
    },
    takeLease: `INSERT INTO ${at}.leases AS held (run, owner, token, until) VALUES ($1, $2, 1, ${until})
      ON CONFLICT (run) DO UPDATE SET owner = $2, token = held.token + 1, until = ${until}
      WHERE held.owner = $2 OR held.until <= clock_timestamp() RETURNING token`,
    keepLease: `UPDATE ${at}.leases SET until = ${until} WHERE run = $1 AND token = $2`,
    endLease: `UPDATE ${at}.leases SET until = clock_timestamp() WHERE run = $1`,
    pack: `UPDATE ${at}.runs SET archive = $2 WHERE run = $1`,
    deleteEntries: `DELETE FROM ${at}.entries WHERE run = $1`,
    deleteRun: `DELETE FROM ${at}.runs WHERE run = $1`,
  };
}

async function unpack(run: string, packed: Uint8Array): Promise<string[]> {
  try {
    return (await promisify(gunzip)(packed)).toString('utf8').split('\n');
  } catch (cause) {
    throw new TroupeError('bad-log', `The archive of run ${run} is damaged: ${messageOf(cause)}.`, { cause });
  }
}

const toEntry = (run: string, row: Readonly<Record<string, unknown>>): Entry =>
  parseEntry(String(row.entry), `run ${run}, number ${row.seq}`);

const toSummary = (row: Readonly<Record<string, unknown>>): RunSummary => ({
  run: String(row.run),
  status: String(row.status) as ExecutionStatus, // written by `append` from an entry
  question: String(row.question),
  startedAt: String(row.started_at),
  updatedAt: String(row.updated_at),
  entries: Number(row.entries),
  isArchived: row.is_archived === true,
});
