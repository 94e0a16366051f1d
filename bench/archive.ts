/**
 * What archives of many runs save, and whether anything is lost: runs of an orchestrator whose specialists read from a few documents are archived, and
 * each is read, compared, replayed and forked afterwards.
 *
 *   node bench/archive.ts [--runs N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createOrchestrator, defineSpecialist, replay, retain } from 'troupe';
import { toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, thinking } from 'troupe/testing';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });
const count = Number(values.runs);
const folder = mkdtempSync(join(tmpdir(), 'troupe-archive-'));
const store = sqliteStore(join(folder, 'runs.db'), { synchronous: 'NORMAL' });

/** Twenty documents of about 20,000 characters, no two sentences alike. */
const documents = Array.from({ length: 20 }, (_, number) =>
  Array.from({ length: 300 }, (_, line) => {
    const noise = ((number * 7919 + line * 104_729) % 1_000_003).toString(36);
    return `Document ${number}, line ${line}: the order ${noise} was sent to ${noise.split('').toReversed().join('')}.`;
  }).join('\n'),
);
const steps = ['1: read a document', '2: read another one', '3: compare them\n  - depends on: 1, 2'];
const plan = `# Plan: compare\n\n${steps.map((step) => `- [ ] ${step}\n  - specialist: reader\n`).join('')}`;
let asked = 0;
const reader = defineSpecialist({
  name: 'reader',
  description: 'reads documents',
  run: async () => documents[(asked++ * 7) % documents.length] ?? '',
});
const orchestratorOf = () => {
  const script = [
    { purpose: 'think' as const, reply: thinking() },
    { purpose: 'plan' as const, reply: plan },
  ];
  return createOrchestrator({ model: scriptedModel(script), specialists: [reader], store });
};

const before = new Map<string, string>();
for (let number = 0; number < count; number++) {
  const runId = `run ${number}`;
  await orchestratorOf().invoke([{ role: 'user', content: `Compare ${number}.` }], { runId });
  before.set(runId, JSON.stringify(await store.read(runId)));
}
const logged = [...before.values()].reduce((sum, log) => sum + Buffer.byteLength(log), 0);
const zipped = [...before.values()].reduce((sum, log) => sum + gzipSync(log).length, 0);
const began = performance.now();
const { archived, savedBytes = 0 } = await retain(store, { archiveAfterMs: 0, now: Date.now() + 1000 });
const took = performance.now() - began;

let [same, replayed, shown, forked] = [0, 0, 0, 0];
for (const [run, log] of before) {
  const entries = await store.read(run);
  if (JSON.stringify(entries) === log) same++;
  if (replay(entries).equal) replayed++;
  if (toRunState(entries).finalAnswer?.content === toRunState(JSON.parse(log)).finalAnswer?.content) shown++;
  const at = entries.find((entry) => entry.type === 'step.started' && entry.data.id === '3')?.seq ?? 0;
  const fork = await orchestratorOf().fork(run, { at, newRunId: `${run} again` });
  if ((await fork.run.result).status === 'completed') forked++;
  await store.delete(`${run} again`);
}
const left = logged - savedBytes;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${archived.length} of ${count} runs archived in ${took.toFixed(0)} ms`);
console.log(`logs ${mb(logged)}, each packed alone ${mb(zipped)}, archived about ${mb(left)}: saved ${mb(savedBytes)}`);
console.log(`the same: ${same}, replayed: ${replayed}, shown: ${shown}, forked: ${forked}, of ${count}`);
await store.close();
rmSync(folder, { recursive: true });
