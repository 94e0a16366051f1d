import type { DatabaseSync } from 'node:sqlite';
import { chainOf, forgetChain } from '../conversation-sql.ts';
import { brokenConversation } from '../run-facts.ts';
import { bytesOf, type StoredLine } from '../stored-line.ts';

/** The conversations of entries in a SQLite file: each message is there once, however many runs show it. */
export class SqliteConversations {
  readonly #statements;

  constructor(database: DatabaseSync) {
    this.#statements = {
      find: database.prepare('SELECT 1 FROM messages WHERE id = ?'),
      insertMessage: database.prepare('INSERT INTO messages (id, before, json) VALUES (?, ?, ?)'),
      insert: database.prepare('INSERT INTO conversations (run, seq, place, last) VALUES (?, ?, ?, ?)'),
      ofRun: database.prepare('SELECT seq, place, last FROM conversations WHERE run = ? AND seq > ? AND seq <= ?'),
      chain: database.prepare(`${chainOf('', '?')} SELECT before, json FROM chain ORDER BY distance DESC`),
      remove: database.prepare('DELETE FROM conversations WHERE run = ?'),
      forget: database.prepare(forgetChain('', '?')),
    };
  }

  /** Keeps the conversation of an entry: the messages that are not there yet, and which is its last. Gives the bytes that were new. */
  add(run: string, { seq, conversation }: StoredLine): number {
    if (!conversation) return 0;
    const { place, links } = conversation;
    // Where a message is there, all before it are.
    const known = links.findLastIndex(({ id }) => this.#statements.find.get(id) !== undefined);
    const fresh = links.slice(known + 1);
    for (const { id, before, json } of fresh) this.#statements.insertMessage.run(id, before, json);
    this.#statements.insert.run(run, seq, place, links.at(-1)?.id ?? '');
    return bytesOf(fresh.map(({ json }) => ({ line: json })));
  }

  /** Where conversations belong in the lines of a run, and the JSON of their messages, by the numbers of entries, of those after `after` up to `last`. */
  read(run: string, after: number, last: number): ReadonlyMap<number, { place: number; messages: string }> {
    return new Map(
      this.#statements.ofRun.all(run, after, last).map(({ seq, place, last: end }) => {
        const links = this.#statements.chain.all(end ?? null);
        if (links[0]?.before !== null) throw brokenConversation(run, Number(seq));
        return [Number(seq), { place: Number(place), messages: links.map(({ json }) => String(json)).join(',') }];
      }),
    );
  }

  /** Removes the conversations of a run, and the messages that no other run shows. */
  remove(run: string): void {
    const ends = this.#statements.ofRun.all(run, 0, Number.MAX_SAFE_INTEGER);
    this.#statements.remove.run(run);
    for (const { last } of ends) this.#statements.forget.run(last ?? null);
  }
}
