import { isRecord } from '../../domain/is-record.ts';
import { type Entry, parseEntry } from '../../log/entry.ts';
import { unpackLines } from '../packed-log.ts';
import { brokenConversation } from '../run-facts.ts';
import { wholeLine } from '../stored-line.ts';

type Row = Readonly<Record<string, unknown>>;

/** The entries in what was read of a run: its lines, or its archive, and its conversations. */
export function toEntries(
  run: string,
  rows: readonly Row[],
  { after, limit }: { after: number; limit?: number | undefined },
): Entry[] {
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
  const pieces = new Map(isRecord(rows[0]?.pieces) ? Object.entries(rows[0].pieces) : []);
  const lines = unpackLines(run, packed, { after, limit }, (name) => Buffer.from(String(pieces.get(name)), 'base64'));
  return lines.map((line, index) => toEntry(after + index + 1, line));
}
