import type { DatabaseSync } from 'node:sqlite';
import { TroupeError } from '../../errors.ts';
import { conversationTables, pieceTables } from '../conversation-sql.ts';
import { soundLines } from '../packed-log.ts';
import { marksTable, SqliteMarks } from './sqlite-marks.ts';

const schemaVersion = 6;

/** Most runs of an application without conversations have no session: those take no place in it. */
const sessionIndex = 'CREATE INDEX runs_by_session ON runs (session, started_at) WHERE session IS NOT NULL;';

const tables = `
  CREATE TABLE entries (run TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (run, seq)) WITHOUT ROWID;
  CREATE TABLE runs (
    run TEXT NOT NULL UNIQUE, status TEXT NOT NULL, question TEXT NOT NULL, started_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, entries INTEGER NOT NULL, archive BLOB, is_paused INTEGER NOT NULL DEFAULT 0,
    session TEXT, metadata TEXT, bytes INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX runs_by_time ON runs (started_at);
  CREATE INDEX runs_by_status ON runs (status, started_at);
  ${sessionIndex}
  CREATE TABLE leases (run TEXT PRIMARY KEY, owner TEXT NOT NULL, token INTEGER NOT NULL, until INTEGER NOT NULL);
  ${conversationTables('', 'TEXT')}
  ${marksTable}
  ${pieceTables('', 'TEXT', 'BLOB')}
`;

/** From version 2: whether a run is paused stood in its entries only. */
const addPauses = `
  ALTER TABLE runs ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0;
  UPDATE runs SET is_paused = 1 WHERE status NOT IN ('completed', 'failed', 'cancelled') AND (
    SELECT entry LIKE '%"type":"run.paused"%' FROM entries
    WHERE entries.run = runs.run AND (entry LIKE '%"type":"run.paused"%' OR entry LIKE '%"type":"run.resumed"%')
    ORDER BY seq DESC LIMIT 1
  );
`;

/** From version 4: no run had a session or metadata. */
const addLabels = `
  ALTER TABLE runs ADD COLUMN session TEXT; ALTER TABLE runs ADD COLUMN metadata TEXT;
  ${sessionIndex}
`;

/** From version 5: nobody counted bytes. */
const addBytes = `
  ALTER TABLE runs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE runs SET bytes = coalesce(
    length(archive), (SELECT sum(length(CAST(entry AS BLOB))) FROM entries WHERE entries.run = runs.run), 0
  );
`;

/** From version 5: entries were found in their own runs only. A damaged one still is not. */
function addMarks(database: DatabaseSync): void {
  database.exec(marksTable + addBytes + pieceTables('', 'TEXT', 'BLOB'));
  const marks = new SqliteMarks(database);
  for (const { run, seq, entry } of database.prepare('SELECT run, seq, entry FROM entries').iterate()) {
    marks.addLine(String(run), Number(seq), String(entry));
  }
  for (const { run, archive } of database
    .prepare('SELECT run, archive FROM runs WHERE archive IS NOT NULL')
    .iterate()) {
    for (const [index, line] of soundLines(archive).entries()) marks.addLine(String(run), index + 1, line);
  }
}

/** Makes the tables of a file that has none, brings those of an older version up to date, and refuses what is not known here. */
export function prepareTables(database: DatabaseSync, file: string): void {
  if (knownVersion(database, file) < schemaVersion) {
    database.exec('BEGIN IMMEDIATE');
    // Another process, of this version or a newer one, may have done it while this one waited for the file.
    const found = knownVersion(database, file);
    if (found === 0) database.exec(tables);
    if (found === 2) database.exec(addPauses);
    // Until version 3 every entry held its whole conversation; those stay as they are.
    if (found === 2 || found === 3) database.exec(conversationTables('', 'TEXT'));
    if (found >= 2 && found <= 4) database.exec(addLabels);
    if (found >= 2 && found <= 5) addMarks(database);
    database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
  }
  // All of them are there.
  database.prepare(
    'SELECT is_paused, session, metadata, bytes FROM runs JOIN entries USING (run) JOIN leases USING (run) JOIN conversations USING (run) JOIN marks USING (run) JOIN piece_uses USING (run), messages, pieces',
  );
}

/** The version of the tables in a file, if it can be used here. */
function knownVersion(database: DatabaseSync, file: string): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > schemaVersion) {
    const known = `schema ${version}, this one knows ${schemaVersion}`;
    throw new TroupeError('store', `${file} was written by a newer version of Troupe (${known}). Update Troupe.`);
  }
  if (version === 1) {
    const what = 'a trial version of Troupe (schema 1), which this one cannot read';
    throw new TroupeError('store', `${file} was written by ${what}. Move it away, or name another file.`);
  }
  return version;
}
