import type { MemoryShelf, ShelfLine } from '../../memory/memory-shelf.ts';
import { PostgresAccess } from './postgres-access.ts';
import { openPool, type PostgresPlace, type PostgresPool } from './postgres-pool.ts';
import { quoted } from './postgres-tables.ts';

/** Where in the database the tables are, and how long a call may take: as for a store. */
export interface PostgresShelfOptions {
  /** The Postgres schema of the tables, made on first use; it may be that of a store. @default 'troupe' */
  readonly schema?: string;
  /** @default 30_000 */
  readonly answerMs?: number;
  /** @default 8_000 */
  readonly reconnectMs?: number;
}

/**
 * Keeps memories in a Postgres database, for many processes on many machines. Give a connection string, or a pool that you close yourself. What is removed
 * is gone for every query; its bytes stay in the files and the write-ahead log of the server until the server reuses the room.
 */
export function postgresShelf(server: string | PostgresPool, options: PostgresShelfOptions = {}): MemoryShelf {
  const { schema = 'troupe', answerMs = 30_000, reconnectMs = 8_000 } = options;
  const isOwnPool = typeof server === 'string';
  const place: PostgresPlace = { ...(isOwnPool ? openPool(server) : { pool: server, name: 'Postgres' }), answerMs };
  const access = new PostgresAccess(place, { schema, reconnectMs });
  const table = `${quoted(schema)}.memories`;
  let closed: Promise<void> | undefined;
  return {
    async read(scopes) {
      const list = `SELECT scope, key, json FROM ${table} WHERE scope = ANY ($1::text[]) ORDER BY place`;
      const { rows } = await access.asked('read memories', list, [scopes]);
      return rows.map(({ scope, key, json }) => ({ scope: String(scope), key: String(key), json: String(json) }));
    },
    async write(lines) {
      const columns = toColumns(lines);
      await access.changed('keep memories', async (client) => {
        // One writer at a time, so that the places are in the order of the writes; who reads does not wait.
        await client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
        await client.query(
          `INSERT INTO ${table} (scope, key, json)
           SELECT line.scope, line.key, line.json
           FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS line (scope, key, json, number) ORDER BY number
           ON CONFLICT (scope, key) DO UPDATE SET json = excluded.json, place = excluded.place`,
          columns,
        );
      });
    },
    async remove(scope, keys) {
      const take = `DELETE FROM ${table} WHERE scope = $1 AND key = ANY ($2::text[])`;
      return (await access.asked('forget memories', take, [scope, keys])).rowCount ?? 0;
    },
    async scopes() {
      const { rows } = await access.asked('read memories', `SELECT DISTINCT scope FROM ${table} ORDER BY scope`, []);
      return rows.map(({ scope }) => String(scope));
    },
    async close() {
      if (isOwnPool) closed ??= place.pool.end();
      await closed;
    },
  };
}

/** Of lines with the same scope and key the last counts: one statement touches a row once. */
function toColumns(lines: readonly ShelfLine[]): [string[], string[], string[]] {
  const last = new Map<string, ShelfLine>();
  for (const line of lines) {
    const id = JSON.stringify([line.scope, line.key]);
    last.delete(id);
    last.set(id, line);
  }
  const kept = [...last.values()];
  return [kept.map(({ scope }) => scope), kept.map(({ key }) => key), kept.map(({ json }) => json)];
}
