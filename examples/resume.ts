/** A run in a SQLite file is left in the middle; another orchestrator goes on with it, replays it, and forks it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const folder = mkdtempSync(join(tmpdir(), 'troupe-resume-'));
const file = join(folder, 'runs.db');
const plan =
  '# Plan: two\n\n- [ ] 1: measure\n  - specialist: worker\n- [ ] 2: cut\n  - specialist: worker\n  - after: 1\n';

// The first process is left while step 2 is under way.
const reached = Promise.withResolvers<void>();
const hanging = defineSpecialist({
  name: 'worker',
  description: 'measures and cuts',
  run: ({ step }) => {
    console.log(`first process: ${step.description}`);
    if (step.id === '1') return 'measured';
    reached.resolve();
    return new Promise<string>(() => {});
  },
});
const asked = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
]);
const before = sqliteStore(file);
const first = createOrchestrator({ model: asked, specialists: [hanging], store: before });
const left = first.start([{ role: 'user', content: 'Measure and cut.' }], { runId: 'job' });
await reached.promise;
left.actor.stop(); // writes nothing, as a process that dies; it gives its lease back, which else runs out after leaseMs
before.close();

// The second process has the file and nothing else.
const worker = defineSpecialist({
  name: 'worker',
  description: 'measures and cuts',
  run: ({ step }) => {
    console.log(`second process: ${step.description}`);
    return 'cut';
  },
});
const model = scriptedModel([
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Measured and cut.' }) },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Cut once more.' }) },
]);
const store = sqliteStore(file);
const troupe = createOrchestrator({ model, specialists: [worker], store });

const resumed = await troupe.resume('job');
const { status, message } = await resumed.result;
console.log(`${status}: ${message.content}`);

const entries = await store.read('job');
console.log('replayed:', replay(entries).equal ? 'every entry is equal' : 'something differs');

const begun = entries.find((entry) => entry.type === 'step.started' && entry.data.id === '2');
const fork = await troupe.fork('job', { at: begun?.seq ?? 1, newRunId: 'job-again' });
console.log(`the fork does again: ${fork.again.join(', ')}`);
const other = await fork.run.result;
console.log(`${other.runId}: ${other.message.content}`);

store.close();
rmSync(folder, { recursive: true });
