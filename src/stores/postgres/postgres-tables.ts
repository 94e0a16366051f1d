import { TroupeError } from '../../errors.ts';
import { conversationTables, pieceTables } from '../conversation-sql.ts';
import { markAll, marksTable } from './postgres-marks.ts';
import type { PostgresClient } from './postgres-pool.ts';

const schemaVersion = 5;
/** Any number, as long as every process that makes tables takes the same one. */
const setupLock = 7_403_116_207;

/** A name as SQL text, whatever is in it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** From version 1: whether a run is paused stood in its entries only. */
const addPauses = (at: string) => `
  ALTER TABLE ${at}.runs ADD COLUMN is_paused boolean NOT NULL DEFAULT false;
  UPDATE ${at}.runs SET is_paused = true WHERE status NOT IN ('completed', 'failed', 'cancelled') AND (
    SELECT entry LIKE '%"type":"run.paused"%' FROM ${at}.entries
    WHERE entries.run = runs.run AND (entry LIKE '%"type":"run.paused"%' OR entry LIKE '%"type":"run.resumed"%')
    ORDER BY seq DESC LIMIT 1
  );
`;

/** How the tables of an older version are brought up to date. Until version 2 every entry held its whole conversation; those stay as they are. */
const updates: Readonly<Record<number, (at: string) => string>> = {
  1: (at) => addPauses(at) + addConversations(at) + addLabels(at) + addGrowth(at),
  2: (at) => addConversations(at) + addLabels(at) + addGrowth(at),
  3: (at) => addLabels(at) + addGrowth(at),
  4: (at) => addGrowth(at),
};

/** Most runs of an application without conversations have no session: those take no place in it. */
const sessionIndex = (at: string) =>
  `CREATE INDEX runs_by_session ON ${at}.runs (session, started_at, number) WHERE session IS NOT NULL;`;

/** From version 3: no run had a session or metadata. */
const addLabels = (at: string) => `
  ALTER TABLE ${at}.runs ADD COLUMN session text COLLATE "C", ADD COLUMN metadata text;
  ${sessionIndex(at)}
`;

/** From version 4: entries were found in their own runs only, and nobody counted bytes. */
const addGrowth = (at: string) => `
  ${marksTable(at)}
  ${addPieces(at)}
  ALTER TABLE ${at}.runs ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
  UPDATE ${at}.runs SET bytes = coalesce(
    octet_length(archive), (SELECT sum(octet_length(entry)) FROM ${at}.entries WHERE entries.run = runs.run), 0
  );
`;

const addPieces = (at: string) => `
  ${pieceTables(`${at}.`, 'text COLLATE "C"', 'bytea')}
  ALTER TABLE ${at}.pieces ALTER packed SET STORAGE EXTERNAL;
`;

const addConversations = (at: string) => conversationTables(`${at}.`, 'text COLLATE "C"');

/** Makes the tables, one process at a time, or brings those of an older version up to date. */
export async function prepareTables(client: PostgresClient, schema: string): Promise<void> {
  const at = quoted(schema);
  await client.query('SELECT pg_advisory_xact_lock($1)', [setupLock]);
  const found = await client.query('SELECT to_regnamespace($1) AS schema, to_regclass($2) AS version', [
    at,
    `${at}.troupe_version`,
  ]);
  if (found.rows[0]?.version) {
    const version = Number((await client.query(`SELECT version FROM ${at}.troupe_version`)).rows[0]?.version);
    if (version === schemaVersion) return;
    const update = updates[version]?.(at);
    if (update !== undefined) {
      await client.query(`${update} UPDATE ${at}.troupe_version SET version = ${schemaVersion}`);
      await markAll(client, at);
      return;
    }
    const known = `version ${version}, this one knows ${schemaVersion}`;
    throw new TroupeError(
      'store',
      `The tables in the schema ${schema} were made by another version of Troupe (${known}). Update Troupe, or name another schema.`,
    );
  }
  // Where the schema is there already, the right to make one is not needed.
  if (!found.rows[0]?.schema) await client.query(`CREATE SCHEMA ${at}`);
  await client.query(`
    CREATE TABLE ${at}.runs (
      number bigint GENERATED ALWAYS AS IDENTITY, run text COLLATE "C" PRIMARY KEY, status text NOT NULL,
      question text NOT NULL, started_at text COLLATE "C" NOT NULL, updated_at text NOT NULL, entries bigint NOT NULL,
      archive bytea, is_paused boolean NOT NULL DEFAULT false, session text COLLATE "C", metadata text,
      bytes bigint NOT NULL DEFAULT 0
    );
    ALTER TABLE ${at}.runs ALTER archive SET STORAGE EXTERNAL;
    CREATE INDEX runs_by_time ON ${at}.runs (started_at, number);
    CREATE INDEX runs_by_status ON ${at}.runs (status, started_at, number);
    ${sessionIndex(at)}
    CREATE TABLE ${at}.entries (
      run text COLLATE "C" NOT NULL, seq bigint NOT NULL, entry text NOT NULL, PRIMARY KEY (run, seq)
    );
    CREATE TABLE ${at}.leases (
      run text COLLATE "C" PRIMARY KEY, owner text NOT NULL, token bigint NOT NULL, until timestamptz NOT NULL
    );
    ${addConversations(at)}
    ${marksTable(at)}
    ${addPieces(at)}
    CREATE TABLE ${at}.troupe_version (version integer NOT NULL);
    INSERT INTO ${at}.troupe_version VALUES (${schemaVersion});
  `);
}
