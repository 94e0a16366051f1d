import type { DatabaseSync } from 'node:sqlite';

/** The pieces of archives in a SQLite file: each is there once, however many runs have it. */
export class SqlitePieces {
  readonly #statements;

  constructor(database: DatabaseSync) {
    this.#statements = {
      insert: database.prepare('INSERT OR IGNORE INTO pieces (id, packed) VALUES (?, ?)'),
      use: database.prepare('INSERT OR IGNORE INTO piece_uses (run, piece) VALUES (?, ?)'),
      find: database.prepare('SELECT packed FROM pieces WHERE id = ?'),
      remove: database.prepare(`DELETE FROM pieces WHERE id IN (SELECT piece FROM piece_uses WHERE run = ?1)
        AND NOT EXISTS (SELECT 1 FROM piece_uses WHERE piece = id AND run <> ?1)`),
      removeUses: database.prepare('DELETE FROM piece_uses WHERE run = ?'),
    };
  }

  /** Keeps the pieces of a run, and gives the bytes that were new. */
  add(run: string, pieces: ReadonlyMap<string, Uint8Array>): number {
    let bytes = 0;
    for (const [name, packed] of pieces) {
      if (this.#statements.insert.run(name, packed).changes === 1) bytes += packed.length;
      this.#statements.use.run(run, name);
    }
    return bytes;
  }

  /** A piece as it is packed. */
  named(name: string): unknown {
    return this.#statements.find.get(name)?.packed;
  }

  /** Removes the pieces that only this run has. */
  remove(run: string): void {
    this.#statements.remove.run(run);
    this.#statements.removeUses.run(run);
  }
}
