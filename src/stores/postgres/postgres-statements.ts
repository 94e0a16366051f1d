import { chainOf, forgetChain } from '../conversation-sql.ts';
import { insertMarks } from './postgres-marks.ts';

/** Any number, as long as every process takes the same one. */
const messagesLock = 740_311;

/** The SQL of the store; `at` is the quoted schema. */
export function postgresStatements(at: string) {
  const until = "clock_timestamp() + $3 * interval '1 millisecond'";
  const columns =
    'run, status, is_paused, question, started_at, updated_at, entries, bytes, archive IS NOT NULL AS is_archived, session, metadata';
  /** Conversations with their messages. */
  const conversationsOf = (which: string) => `
    SELECT seq, place, (${chainOf(`${at}.`, 'last')}
      SELECT CASE WHEN bool_or(before IS NULL) THEN string_agg(json, ',' ORDER BY distance DESC) END FROM chain) AS messages
    FROM ${at}.conversations WHERE ${which}`;
  return {
    lockLease: `SELECT token FROM ${at}.leases WHERE run = $1 FOR SHARE`,
    lockRun: `SELECT entries, archive IS NOT NULL AS is_archived FROM ${at}.runs WHERE run = $1 FOR UPDATE`,
    // The version before deletes a run without its conversations.
    insertRun: `WITH made AS (
        INSERT INTO ${at}.runs (run, status, question, started_at, updated_at, entries, is_paused, session, metadata, bytes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING run
      ), cleared AS (DELETE FROM ${at}.conversations WHERE run IN (SELECT run FROM made))
      SELECT run FROM made`,
    updateRun: `UPDATE ${at}.runs SET status = coalesce($2, status), question = coalesce($3, question), updated_at = $4,
      entries = $5, is_paused = coalesce($6, is_paused), session = coalesce($7, session), metadata = coalesce($8, metadata),
      bytes = bytes + $9 WHERE run = $1`,
    insertEntries: `WITH marked AS (${insertMarks(at, 4)})
      INSERT INTO ${at}.entries SELECT $1, * FROM unnest($2::bigint[], $3::text[])`,
    places: `SELECT at, run, seq FROM ${at}.marks WHERE type = $1 AND at >= $2 AND (at, run, seq) < ($3, $4, $5)
      ORDER BY at DESC, run DESC, seq DESC LIMIT $6`,
    entriesAt: `SELECT wanted.number, entries.run, entries.seq, entry, null AS archive, said.seq AS said, place, messages
      FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS wanted (run, seq, number)
      JOIN ${at}.entries ON entries.run = wanted.run AND entries.seq = wanted.seq LEFT JOIN LATERAL (${conversationsOf(
        'conversations.run = wanted.run AND conversations.seq = wanted.seq',
      )}) AS said ON true`,
    // A server knows how many rows a large table has, about; -1 when it has not looked yet.
    size: `SELECT (SELECT reltuples::bigint FROM pg_class WHERE oid = $1::regclass) AS about,
      (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class AS c WHERE c.relnamespace = $2::regnamespace AND c.relkind = 'r') AS bytes`,
    count: `SELECT count(*) AS runs FROM ${at}.runs`,
    removeMarks: `DELETE FROM ${at}.marks USING unnest($2::text[], $3::text[], $4::bigint[]) AS mark (type, at, seq)
      WHERE marks.type = mark.type AND marks.at = mark.at AND marks.run = $1 AND marks.seq = mark.seq`,
    // One statement, so that a run that is archived or deleted meanwhile is seen either before or after.
    read: `SELECT page.seq, entry, archive, said.seq AS said, place, messages, (
        SELECT json_object_agg(id, encode(packed, 'base64')) FROM ${at}.piece_uses JOIN ${at}.pieces ON id = piece
        WHERE piece_uses.run = runs.run AND archive IS NOT NULL
      ) AS pieces FROM ${at}.runs LEFT JOIN LATERAL (
        SELECT seq, entry FROM ${at}.entries WHERE entries.run = runs.run AND seq > $2 ORDER BY seq LIMIT $3
      ) AS page ON true LEFT JOIN LATERAL (
        ${conversationsOf('conversations.run = runs.run AND (conversations.seq = page.seq OR (archive IS NOT NULL AND conversations.seq > $2))')}
      ) AS said ON true WHERE run = $1 ORDER BY page.seq, said.seq`,
    /** The runs whose columns in `by` have the values that are given first. */
    list(by: readonly ('status' | 'session')[], hasAfter: boolean): string {
      const last = `FROM ${at}.runs WHERE run = $${by.length + 1}`;
      const conditions = [
        ...by.map((column, index) => `${column} = $${index + 1}`),
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
    pack: `UPDATE ${at}.runs SET archive = $2, bytes = bytes + $3 WHERE run = $1`,
    insertPieces: `WITH used AS (
        INSERT INTO ${at}.piece_uses (run, piece) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING
      ), made AS (
        INSERT INTO ${at}.pieces (id, packed) SELECT * FROM unnest($2::text[], $3::bytea[]) ON CONFLICT DO NOTHING
        RETURNING octet_length(packed) AS size
      ) SELECT coalesce(sum(size), 0) AS bytes FROM made`,
    deletePieces: `WITH unused AS (DELETE FROM ${at}.piece_uses WHERE run = $1 RETURNING piece)
      DELETE FROM ${at}.pieces WHERE id IN (SELECT piece FROM unused)
      AND NOT EXISTS (SELECT 1 FROM ${at}.piece_uses WHERE piece = id AND run <> $1)`,
    deleteEntries: `DELETE FROM ${at}.entries WHERE run = $1`,
    deleteRun: `DELETE FROM ${at}.runs WHERE run = $1`,
    // Messages that one transaction has found there may not be removed by another one before both have ended.
    shareMessages: `SELECT pg_advisory_xact_lock_shared(${messagesLock}, hashtext($1))`,
    lockMessages: `SELECT pg_advisory_xact_lock(${messagesLock}, hashtext($1))`,
    findMessages: `SELECT id FROM ${at}.messages WHERE id = ANY($1::text[])`,
    insertMessages: `INSERT INTO ${at}.messages (id, before, json)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    insertConversation: `WITH grown AS (UPDATE ${at}.runs SET bytes = bytes + $5 WHERE run = $1)
      INSERT INTO ${at}.conversations (run, seq, place, last) VALUES ($1, $2, $3, $4)`,
    deleteConversations: `DELETE FROM ${at}.conversations WHERE run = $1 RETURNING last`,
    forgetMessages: forgetChain(`${at}.`, '$1'),
  };
}

export type PostgresStatements = ReturnType<typeof postgresStatements>;
