import type { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../log/entry.ts';
import { marksOf, marksOfLine, type Place } from '../entry-marks.ts';
import type { Span } from '../find-marked.ts';

/** The index of all runs in a SQLite file: which types of entries are where, by their time. */
export const marksTable = `
  CREATE TABLE marks (
    type TEXT NOT NULL, at TEXT NOT NULL, run TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (type, at, run, seq)
  ) WITHOUT ROWID;
`;

/** Reads and writes it. */
export class SqliteMarks {
  readonly #statements;

  constructor(database: DatabaseSync) {
    this.#statements = {
      // The version before deletes a run without its marks.
      insert: database.prepare('INSERT OR IGNORE INTO marks (type, at, run, seq) VALUES (?, ?, ?, ?)'),
      remove: database.prepare('DELETE FROM marks WHERE type = ? AND at = ? AND run = ? AND seq = ?'),
      places: database.prepare(`SELECT at, run, seq FROM marks WHERE type = ? AND at >= ? AND (at, run, seq) < (?, ?, ?)
        ORDER BY at DESC, run DESC, seq DESC LIMIT ?`),
    };
  }

  add(run: string, entry: Entry): void {
    for (const type of marksOf(entry)) this.#statements.insert.run(type, entry.at, run, entry.seq);
  }

  addLine(run: string, seq: number, line: string): void {
    const { types, at } = marksOfLine(line);
    for (const type of types) this.#statements.insert.run(type, at, run, seq);
  }

  remove(run: string, seq: number, line: string): void {
    const { types, at } = marksOfLine(line);
    for (const type of types) this.#statements.remove.run(type, at, run, seq);
  }

  places(type: string, { from, before }: Span, limit: number): Place[] {
    const rows = this.#statements.places.all(type, from, before.at, before.run, before.seq, limit);
    return rows.map(({ at, run, seq }) => ({ at: String(at), run: String(run), seq: Number(seq) }));
  }
}
