import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, parseEntry } from '../../log/entry.ts';
import { brokenArchive, brokenConversation } from '../run-facts.ts';
import { wholeLine } from '../stored-line.ts';

type Row = Readonly<Record<string, unknown>>;

/** The entries in what was read of a run: its lines, or its archive, and its conversations. */
export async function toEntries(
  run: string,
  rows: readonly Row[],
  { after, limit }: { after: number; limit?: number | undefined },
): Promise<Entry[]> {
  const conversations = new Map(rows.flatMap((row) => (row.said === null ? [] : [[Number(row.said), row]])));
  const toEntry = (seq: number, line: string): Entry => {
    const said = conversations.get(seq);
    if (said?.messages === null) throw brokenConversation(run, seq);
    const whole = said ? wholeLine(line, Number(said.place), String(said.messages)) : line;
    return parseEntry(whole, `run ${run}, number ${seq}`);
  };
  const packed = rows[0]?.archive;
  if (!(packed instanceof Uint8Array)) {
    return rows.flatMap((row) => (row.seq === null ? [] : toEntry(Number(row.seq), String(row.entry))));
  }
  const lines = (await unpack(run, packed)).slice(after, limit === undefined ? undefined : after + limit);
  return lines.map((line, index) => toEntry(after + index + 1, line));
}

async function unpack(run: string, packed: Uint8Array): Promise<string[]> {
  try {
    return (await promisify(gunzip)(packed)).toString('utf8').split('\n');
  } catch (cause) {
    throw brokenArchive(run, cause);
  }
}
