/** Whether the list of runs stays quick in a store of many runs, and an append in a log of many entries; as ratios in one run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { sampleEntries } from 'troupe/testing';

const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-'));
const open = (name: string) => sqliteStore(join(folder, name), { synchronous: 'NORMAL' });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function storeOf(count: number): Promise<Store> {
  const store = open(`${count}.db`);
  for (let run = 0; run < count; run++) await store.append(`run ${run}`, 0, sampleEntries(`run ${run}`, 1, 5));
  return store;
}

async function listUs(store: Store): Promise<number> {
  const began = performance.now();
  if ((await store.runs({ limit: 50 })).length !== 50) throw new Error('Not 50 runs.');
  return (performance.now() - began) * 1000;
}

const [few, many] = [await storeOf(100), await storeOf(10_000)];
const times: { few: number[]; many: number[] } = { few: [], many: [] };
for (let repetition = 0; repetition < 1000; repetition++) {
  times.few.push(await listUs(few));
  times.many.push(await listUs(many));
}
const [ofFew, ofMany] = [median(times.few), median(times.many)];
console.log(`the newest 50 of 100 runs: ${ofFew.toFixed(0)} us`);
console.log(`the newest 50 of 10000 runs: ${ofMany.toFixed(0)} us, ${(ofMany / ofFew).toFixed(2)} times (at most 2)`);
await few.close();
await many.close();

const total = 1_000_000;
const batch = 10;
const store = open('long.db');
const appends: number[] = [];
for (let after = 0; after < total; after += batch) {
  const entries = sampleEntries('long', after + 1, after + batch);
  const began = performance.now();
  await store.append('long', after, entries);
  appends.push((performance.now() - began) * 1000);
}
const tenth = appends.length / 10;
const [early, late] = [appends.slice(0, tenth), appends.slice(-tenth)];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(`an append of ${batch} in the first tenth of ${total} entries: ${median(early).toFixed(0)} us`);
console.log(
  `an append of ${batch} in the last tenth: ${median(late).toFixed(0)} us, ${(median(late) / median(early)).toFixed(2)} times ` +
    `(${(mean(late) / mean(early)).toFixed(2)} times with what moves from the write-ahead log)`,
);
await store.close();
rmSync(folder, { recursive: true });
