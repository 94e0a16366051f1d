import { createOrchestrator, type Model, ModelError, type OrchestratorConfig, replay } from 'troupe';
import { reflection, type SimulatedClock, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, of, planText, worker } from './scenario.ts';
import { toResponse } from './to-response.ts';

const many = (count: number) =>
  planText(Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n + 1}`, []])));

/** A model that works on one step at a time, so many milliseconds on each, and turns every other one away. */
function narrowModel(clock: SimulatedClock, steps: number, stepMs: number, retryAfterMs?: number) {
  const seen = { underWay: 0, aborted: 0, answered: 0 };
  const model: Model = {
    name: 'narrow',
    async call({ brief, signal }) {
      const replies = { think: thinking(), plan: many(steps), reflect: reflection({ finalAnswer: 'ready' }) };
      if (brief.purpose in replies) return toResponse(replies[brief.purpose as keyof typeof replies]); // asked before
      if (seen.underWay > 0) throw new ModelError('rate-limit', 'Slow down.', { retryAfterMs });
      seen.underWay++;
      try {
        await new Promise<void>((resolve, reject) => {
          const takeBack = clock.after(stepMs, resolve);
          signal.addEventListener('abort', () => {
            takeBack();
            seen.aborted++;
            reject(new ModelError('aborted', 'enough'));
          });
        });
      } finally {
        seen.underWay--;
      }
      seen.answered++;
      return toResponse('done');
    },
  };
  return { model, seen };
}

function start(steps: number, stepMs: number, config: Partial<OrchestratorConfig> & { retryAfterMs?: number } = {}) {
  const { retryAfterMs, ...rest } = config;
  const clock = simulatedClock();
  const { model, seen } = narrowModel(clock, steps, stepMs, retryAfterMs);
  const troupe = createOrchestrator({ model, specialists: [worker], clock, ...rest });
  return { troupe, clock, seen, run: troupe.start(ask('do it')) };
}

describe('a model that is busy', () => {
  it.each([
    ['without a word on when to come back', {}],
    ['that says when to come back', { retryAfterMs: 1000 }],
  ])('%s loses no step whose turn comes long after the deadline of a call and of a step', async (_, config) => {
    // Ten steps of a minute one after the other, with calls of at most 90 seconds and steps of at most two minutes.
    const { run, clock } = start(10, 60_000, { ...config, timeouts: { callMs: 90_000, stepMs: 120_000 } });
    const result = await clock.run(run.result);
    expect(result).toMatchObject({ status: 'completed', notDone: [] });
    expect(result.plan?.steps.map((step) => step.status)).toEqual(Array(10).fill('completed'));
    expect(of(run.log, 'effect.completed').some(({ data }) => Number(data.waitedMs) > 120_000)).toBe(true);
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  });

  it('still has its deadline when the turn has come', async () => {
    const { run, clock } = start(3, 100_000, { timeouts: { callMs: 90_000, stepMs: 95_000 } });
    const result = await clock.run(run.result);
    const reasons = result.plan?.steps.map((step) => step.reason);
    expect(reasons).toEqual(Array(3).fill(expect.stringMatching(/^ask took longer than \d+ ms\.$/)));
  });

  it('and does not heed its signal keeps nobody waiting when the time of a call is up', async () => {
    const clock = simulatedClock();
    const calls: string[] = [];
    const model: Model = {
      name: 'deaf',
      async call({ key }) {
        calls.push(key);
        if (calls.length === 1) return new Promise<never>(() => {});
        if (calls.length === 2) throw new ModelError('rate-limit', 'Slow down.');
        return toResponse(thinking({ answer: 'ready' }));
      },
    };
    const run = createOrchestrator({ model, specialists: [worker], clock }).start(ask('do it'));
    expect(await clock.run(run.result)).toMatchObject({ status: 'completed', message: { content: 'ready' } });
    expect(calls).toHaveLength(3);
  });

  it('keeps nobody: a cancel ends what is under way and what waits, at once', async () => {
    const { run, clock, seen } = start(10, 60_000);
    while (seen.answered < 2) {
      clock.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    run.cancel('enough');
    expect(await run.result).toMatchObject({ status: 'cancelled' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toMatchObject({ underWay: 0, aborted: 1, answered: 2 });
    // A call that was paid for is waited for a moment; nothing else is left.
    while (clock.tick());
    expect(clock.timers).toBe(0);
  });

  it('is busy for every run of an orchestrator, and one that is cancelled makes room for the others', async () => {
    const { run, troupe, clock, seen } = start(2, 60_000);
    const other = troupe.start(ask('do it, too'));
    while (seen.answered < 1) {
      clock.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    run.cancel();
    expect(await run.result).toMatchObject({ status: 'cancelled' });
    expect(await clock.run(other.result)).toMatchObject({ status: 'completed', notDone: [] });
  });
});
