/** A store that does not grow without end: old runs are archived, very old ones deleted, and some kept whatever happens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, replay, retain, systemClock } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, thinking } from 'troupe/testing';

const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'troupe-retention-'));
const store = sqliteStore(join(folder, 'runs.db'));

const forecaster = defineSpecialist({ name: 'forecaster', description: 'knows the weather', run: async () => 'Rain.' });

// Three runs: of 100 days ago, which is to be kept, of 10 days ago, and of today.
for (const age of [100, 10, 0]) {
  const clock = { ...systemClock, now: () => Date.now() - age * day };
  const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'It rains. '.repeat(200) }) }]);
  const troupe = createOrchestrator({ model, specialists: [forecaster], store, clock });
  const messages = [{ role: 'user', content: 'What is the weather like?' }] as const;
  await troupe.invoke(messages, { runId: `${age} days`, metadata: { keep: age === 100 } });
}

const limits = { maxAgeMs: 90 * day, maxRuns: 10_000, maxBytes: 2_000_000_000, archiveAfterMs: 7 * day };
const plan = await retain(store, { ...limits, isDryRun: true });
console.log(`would delete ${plan.deleted.length} and archive ${plan.archived.length} of the runs`);
const done = await retain(store, { ...limits, keep: ({ metadata }) => metadata?.keep === true });
console.log(`deleted ${done.deleted.length}, archived ${done.archived.length}`);
console.log(`it saved bytes: ${(done.savedBytes ?? 0) > 0}`);

const entries = await store.read('10 days');
console.log(`the archived run replays: ${replay(entries).equal}`);
await store.close();
rmSync(folder, { recursive: true });
