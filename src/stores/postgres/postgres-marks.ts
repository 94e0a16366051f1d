import { marksOfLine, type Place } from '../entry-marks.ts';
import { soundLines } from '../packed-log.ts';
import type { StoredLine } from '../stored-line.ts';
import type { PostgresAnswer, PostgresClient } from './postgres-pool.ts';

/** The index of all runs: which types of entries are where, by their time. */
export const marksTable = (at: string) => `
  CREATE TABLE ${at}.marks (
    type text COLLATE "C" NOT NULL, at text COLLATE "C" NOT NULL, run text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    PRIMARY KEY (type, at, run, seq)
  );
`;

/** Marks as columns: types, times, numbers. */
export type MarkColumns = readonly [types: string[], times: string[], seqs: number[]];

/** A column cannot hold the zero character. */
export const shownType = (type: string) => type.replaceAll('\0', '\ufffd');

/** The marks of lines of one run. */
export function markColumns(lines: readonly Pick<StoredLine, 'seq' | 'line'>[]): MarkColumns {
  const columns: MarkColumns = [[], [], []];
  for (const { seq, line } of lines) {
    const { types, at } = marksOfLine(line);
    for (const type of types) {
      columns[0].push(shownType(type));
      columns[1].push(at);
      columns[2].push(seq);
    }
  }
  return columns;
}

export const toPlaces = ({ rows }: PostgresAnswer): Place[] =>
  rows.map(({ at, run, seq }) => ({ at: String(at), run: String(run), seq: Number(seq) }));

const pageSize = 500;

/** Makes the index of what is stored already, a page at a time. A damaged entry is not in it. */
export async function markAll(client: PostgresClient, at: string): Promise<void> {
  const insert = (run: string, lines: readonly Pick<StoredLine, 'seq' | 'line'>[]) =>
    client.query(insertMarks(at), [run, ...markColumns(lines)]);
  let [run, seq] = ['', 0];
  for (;;) {
    const page = await client.query(
      `SELECT run, seq, entry FROM ${at}.entries WHERE (run, seq) > ($1, $2) ORDER BY run, seq LIMIT ${pageSize}`,
      [run, seq],
    );
    const lines = page.rows.map((row) => ({ run: String(row.run), seq: Number(row.seq), line: String(row.entry) }));
    for (const [id, own] of Map.groupBy(lines, (line) => line.run)) await insert(id, own);
    const last = lines.at(-1);
    if (!last || lines.length < pageSize) break;
    ({ run, seq } = last);
  }
  for (const row of (await client.query(`SELECT run FROM ${at}.runs WHERE archive IS NOT NULL`)).rows) {
    const id = String(row.run);
    const packed = (await client.query(`SELECT archive FROM ${at}.runs WHERE run = $1`, [id])).rows[0]?.archive;
    await insert(
      id,
      soundLines(packed).map((line, index) => ({ seq: index + 1, line })),
    );
  }
}

/** Of the run $1, with the columns of marks after it. */
export const insertMarks = (at: string, first = 2) => `INSERT INTO ${at}.marks (type, at, run, seq)
  SELECT mark.type, mark.at, $1::text, mark.seq
  FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::bigint[]) AS mark (type, at, seq) ON CONFLICT DO NOTHING`;
