import { createOrchestrator, defineSpecialist, type Model, type OrchestratorConfig, replay } from 'troupe';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, of, stage } from './scenario.ts';

const clerk = defineSpecialist({ name: 'clerk', description: 'writes letters' });
const scribe = defineSpecialist({ name: 'scribe', description: 'writes letters by hand' });
const letter = '# Plan: post\n\n- [ ] a: write the letter\n  - specialist: clerk\n  - retries: 5\n';
const work = (...replies: readonly string[]): ScriptLine[] => replies.map((reply) => ({ purpose: 'work', reply }));
const begun: ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: letter },
  ...work('', '', ''),
];
const close = (parts: Parameters<typeof reflection>[0]): ScriptLine => ({
  purpose: 'reflect',
  reply: reflection(parts),
});
const scene = (lines: readonly ScriptLine[], config: Partial<OrchestratorConfig>) =>
  stage([...begun, ...lines], { specialists: [clerk, scribe], ...config });

describe('a run that corrects itself', () => {
  it('spends no more than it may, wherever that ends', async () => {
    const spent = async (costUsd?: number) => {
      const script = scriptedModel([...begun, ...work('', '', ''), close({ finalAnswer: 'No letter.' })]);
      // What it reads costs about as much as what is reserved for it.
      const usage = { modelCalls: 1, inputTokens: 400, outputTokens: 5 };
      const model: Model = { name: 'scripted', call: async (call) => ({ ...(await script.call(call)), usage }) };
      const limits = costUsd === undefined ? {} : { costUsd };
      const troupe = createOrchestrator({
        model,
        specialists: [clerk, scribe],
        prices: { scripted: { inputUsd: 1, outputUsd: 1 } },
        maxOutputTokens: 20,
        retry: { baseMs: 0 },
        limits,
      });
      const run = troupe.start(ask('do it'));
      const { usage: used, status, limit, corrections = [] } = await run.result;
      expect([status, replay(run.log).equal]).toEqual(['completed', true]);
      expect(corrections.flatMap(({ attempts }) => attempts.map((each) => each.status))).not.toContain('in_progress');
      return { cost: used.costUsd ?? 0, limit, corrections: corrections.length };
    };
    const whole = await spent();
    expect(whole).toMatchObject({ limit: undefined, corrections: 2 });
    const parts = [0.5, 0.6, 0.7, 0.8, 0.9];
    const ends = await Promise.all(parts.map((part) => spent(whole.cost * part)));
    for (const [index, { cost, limit }] of ends.entries()) {
      expect(limit?.name).toBe('costUsd');
      expect(cost).toBeLessThanOrEqual(whole.cost * (parts[index] ?? 0));
    }
    // Some of them end before the first correction, some after it.
    expect(new Set(ends.map(({ corrections }) => corrections)).size).toBeGreaterThan(1);
  });

  it('needs no step and no round more for somebody who takes a step over', async () => {
    const { start } = scene(work('Dear Ms Hill'), { limits: { steps: 1, rounds: 1 } });
    const result = await start().result;
    expect(result).toMatchObject({ rounds: 1, message: { content: 'Dear Ms Hill' }, notDone: [] });
    expect(result).not.toHaveProperty('limit');
  });

  it('tries nothing more in a round that it does not have', async () => {
    const lines = [
      close({ verdict: 'continue', retries: [{ step: 'a', why: 'Shorter.' }] }),
      { purpose: 'finalize', reply: 'No letter.' } as const,
    ];
    const { start } = scene(lines, { specialists: [clerk], limits: { rounds: 1 } });
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ rounds: 1, limit: { name: 'rounds', max: 1 } });
    expect(of(run.log, 'correction.attempted')).toEqual([]);
  });

  it('ends in time while somebody else does the step', async () => {
    const clock = simulatedClock();
    const slow = defineSpecialist({
      name: 'scribe',
      description: 'writes letters by hand',
      run: () => new Promise<string>(() => {}),
    });
    const { start } = scene([], { specialists: [clerk, slow], limits: { wallMs: 5000 }, clock });
    const run = start();
    await clock.run(run.result);
    const result = await run.result;
    expect(result).toMatchObject({ limit: { name: 'wallMs', max: 5000 } });
    expect(result.corrections).toMatchObject([{ attempts: [{ specialist: 'scribe', status: 'failed' }] }]);
  });

  it('makes no more calls than were quoted', async () => {
    const { start, troupe } = scene([...work('', '', ''), close({ finalAnswer: 'No letter.' })], {});
    const run = start();
    const { usage } = await run.result;
    expect(usage.modelCalls).toBeLessThanOrEqual(troupe.quote(ask('do it')).modelCalls);
  });
});
