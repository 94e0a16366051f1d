import { ModelError, type ModelRequest } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { of, planText, stage } from './scenario.ts';

const textOf = (request: ModelRequest) => request.messages.map((message) => message.content).join('\n');

describe('a request that needs a plan', () => {
  it('has its independent steps done side by side and a dependent one after them, with their results in hand', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [], c: ['a', 'b'] }) },
      { purpose: 'work', step: 'a', reply: 'apples' },
      { purpose: 'work', step: 'b', reply: 'bananas' },
      {
        purpose: 'work',
        step: 'c',
        reply: (request) => (/apples[\s\S]*bananas/.test(textOf(request)) ? 'both' : 'neither'),
      },
      { purpose: 'reflect', reply: 'the answer' },
    ]);
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', complexity: 'complex', rounds: 1, notDone: [] });
    expect(result.message).toEqual({ role: 'assistant', content: 'the answer' });
    expect(result.plan?.steps.map((step) => [step.id, step.status, step.result])).toEqual([
      ['a', 'completed', 'apples'],
      ['b', 'completed', 'bananas'],
      ['c', 'completed', 'both'],
    ]);
    expect(result.usage.modelCalls).toBe(6);
    const started = of(run.log, 'step.started').map((entry) => entry.seq);
    const completed = of(run.log, 'step.completed').map((entry) => entry.seq);
    expect(started[1]).toBeLessThan(completed[0] ?? 0);
    expect(started[2]).toBeGreaterThan(completed[1] ?? 0);
  });

  it('has the work done that an update of the plan puts under the id of a finished step', async () => {
    const update = '# Plan: more\n\n- [ ] a: check the result\n  - specialist: worker\n';
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], c: [] }) },
      { purpose: 'work', step: 'a', reply: 'first' },
      { purpose: 'work', step: 'c', reply: 'beside it' },
      { purpose: 'reflect', reply: reflection({ verdict: 'update' }) },
      { purpose: 'plan', reply: `${update}- [ ] b: tell of it\n  - specialist: worker\n  - after: a\n` },
      { purpose: 'work', step: 'a-2', reply: 'checked' },
      {
        purpose: 'work',
        step: 'b',
        reply: ({ brief }) => (brief.purpose === 'work' ? brief.inputs.map(({ text }) => text).join() : ''),
      },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const result = await start().result;
    expect(result.plan?.steps.map(({ id, description, result: text }) => [id, description, text])).toEqual([
      ['a', 'work on a', 'first'],
      ['c', 'work on c', 'beside it'],
      ['a-2', 'check the result', 'checked'],
      ['b', 'tell of it', 'checked'],
    ]);
  });

  it('gets version 2 of its plan with the finished results kept when reflection asks for it', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'work', step: 'a', reply: 'first' },
      { purpose: 'work', step: 'b', reply: 'second' },
      { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'add c' }) },
      {
        purpose: 'plan',
        reply: (request) => (/add c/.test(textOf(request)) ? planText({ a: [], b: ['a'], c: ['b'] }) : ''),
      },
      { purpose: 'work', step: 'c', reply: 'third' },
      { purpose: 'reflect', reply: 'all three' },
    ]);
    const run = start();
    const result = await run.result;
    expect(result.plan?.version).toBe(2);
    expect(result.rounds).toBe(2);
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['first', 'second', 'third']);
    expect(of(run.log, 'plan.updated')[0]?.data.updates).toMatchObject([
      { updateType: 'add_step', changes: { id: 'c' } },
    ]);
    expect(of(run.log, 'step.started')).toHaveLength(3);
  });

  it('ends at the limit of rounds with an answer, never one round more', async () => {
    const more = reflection({ verdict: 'update', planUpdateSuggestion: 'more' });
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [], b: [] }) },
        { purpose: 'work', step: 'a', reply: 'first' },
        { purpose: 'work', step: 'b', reply: 'second' },
        { purpose: 'reflect', reply: more },
        { purpose: 'plan', reply: planText({ a: [], b: [], c: [] }) },
        { purpose: 'work', step: 'c', reply: 'third' },
        { purpose: 'reflect', reply: more },
        { purpose: 'finalize', reply: 'what there is' },
      ],
      { limits: { rounds: 2 } },
    );
    const run = start();
    expect(await run.result).toMatchObject({ status: 'completed', rounds: 2, limit: { name: 'rounds', max: 2 } });
    expect(of(run.log, 'limit.reached')).toHaveLength(1);
    expect(textOf(model.calls.at(-1) as ModelRequest)).toContain('2 rounds');
  });

  it('tries failed steps again when reflection says to go on', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'], c: [] }) },
      { purpose: 'work', step: 'a', reply: 'CANNOT: no data yet' },
      { purpose: 'work', step: 'c', reply: 'fine' },
      { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
      { purpose: 'work', step: 'a', reply: 'now it works' },
      { purpose: 'work', step: 'b', reply: 'and this too' },
      { purpose: 'reflect', reply: 'ok' },
    ]);
    const run = start();
    const result = await run.result;
    expect(of(run.log, 'step.blocked')[0]?.data).toMatchObject({
      id: 'b',
      reason: 'It needs step a, which has no result.',
    });
    expect(result).toMatchObject({ status: 'completed', rounds: 2, notDone: [] });
    expect(result.plan?.version).toBe(1);
  });

  it('says what was not done, and why, when a step fails for good', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'work', step: 'a', reply: new ModelError('auth', 'The key was refused.') },
      { purpose: 'reflect', reply: 'sorry' },
    ]);
    expect((await start().result).notDone).toEqual([
      { what: 'work on a', why: 'The key was refused.' },
      { what: 'work on b', why: 'It needs step a, which has no result.' },
    ]);
  });

  it('is planned again when the plan is a circle, or needs what is not there, with the problem in the prompt', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: ['b'], b: ['a'] }) },
      {
        purpose: 'plan',
        reply: (request) => (/in a circle/.test(textOf(request)) ? planText({ a: ['z'] }) : ''),
      },
      {
        purpose: 'plan',
        reply: (request) => (/needs step z/.test(textOf(request)) ? planText({ a: [] }) : ''),
      },
      { purpose: 'work', reply: 'done' },
    ]);
    expect((await start().result).message.content).toBe('done');
  });

  it('is answered without a plan, and says so, when none can be run after all attempts', async () => {
    const circle = planText({ a: ['b'], b: ['a'] });
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: circle },
      { purpose: 'plan', reply: circle },
      { purpose: 'plan', reply: circle },
      { purpose: 'answer', reply: 'as far as I know' },
    ]);
    const result = await start().result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'as far as I know' } });
    expect(result.notDone).toEqual([{ what: 'Planning', why: expect.stringContaining('3 drafts') }]);
  });
});

