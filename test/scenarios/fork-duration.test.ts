import { createOrchestrator, memoryStore, type Store } from 'troupe';
import { toMetrics, toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { advance, noProgress } from '../../src/cli/terminal/progress.ts';
import { timeline } from '../../src/cli/terminal/timeline.ts';
import { ask, expectReplay, of, planText, worker } from './scenario.ts';

it.each([
  ['in memory', memoryStore],
  ['in SQLite', () => sqliteStore(':memory:')],
] satisfies [string, () => Store][])('a fork takes as long as it takes itself, in a store %s', async (_, makeStore) => {
  const store = makeStore();
  let now = Date.UTC(2026, 0);
  const clock = { now: () => now, after: () => () => {} };
  const reflect = () => {
    now += 2000;
    return reflection({ finalAnswer: 'ok' });
  };
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: [] }) },
    { purpose: 'work', reply: 'result of a' },
    { purpose: 'work', reply: 'result of b' },
    { purpose: 'reflect', reply: reflect },
    { purpose: 'reflect', reply: reflect },
    { purpose: 'reflect', reply: reflect },
  ]);
  const troupe = createOrchestrator({ model, specialists: [worker], store, clock });
  const { runId, durationMs } = await troupe.invoke(ask('do it'), { runId: 'first' });
  expect(durationMs).toBe(2000);
  const at = of(await store.read(runId), 'results.collected')[0]?.seq ?? 0;
  for (const newRunId of ['second', 'third']) {
    now += 54_000;
    const from = newRunId === 'third' ? 'second' : 'first';
    const { run } = await troupe.fork(from, { at, newRunId });
    expect((await run.result).durationMs).toBe(2000);
    const log = await store.read(newRunId);
    expectReplay(log);
    expect(toMetrics(log)).toMatchObject({ durationMs: 2000, statesMs: { reflecting: 2000 } });
    for (const { durationMs: spent } of toRunState(log).executionHistory) expect(spent).toBeLessThanOrEqual(2000);
    expect(timeline(log).map(({ ms }) => ms)).toEqual(expect.arrayContaining([0, 2000]));
    expect(Math.max(...timeline(log).map(({ ms }) => ms))).toBe(2000);
    const progress = log.reduce(advance, noProgress);
    expect(progress.at - progress.startedAt).toBe(2000);
  }
  const runs = await store.runs();
  expect(
    runs.map(({ run, startedAt, updatedAt }) => [run, startedAt, Date.parse(updatedAt) - Date.parse(startedAt)]),
  ).toEqual([
    ['third', '2026-01-01T00:01:52.000Z', 2000],
    ['second', '2026-01-01T00:00:56.000Z', 2000],
    ['first', '2026-01-01T00:00:00.000Z', 2000],
  ]);
});
