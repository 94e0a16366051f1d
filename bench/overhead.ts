/**
 * What one run costs beside its calls: the job of `overhead/job.ts` in Troupe, in plain code, in plain XState and around the AI SDK, on a
 * model without latency, all in one interleaved run. Figures are the processor time of the thread, which a busy machine disturbs least, and
 * beside it the time on the wall, in which a durable store also waits for the disk. Only the ratios mean something.
 *
 *   node bench/overhead.ts [--rounds N] [--beside FOLDER] [--only TEXT]
 *
 * `--beside` measures another checkout of Troupe (with its `node_modules`) in the same run; `--only` the rows whose name holds a text.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { aiSdkJob } from './overhead/ai-sdk.ts';
import { flatXStateJob } from './overhead/flat-xstate.ts';
import { type ChatMessage, callsOfTheJob, conversation } from './overhead/job.ts';
import { plainJob } from './overhead/plain.ts';
import { type Checkout, loadCheckout } from './overhead/troupe.ts';

type Job = (messages: readonly ChatMessage[]) => Promise<string>;

interface Row {
  readonly name: string;
  readonly job: Job;
  /** Messages before the question. */
  readonly history: number;
  /** Microseconds of processor time a run, one figure a round. */
  readonly figures: number[];
  /** Microseconds on the wall. */
  readonly wall: number[];
  runs: number;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    beside: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'troupe-overhead-'));
const checkouts = new Map<string, Checkout>([['Troupe', await loadCheckout(join(import.meta.dirname, '..'))]]);
if (values.beside) checkouts.set('beside', await loadCheckout(values.beside));

const rows: Row[] = [];
const add = (name: string, job: Job, history = 0) => rows.push({ name, job, history, figures: [], wall: [], runs: 1 });
add('plain async/await', plainJob);
add('XState, flat', flatXStateJob);
add('AI SDK', aiSdkJob);
for (const [name, checkout] of checkouts) {
  add(name, checkout.job());
  add(`${name}, memory store`, checkout.job(checkout.memoryStore()));
  add(`${name}, SQLite FULL`, checkout.job(checkout.sqliteStore(join(folder, `${name}.db`))));
}
add('plain async/await, 1,000 messages', plainJob, 1_000);
add('AI SDK, 1,000 messages', aiSdkJob, 1_000);
for (const [name, checkout] of checkouts) add(`${name}, 1,000 messages`, checkout.job(), 1_000);

let question = 0;
const usedUs = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage(); // Node 22 does not tell threads apart
  return user + system;
};
async function measure({ job, history, runs, figures, wall }: Row): Promise<number> {
  const asked = Array.from({ length: runs }, () => conversation(history, question++));
  const [began, used] = [performance.now(), usedUs()];
  for (const messages of asked) await job(messages);
  const us = (usedUs() - used) / runs;
  figures.push(us);
  wall.push(((performance.now() - began) * 1000) / runs);
  return us;
}

const plainOf = ({ history }: Row) => rows.find((row) => row.history === history && row.job === plainJob);
const measured = rows.filter((row) => row.name.includes(values.only) || plainOf(row) === row);

/** A slice of a round takes about this long, whatever is measured. */
const sliceUs = 50_000;
for (const row of measured) {
  let us = await measure(row);
  const until = performance.now() + 1_000;
  while (performance.now() < until) {
    // The clock of the processor is coarse: a single short run may take none.
    row.runs = Math.min(5_000, Math.max(1, Math.round(sliceUs / Math.max(1, us))));
    us = await measure(row);
  }
  row.figures.length = 0;
  row.wall.length = 0;
}
for (let round = 0; round < Number(values.rounds); round++) {
  // Every round in another order, so that nobody always comes after the same neighbour.
  for (let at = 0; at < measured.length; at++) {
    const row = measured[(at * 7 + round) % measured.length] as Row; // within the list
    await measure(row);
  }
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const least = (list: readonly number[]) => Math.min(...list);
const timesPlain = (row: Row, sum: typeof median) => sum(row.figures) / sum(plainOf(row)?.figures ?? []);
const padded = (text: string, width: number) => text.padStart(width);

console.log(`${callsOfTheJob} calls a run, ${values.rounds} rounds; us a run\n`);
const heads = ['CPU least', 'CPU median', 'wall median', 'x plain', 'x plain'];
console.log(`${''.padEnd(36)}${heads.map((word) => padded(word, 12)).join('')}`);
console.log(`${''.padEnd(72)}${['by least', 'by median'].map((word) => padded(word, 12)).join('')}`);
for (const row of measured) {
  const times = [least(row.figures), median(row.figures), median(row.wall)];
  const figures = [...times, timesPlain(row, least), timesPlain(row, median)];
  console.log(`${row.name.padEnd(36)}${figures.map((figure) => padded(figure.toFixed(1), 12)).join('')}`);
}
if (values.beside) {
  console.log('\nparts of the checkout beside, by least and by median');
  for (const row of measured.filter(({ name }) => name.startsWith('Troupe'))) {
    const other = rows.find(({ name }) => name === row.name.replace('Troupe', 'beside'));
    if (!other || other.figures.length === 0) continue;
    const parts = [least, median].map((sum) => padded((sum(row.figures) / sum(other.figures)).toFixed(3), 10));
    console.log(`${row.name.padEnd(36)}${parts.join('')}`);
  }
}

console.log('\nbytes that a SQLite file grows by with one more run of a conversation');
for (const [name, checkout] of checkouts) {
  const grown: string[] = [];
  for (const length of [10, 1_000, 10_000]) grown.push(`${length} messages: ${await growth(checkout, length)}`);
  console.log(`${name.padEnd(12)}${grown.join(', ')}`);
}
rmSync(folder, { recursive: true, force: true });

/** What ten runs of one conversation that goes on add to a file, for each of them. */
async function growth(checkout: Checkout, length: number): Promise<number> {
  const file = join(folder, `growth-${length}-${question++}.db`);
  const store = checkout.sqliteStore(file);
  const job = checkout.job(store);
  const messages = conversation(length, question++);
  const sizes: number[] = [];
  const turns = 10;
  for (let turn = 0; turn <= turns; turn++) {
    const content = await job(messages);
    messages.push({ role: 'assistant', content }, { role: 'user', content: `And order ${question++}?` });
    sizes.push(sizeOf(file));
  }
  store.close();
  return Math.round(((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / turns);
}

/** The size of a database, with all that was written to it. */
function sizeOf(file: string): number {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return statSync(file).size;
}
