import { beganAt, type Entry } from '../../log/entry.ts';
import { archived, conflict, lost, summaryChange } from '../run-facts.ts';
import type { Lease } from '../store.ts';
import { bytesOf, type Link, type StoredLine } from '../stored-line.ts';
import { markColumns } from './postgres-marks.ts';
import type { PostgresClient } from './postgres-pool.ts';
import type { PostgresStatements } from './postgres-statements.ts';

/** Entries that are to be added to a run. */
export interface PostgresBatch {
  readonly run: string;
  /** The number of the last entry that the caller knows. */
  readonly after: number;
  readonly entries: readonly Entry[];
  readonly lines: readonly StoredLine[];
  readonly lease: Lease | undefined;
}

/** Adds entries to a run, in a transaction. One that is made again may have been done before its connection was cut. */
export async function appendBatch(
  client: PostgresClient,
  sql: PostgresStatements,
  batch: PostgresBatch & { schema: string; isAgain: boolean },
): Promise<void> {
  const { run, after, entries, lines, lease, isAgain } = batch;
  // Always the lease before the run, so that no two transactions wait for each other.
  const token = lease && (await client.query(sql.lockLease, [run])).rows[0]?.token;
  const known = (await client.query(sql.lockRun, [run])).rows[0];
  if (known?.is_archived) throw archived(run);
  if (lease && Number(token) !== lease.token) throw lost(lease);
  const found = Number(known?.entries ?? 0);
  if (isAgain && found > after && (await isWritten(client, sql, batch))) return;
  if (found !== after) throw conflict(run, after, found);
  if (entries.length === 0) return;
  if (known) await updateRun(client, sql, batch);
  else if (!(await insertRun(client, sql, batch))) {
    if (isAgain && (await isWritten(client, sql, batch))) return;
    throw conflict(run, after, Number((await client.query(sql.lockRun, [run])).rows[0]?.entries ?? 0));
  }
  const columns = [lines.map(({ seq }) => seq), lines.map(({ line }) => line)];
  await client.query(sql.insertEntries, [run, ...columns, ...markColumns(lines)]);
  for (const { seq, conversation } of lines) {
    if (!conversation) continue;
    await client.query(sql.shareMessages, [batch.schema]);
    const bytes = await insertLinks(client, sql, conversation.links);
    const { place, links } = conversation;
    await client.query(sql.insertConversation, [run, seq, place, links.at(-1)?.id, bytes]);
  }
}

/** Whether the last entries of a run are these: they were written before the connection was cut. */
async function isWritten(client: PostgresClient, sql: PostgresStatements, { run, after, lines }: PostgresBatch) {
  const { rows } = await client.query(sql.read, [run, after, null]);
  return rows.length === lines.length && rows.every((row, index) => row.entry === lines[index]?.line);
}

/** The column cannot hold the zero character; the entry, as JSON, can. */
const shown = (question: string | undefined) => question?.replaceAll('\0', '\ufffd');

const labelColumns = ({ session, metadata }: Pick<ReturnType<typeof summaryChange>, 'session' | 'metadata'>) => [
  shown(session) ?? null,
  metadata === undefined ? null : JSON.stringify(metadata),
];

async function updateRun(
  client: PostgresClient,
  sql: PostgresStatements,
  { run, after, entries, lines }: PostgresBatch,
) {
  const { status, question, isPaused, ...labels } = summaryChange(entries);
  const count = after + entries.length;
  const standing = [status ?? null, shown(question) ?? null, entries.at(-1)?.at, count, isPaused ?? null];
  const change = [...standing, ...labelColumns(labels), bytesOf(lines)];
  await client.query(sql.updateRun, [run, ...change]);
}

/** False when somebody else has made the run meanwhile. */
async function insertRun(
  client: PostgresClient,
  sql: PostgresStatements,
  { run, after, entries, lines }: PostgresBatch,
) {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return false;
  const { status, question, isPaused, ...labels } = summaryChange(entries);
  const count = after + entries.length;
  const standing = [status ?? 'pending', shown(question) ?? '', beganAt(first), last.at, count, isPaused ?? false];
  const row = [run, ...standing, ...labelColumns(labels), bytesOf(lines)];
  return (await client.query(sql.insertRun, row)).rowCount === 1;
}

/** Keeps the messages of a conversation that are not there yet, and gives their bytes. Where a message is there, all before it are. */
async function insertLinks(client: PostgresClient, sql: PostgresStatements, links: readonly Link[]): Promise<number> {
  let from = links.length;
  // Mostly the last few are new: it is looked for further back only where nothing was found.
  for (let size = 4; from > 0; size *= 16) {
    const ids = links.slice(Math.max(0, from - size), from).map(({ id }) => id);
    const found = new Set((await client.query(sql.findMessages, [ids])).rows.map((row) => row.id));
    const known = ids.findLastIndex((id) => found.has(id));
    from += known < 0 ? -ids.length : known + 1 - ids.length;
    if (known >= 0) break;
  }
  const fresh = links.slice(from);
  if (fresh.length === 0) return 0;
  const columns = [fresh.map(({ id }) => id), fresh.map(({ before }) => before), fresh.map(({ json }) => json)];
  await client.query(sql.insertMessages, columns);
  return bytesOf(fresh.map(({ json }) => ({ line: json })));
}
