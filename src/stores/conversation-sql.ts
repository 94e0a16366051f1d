/** The tables of conversations, in words that SQLite and Postgres share; `at` goes before the names of tables, `text` is the type of ids. */
export const conversationTables = (at: string, text: string): string => `
  CREATE TABLE ${at}messages (id ${text} PRIMARY KEY, before ${text}, json TEXT NOT NULL);
  CREATE INDEX messages_by_before ON ${at}messages (before);
  CREATE TABLE ${at}conversations (
    run ${text} NOT NULL, seq BIGINT NOT NULL, place BIGINT NOT NULL, last ${text} NOT NULL, PRIMARY KEY (run, seq)
  );
  CREATE INDEX conversations_by_last ON ${at}conversations (last);
`;

/** The tables of what archives share, in the same words; `bytes` is the type of packed texts. */
export const pieceTables = (at: string, text: string, bytes: string): string => `
  CREATE TABLE ${at}pieces (id ${text} PRIMARY KEY, packed ${bytes} NOT NULL);
  CREATE TABLE ${at}piece_uses (run ${text} NOT NULL, piece ${text} NOT NULL, PRIMARY KEY (run, piece));
  CREATE INDEX piece_uses_by_piece ON ${at}piece_uses (piece);
`;

/** A message and all before it, the last one first; `last` is its id in SQL. */
export const chainOf = (at: string, last: string): string => `
  WITH RECURSIVE chain (before, json, distance) AS (
    SELECT before, json, 0 FROM ${at}messages WHERE id = ${last}
    UNION ALL
    SELECT earlier.before, earlier.json, distance + 1 FROM chain JOIN ${at}messages AS earlier ON earlier.id = chain.before
  )`;

/** Removes a message that nobody refers to, and those before it that only it needed; `last` is its id in SQL. */
export const forgetChain = (at: string, last: string): string => {
  const isNoEnd = `NOT EXISTS (SELECT 1 FROM ${at}conversations AS said WHERE said.last = link.id)`;
  const isNeeded = `SELECT 1 FROM ${at}messages AS later WHERE later.before = link.id`;
  return `
  WITH RECURSIVE unused (id, before) AS (
    SELECT id, before FROM ${at}messages AS link WHERE id = ${last} AND ${isNoEnd} AND NOT EXISTS (${isNeeded})
    UNION ALL
    SELECT link.id, link.before FROM unused JOIN ${at}messages AS link ON link.id = unused.before
    WHERE ${isNoEnd} AND NOT EXISTS (${isNeeded} AND later.id <> unused.id)
  )
  DELETE FROM ${at}messages WHERE id IN (SELECT id FROM unused)`;
};
