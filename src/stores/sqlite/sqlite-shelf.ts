import type { MemoryShelf, ShelfLine } from '../../memory/memory-shelf.ts';
import { SqliteDatabase } from './sqlite-database.ts';

const table = `
  CREATE TABLE IF NOT EXISTS memories (
    place INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (scope, key)
  );
`;

/**
 * Keeps memories in a SQLite file, which may be that of a store (`sqliteStore`). What is removed is overwritten in the file and taken out of its
 * write-ahead log, unless another process reads at that moment.
 */
export function sqliteShelf(file: string): MemoryShelf {
  const database = new SqliteDatabase(file, 'FULL');
  const { connection } = database;
  database.guarded('keep memories', () => connection.exec(table));
  const put = connection.prepare('INSERT OR REPLACE INTO memories (scope, key, json) VALUES (?, ?, ?)');
  const take = connection.prepare('DELETE FROM memories WHERE scope = ? AND key = ?');
  const list = connection.prepare(
    'SELECT scope, key, json FROM memories WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY place',
  );
  const names = connection.prepare('SELECT DISTINCT scope FROM memories ORDER BY scope');
  /** The old words are in the write-ahead log, too. */
  const changed = <T>(what: string, work: () => T): T =>
    database.guarded(what, () => {
      const result = database.transaction(work);
      database.clearLog();
      return result;
    });
  return {
    read: async (scopes) =>
      database.guarded('read memories', () => list.all(JSON.stringify(scopes)) as unknown as ShelfLine[]), // the columns are those of a line
    async write(lines) {
      changed('keep memories', () => {
        for (const { scope, key, json } of lines) put.run(scope, key, json);
      });
    },
    remove: async (scope, keys) =>
      changed('forget memories', () => keys.reduce((sum, key) => sum + Number(take.run(scope, key).changes), 0)),
    scopes: async () => database.guarded('read memories', () => names.all().map((row) => String(row.scope))),
    close: () => database.close(),
  };
}
