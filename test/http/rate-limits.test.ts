import { createOrchestrator, type Message, type OrchestratorConfig, type Run, replay } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { reply, say, startEndpoint } from '../models/endpoint.ts';
import { ask, of, planText, worker } from '../scenarios/scenario.ts';
import { purposeOf } from './purpose.ts';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index + 1}`, []]));

/** An endpoint that works on so many requests at a time and turns every other one away. */
async function startBusy(places: number, plan: string, headers: Record<string, string> = {}) {
  let [open, most, turnedAway] = [0, 0, 0];
  const held: (() => void)[] = [];
  const { baseURL } = await startEndpoint((response, { body }) => {
    if (open === places) {
      turnedAway++;
      reply(response, 429, { error: { message: 'slow down' } }, headers);
      for (const answer of held.splice(0)) setTimeout(answer, 2);
      return;
    }
    open++;
    most = Math.max(most, open);
    const { purpose, step } = purposeOf(body.messages as Message[]); // what a request holds
    const text = {
      think: () => thinking(),
      plan: () => plan,
      work: () => `result of ${step}`,
      decide: () => JSON.stringify({ run: true, reason: 'It is so.' }),
      reflect: () => 'all of it',
      finalize: () => 'all of it',
      answer: () => 'all of it',
      structure: () => '{}',
    }[purpose]();
    const answer = () => {
      open--;
      say(response, text);
    };
    const isOneOfMany = purpose === 'decide' || (purpose === 'work' && step !== 'first');
    // However slow everybody is: the first of many are worked on until another one has come in vain.
    if (isOneOfMany && turnedAway === 0) held.push(answer);
    else setTimeout(answer, 2);
  });
  return { baseURL, seen: () => ({ most, turnedAway }) };
}

const start = (baseURL: string, config: Partial<OrchestratorConfig> = {}): Run =>
  createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker],
    retry: { baseMs: 2, maxMs: 8 },
    limits: { steps: 64 },
    ...config,
  }).start(ask('do it'));

describe('an endpoint that takes few requests at a time', () => {
  it.each([
    ['64 steps, 2 at a time, no word on when to come back', 64, 2, 16, {}],
    ['64 steps at once, 2 at a time', 64, 2, 64, {}],
    ['64 steps, 2 at a time, with Retry-After', 64, 2, 16, { 'retry-after-ms': '3' }],
    ['16 steps at once, 3 at a time', 16, 3, 16, {}],
    ['16 steps at once, 1 at a time, with Retry-After', 16, 1, 16, { 'retry-after-ms': '3' }],
  ])('does every step: %s', async (_, steps, places, concurrency, headers) => {
    const { baseURL, seen } = await startBusy(places, planText(many(steps)), headers as Record<string, string>);
    const run = start(baseURL, { concurrency });
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'all of it' }, notDone: [] });
    expect(result.plan?.steps.filter((step) => step.status === 'completed')).toHaveLength(steps);
    expect(seen().turnedAway).toBeGreaterThan(0);
    expect(seen().most).toBe(places);
    // Nothing was paid twice, and what was turned away is not counted.
    expect(result.usage.modelCalls).toBe(steps + 3);
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  });

  it('is asked less and less in vain', async () => {
    const { baseURL, seen } = await startBusy(2, planText(many(64)));
    await start(baseURL, { concurrency: 16 }).result;
    // The first sixteen find out how much it takes; then one call in eight looks whether it takes more.
    expect(seen().turnedAway).toBeLessThan(40);
  });

  it('does not lose a step for its condition: that is decided when there is room', async () => {
    const steps = Array.from({ length: 12 }, (_, index) => [
      `- [ ] s${index}: work on s${index}`,
      '  - specialist: worker',
      '  - after: first',
      '  - when: it is worth it',
    ]).flat();
    const plan = ['# Plan: a plan', '', '- [ ] first: work on first', '  - specialist: worker', ...steps, ''].join(
      '\n',
    );
    const { baseURL, seen } = await startBusy(2, plan);
    const run = start(baseURL);
    const result = await run.result;
    expect(result.plan?.steps.filter((step) => step.status === 'completed')).toHaveLength(13);
    expect(seen().turnedAway).toBeGreaterThan(0);
    expect(of(run.log, 'effect.failed').some(({ data }) => data.kind === 'decide')).toBe(true);
    expect(replay(run.log).equal).toBe(true);
  });
});
