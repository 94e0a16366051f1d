import { createOrchestrator, defineSpecialist, memoryStore, type Store } from 'troupe';
import { toMetrics } from 'troupe/log';
import { type Reply, reflection, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, planText, stage, worker } from '../scenarios/scenario.ts';

describe('the metrics of a run', () => {
  it('say how long each state and each kind of effect took, and what it used', async () => {
    const clock = simulatedClock();
    const slow = defineSpecialist({
      name: 'worker',
      description: 'takes its time',
      run: () => new Promise((resolve) => clock.after(4000, () => resolve('done'))),
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { clock, specialists: [slow] },
    );
    const run = start();
    const result = await clock.run(run.result);
    expect(toMetrics(run.log)).toMatchObject({
      runId: run.id,
      status: 'completed',
      durationMs: 8000,
      statesMs: { analyzing: 0, executing: 8000, reflecting: 0 },
      pausedMs: 0,
      effects: {
        think: { started: 1, completed: 1, failed: 0, modelCalls: 1, inputTokens: 10, outputTokens: 5 },
        ask: { started: 2, completed: 2, failed: 0, totalMs: 8000, maxMs: 4000, modelCalls: 0 },
      },
      steps: { started: 2, completed: 2, failed: 0, skipped: 0, blocked: 0 },
      rounds: 1,
      plans: 1,
      questions: 0,
      messagesAdded: 0,
      usage: result.usage,
    });
  });

  it('count what failed, what was asked and what was said meanwhile', async () => {
    const { start } = stage([
      { purpose: 'think', reply: '' },
      { purpose: 'think', reply: thinking({ question: 'Which?' }) },
      { purpose: 'think', reply: thinking({ answer: 'ok' }) },
    ]);
    const run = start();
    await run.settled();
    const waiting = toMetrics(run.log);
    expect(waiting).toMatchObject({ status: 'waiting', questions: 1, effects: { think: { started: 2, failed: 1 } } });
    await run.steer('that one');
    await run.result;
    expect(toMetrics(run.log)).toMatchObject({ messagesAdded: 1, effects: { think: { started: 3, completed: 2 } } });
  });

  it('say how long it was paused, also while it still is', async () => {
    const clock = simulatedClock();
    const { start } = stage(
      [
        {
          purpose: 'think',
          reply: () => new Promise<Reply>((resolve) => clock.after(5000, () => resolve(thinking({ answer: 'ok' })))),
        },
      ],
      { clock },
    );
    const run = start();
    run.pause();
    clock.after(2000, () => run.resume());
    await clock.run(run.result);
    expect(toMetrics(run.log)).toMatchObject({ pausedMs: 2000 });
    const paused = run.log.findIndex((entry) => entry.type === 'run.paused');
    expect(toMetrics(run.log.slice(0, paused + 1)).pausedMs).toBe(0);
  });
});

describe('the health of an orchestrator', () => {
  const build = (store?: Store) =>
    createOrchestrator({
      model: scriptedModel([{ purpose: 'think', reply: thinking({ question: 'Which?' }) }]),
      specialists: [worker],
      ...(store ? { store } : {}),
    });

  it('tells open runs, until they have ended', async () => {
    const troupe = build();
    expect(await troupe.health()).toMatchObject({ isHealthy: true, openRuns: 0, store: undefined });
    const run = troupe.start(ask('do it'));
    await run.settled();
    expect((await troupe.health()).openRuns).toBe(1);
    run.cancel();
    await run.result;
    expect((await troupe.health()).openRuns).toBe(0);
  });

  it('tells how much the process and the store take', async () => {
    const store = memoryStore();
    const troupe = build(store);
    const { memory, store: empty } = await troupe.health();
    expect(memory?.heapBytes).toBeGreaterThan(0);
    expect(memory?.processBytes).toBeGreaterThan(memory?.heapBytes ?? 0);
    expect(empty).toEqual({ isReachable: true, runs: 0, bytes: 0 });
    const run = troupe.start(ask('do it'));
    run.cancel();
    await run.result;
    const { store: filled } = await troupe.health();
    expect([filled?.runs, (filled?.bytes ?? 0) > 0]).toEqual([1, true]);
  });

  it('says when the store does not answer, and why', async () => {
    const store = memoryStore();
    const troupe = build(store);
    expect(await troupe.health()).toMatchObject({ isHealthy: true, store: { isReachable: true } });
    store.runs = () => Promise.reject(new Error('The disk is gone.'));
    expect(await troupe.health()).toMatchObject({
      isHealthy: false,
      store: { isReachable: false, problem: 'The disk is gone.' },
    });
  });
});
