import { type PlanStep, planStep } from 'troupe/plan';
import { simulatedClock } from 'troupe/testing';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { EffectControl, Performed } from '../../src/actors/effect-pack.ts';
import { EffectPerformance } from '../../src/actors/effect-performance.ts';

const address = { run: 'r', actor: 'host', key: 'think#1', timeoutMs: 1000 };
const used = { modelCalls: 1, inputTokens: 5, outputTokens: 7 };
const oneCall = { modelCalls: 1, inputTokens: 0, outputTokens: 0 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

const [one, two] = ['1', '2'].map((id) => planStep({ id, description: 'do it' })) as [PlanStep, PlanStep]; // two ids

/** An effect that is under way, and everything that can happen to it. */
function perform({ isPaid = true } = {}) {
  const clock = simulatedClock();
  const answer = Promise.withResolvers<Performed>();
  const report = { settle: vi.fn(), spent: vi.fn(), progress: vi.fn() };
  const actor = createActor(fromCallback(() => {}));
  const effect = { kind: 'think' as const, address, input: {}, actor, startedAt: 0 };
  const performance = new EffectPerformance(effect, clock, report);
  let control: EffectControl | undefined;
  performance.begin({
    perform: (_, given) => {
      control = given;
      if (isPaid) given.onCall();
      return answer.promise;
    },
    toProblem: (error) => ({ error: { code: 'error', message: String(error), retryable: true }, usage: used }),
    committed: () => {},
  });
  return { clock, answer, report, performance, control: control as EffectControl }; // set by begin
}

describe('a performance of an effect', () => {
  it('settles once, with what it used and how long it waited, and leaves no timer', async () => {
    const { clock, answer, report, control } = perform();
    const waiting = Promise.withResolvers<void>();
    const waited = control.whileWaiting(waiting.promise);
    expect(clock.timers).toBe(0);
    clock.after(250, () => waiting.resolve());
    clock.tick();
    await waited;
    expect(clock.timers).toBe(1);
    answer.resolve({ output: 'yes', usage: used });
    await turn();
    expect(report.settle.mock.calls).toEqual([[{ ok: true, output: 'yes', usage: used, waitedMs: 250 }]]);
    expect(clock.timers).toBe(0);
  });

  it('says when the first piece of its answer came, and only that', async () => {
    const { clock, answer, report, control } = perform();
    clock.after(30, () => control.onPiece());
    clock.tick();
    clock.after(40, () => control.onPiece());
    clock.tick();
    answer.resolve({ output: 'yes', usage: used });
    await turn();
    expect(report.settle.mock.calls).toEqual([[{ ok: true, output: 'yes', usage: used, waitedMs: 0, firstMs: 30 }]]);
  });

  it('is late when its time is up: what follows the signal reports what it used, else one call counts', async () => {
    const late = { code: 'timeout', message: 'think took longer than 1000 ms.', retryable: true };
    const quick = perform();
    quick.clock.tick();
    expect(quick.control.signal.aborted).toBe(true);
    quick.answer.reject('aborted');
    await turn();
    expect(quick.report.settle.mock.calls).toEqual([[{ ok: false, error: late, usage: used, waitedMs: 0 }]]);
    const slow = perform();
    slow.clock.tick();
    slow.clock.tick();
    expect(slow.report.settle.mock.calls).toEqual([[{ ok: false, error: late, usage: oneCall, waitedMs: 0 }]]);
  });

  it('reports nothing more but its usage once it is over', async () => {
    const { answer, report, performance, control } = perform();
    control.progress(one);
    performance.abandon();
    control.progress(two);
    expect(control.isOver()).toBe(true);
    answer.resolve({ output: 'too late', usage: used });
    await turn();
    expect(report.progress.mock.calls).toEqual([[one]]);
    expect(report.settle).not.toHaveBeenCalled();
    expect(report.spent.mock.calls).toEqual([[used]]);
  });

  it('leaves no timer when it is abandoned before its call', () => {
    const { clock, report, performance } = perform({ isPaid: false });
    performance.abandon();
    expect(clock.timers).toBe(0);
    expect(report.spent).not.toHaveBeenCalled();
  });

  it.each(['rejects', 'never ends'])(
    'that is abandoned after its time was up reports what it used, also when it %s',
    async (way) => {
      const { clock, answer, report, performance } = perform();
      clock.tick();
      performance.abandon();
      if (way === 'rejects') answer.reject('aborted');
      await turn();
      while (clock.tick()) await turn();
      expect(report.settle).not.toHaveBeenCalled();
      expect(report.spent.mock.calls).toEqual([[way === 'rejects' ? used : oneCall]]);
    },
  );
});
