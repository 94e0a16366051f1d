import { createOrchestrator, defineSpecialist, memoryStore, replay, retain } from 'troupe';
import { toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';

const steps = ['1: read the book', '2: sum it up\n  - depends on: 1'];
const plan = `# Plan: a summary\n\n${steps.map((step) => `- [ ] ${step}\n  - specialist: reader\n`).join('')}`;
const book = 'It was a dark and stormy night; the rain fell in torrents. '.repeat(500);

function readers() {
  const store = sqliteStore(':memory:');
  const model = scriptedModel(
    [1, 2, 3].flatMap(() => [
      { purpose: 'think' as const, reply: thinking() },
      { purpose: 'plan' as const, reply: plan },
    ]),
  );
  const reader = defineSpecialist({
    name: 'reader',
    description: 'reads books',
    run: async ({ step }) => `${step.id}: ${book}`,
  });
  return { store, troupe: createOrchestrator({ model, specialists: [reader], store }) };
}

it('archived runs replay, show and fork as before, and take less room', async () => {
  const { store, troupe } = readers();
  const runs = ['a', 'b', 'c'];
  const results = [];
  for (const runId of runs)
    results.push(await troupe.invoke([{ role: 'user', content: `Sum up ${runId}.` }], { runId }));
  const logs = await Promise.all(runs.map((run) => store.read(run)));
  const sizes = (await store.runs()).map(({ bytes }) => bytes);

  const { archived, savedBytes = 0 } = await retain(store, { archiveAfterMs: 0, now: Date.now() + 1_000 });
  expect(archived.map(({ run }) => run).toSorted()).toEqual(runs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(savedBytes).toBeGreaterThan(0.9 * total);
  const left = (await store.runs()).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(left).toBe(total - savedBytes);
  // What the first one has brought is there once.
  const [first = 0, ...others] = (await store.runs()).map(({ bytes }) => bytes).toSorted((a, b) => b - a);
  for (const other of others) expect(other).toBeLessThan(first);

  for (const [index, run] of runs.entries()) {
    const entries = await store.read(run);
    expect(JSON.stringify(entries)).toBe(JSON.stringify(logs[index]));
    expect(replay(entries)).toMatchObject({ equal: true });
    expect(toRunState(entries)).toEqual(toRunState(logs[index] ?? []));
    expect((await troupe.read(run))?.message).toEqual(results[index]?.message);
  }
  const begun = logs[1]?.find((entry) => entry.type === 'step.started' && entry.data.id === '2');
  const fork = await troupe.fork('b', { at: begun?.seq ?? 0, newRunId: 'b again' });
  expect((await fork.run.result).message).toEqual(results[1]?.message);
  await store.close();
});

it('a store in memory archives without losing anything, too', async () => {
  const store = memoryStore();
  expect(await retain(store, { archiveAfterMs: 0 })).toMatchObject({ archived: [], savedBytes: 0 });
});
