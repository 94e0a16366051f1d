/**
 * Whether a search by type and time over all runs stays quick in a store of many runs; as a ratio in one run. Run `r` is of minute `r`, so the same
 * span of time has the same entries in both stores. Before each search something is written, as in a store that is in use.
 *
 *   node bench/find-entries.ts [--rounds N]
 *
 * It needs a Postgres server on this machine, as the tests do.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryStore } from '../src/stores/memory-store.ts';
import { postgresStore } from '../src/stores/postgres-store.ts';
import { sqliteStore } from '../src/stores/sqlite-store.ts';
import type { Store } from '../src/stores/store.ts';
import { sampleEntries, sampleEntry } from '../src/testing/sample-entries.ts';
import { startPostgres } from '../test/stores/postgres-server.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } });
const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-'));
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const time = (run: number, second = 0) => new Date(Date.UTC(2026, 0, 1) + run * 60_000 + second * 1000).toISOString();

async function fill(store: Store, count: number): Promise<Store> {
  for (let run = 0; run < count; run++) {
    const id = `run ${run}`;
    const value = (second: number) => ({ name: 'price.seen', version: 1, value: { price: second } });
    const own = (seq: number) => sampleEntry(id, seq, { type: 'entry.recorded', at: time(run, seq), data: value(seq) });
    await store.append(id, 0, [...sampleEntries(id, 1, 8), own(9), own(10)]);
  }
  return store;
}

/** The last 50 of the prices of one hour. */
async function findUs(store: Store, round: number): Promise<number> {
  const data = { name: 'price.seen', version: 1, value: { price: round } };
  const now = sampleEntry(`now ${round}`, 1, { type: 'entry.recorded', at: time(1_000_000 + round), data });
  await store.append(now.run, 0, [now]);
  const began = performance.now();
  const found = await store.find({ type: 'price.seen', from: time(20), to: time(80), limit: 50 });
  if (found.length !== 50) throw new Error(`Not 50 entries, but ${found.length}.`);
  return (performance.now() - began) * 1000;
}

const server = await startPostgres();
const kinds: Record<string, (count: number) => Store> = {
  SQLite: (count) => sqliteStore(join(folder, `${count}.db`), { synchronous: 'NORMAL' }),
  Postgres: (count) => postgresStore(server.url, { schema: `of ${count}` }),
  memory: () => memoryStore(),
};
for (const [name, open] of Object.entries(kinds)) {
  const [few, many] = [await fill(open(100), 100), await fill(open(10_000), 10_000)];
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    times.few.push(await findUs(few, round));
    times.many.push(await findUs(many, round));
  }
  const [ofFew, ofMany] = [median(times.few), median(times.many)];
  console.log(`${name}: 50 entries of a type in an hour of 100 runs: ${ofFew.toFixed(0)} us`);
  console.log(`${name}: of 10000 runs: ${ofMany.toFixed(0)} us, ${(ofMany / ofFew).toFixed(2)} times (at most 3)`);
  await few.close();
  await many.close();
}
await server.stop();
rmSync(folder, { recursive: true });