describe('a call that fails', () => {
  it('is made again, after as long as the endpoint asked for', async () => {
    const { start } = stage([
      { purpose: 'think', reply: new ModelError('rate-limit', 'Too many.', { retryAfterMs: 3 }) },
      { purpose: 'think', reply: '' },
      {
        purpose: 'think',
        reply: (request) => (/could not be used/.test(textOf(request)) ? thinking({ answer: 'ok' }) : ''),
      },
    ]);
    const run = start();
    expect((await run.result).message.content).toBe('ok');
    const fired = of(run.log, 'timer.fired')[0];
    const failed = of(run.log, 'effect.failed')[0];
    expect(Date.parse(fired?.at ?? '') - Date.parse(failed?.at ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('ends the run as failed, with the reason, when its attempts are spent', async () => {
    const down = new ModelError('server', 'The endpoint answered 500.');
    const { start } = stage([
      { purpose: 'think', reply: down },
      { purpose: 'think', reply: down },
      { purpose: 'think', reply: down },
    ]);
    expect(await start().result).toMatchObject({
      status: 'failed',
      error: { code: 'server', message: 'The endpoint answered 500.' },
    });
  });

  it('leaves the results standing when it was the reflection', async () => {
    const down = new ModelError('auth', 'No.');
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [] }) },
      { purpose: 'work', reply: 'done' },
      { purpose: 'work', reply: 'done, too' },
      { purpose: 'reflect', reply: down },
      { purpose: 'finalize', reply: 'unchecked' },
    ]);
    const result = await start().result;
    expect(result.message.content).toBe('unchecked');
    expect(result.notDone).toEqual([{ what: 'Checking the results', why: 'No.' }]);
  });
});
