import { type CheckVerdict, defineSpecialist, defineTool, type Specialist } from 'troupe';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { of, planText, stage, worker } from './scenario.ts';

/** Runs a plan with a step that the specialist does, and gives what came of it. */
async function workOf(own: Partial<Specialist>, work: readonly ScriptLine['reply'][] = []) {
  const specialist = defineSpecialist({ name: 'own', description: 'does it in its own way', ...own });
  const { start, model } = stage(
    [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }, 'own') + planText({ b: [] }) },
      ...work.map((reply) => ({ purpose: 'work' as const, step: 'a', reply })),
      { purpose: 'work', step: 'b', reply: 'beside it' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ],
    { specialists: [specialist, worker], correctAfter: 0 },
  );
  const run = start();
  await run.result;
  const result = [...of(run.log, 'step.completed'), ...of(run.log, 'step.failed')]
    .flatMap(({ data }) => data.results)
    .find(({ stepId }) => stepId === 'a');
  if (!result) throw new Error('The step has no result.');
  return { result, calls: model.calls.filter(({ brief }) => brief.purpose === 'work' && brief.step.id === 'a') };
}

describe('a result', () => {
  it('of a model has no scores, whatever the model says of it', async () => {
    const { result, calls } = await workOf({}, ['7 apples\nASSESSMENT: confidence 0.9, quality 0.1']);
    expect(result.status).toBe('success');
    for (const score of ['confidence', 'qualityScore', 'relevanceScore']) expect(result).not.toHaveProperty(score);
    expect(calls[0]?.messages.map(({ content }) => content).join()).not.toMatch(/assess|confidence|quality/i);
  });

  it.each([
    [undefined, 1],
    [true, 1],
    [{ quality: 0.7 }, 0.7],
  ] as const)('that a check says %j of has a score', async (verdict, qualityScore) => {
    const { result } = await workOf({ check: async () => verdict }, ['7']);
    expect(result).toMatchObject({ status: 'success', qualityScore });
  });

  it.each(['There is no unit.', { quality: 0.4, remark: 'There is no unit.' }])(
    'that a check says %j of is done again, with the reason in the prompt',
    async (problem) => {
      const checked: string[] = [];
      const check = ({ text }: { text: string }, { remarks }: { remarks: readonly string[] }): CheckVerdict => {
        checked.push([text, ...remarks].join(': '));
        return text.includes('kg') || problem;
      };
      const { result, calls } = await workOf({ check }, ['7', '7 kg']);
      expect(checked).toEqual(['7', '7 kg: There is no unit.']);
      expect(calls[1]?.messages.at(-1)?.content).toContain('There is no unit.');
      expect(result).toMatchObject({ status: 'success', qualityScore: 1, retryCount: 1 });
    },
  );

  it('that no attempt makes good fails with what the check says', async () => {
    const { result } = await workOf({ run: () => '7', check: () => 'There is no unit.' });
    expect(result).toMatchObject({ status: 'failed', error: 'There is no unit.', qualityScore: 0, retryCount: 2 });
  });

  it('that is empty, or says why there is none, is not checked', async () => {
    const check = () => 'never';
    expect((await workOf({ check }, ['CANNOT: no scale'])).result.error).toBe('no scale');
    expect((await workOf({ check, run: () => '' })).result.error).toBe('The result was empty.');
  });

  it.each([false, 7, null, {}])('fails when its check gives %j, and says what a check gives', async (verdict) => {
    const check = () => verdict as unknown as CheckVerdict; // a mistake that the compiler would find
    const { result } = await workOf({ check, run: () => '7' });
    expect(result.error).toContain('The check of specialist "own" gave no verdict. Return nothing, true, the problem');
  });

  it('has the metadata that its function gives, as a copy', async () => {
    const metadata = { rows: { read: 7 } };
    const { result } = await workOf({ run: () => ({ text: '7', metadata }) });
    metadata.rows.read = 8;
    expect(result.metadata).toEqual({ rows: { read: 7 } });
    expect((await workOf({ run: () => '7' })).result.metadata).toEqual({});
  });

  it.each([['x'], 'x', null])('fails when its metadata is %j', async (value) => {
    const metadata = value as unknown as Record<string, string>; // a mistake that the compiler would find
    const { result } = await workOf({ run: () => ({ text: '7', metadata }) });
    expect(result.error).toContain('Specialist "own" gave metadata that is no object.');
  });
});

describe('a tool that fails', () => {
  const weigh = (name: string) =>
    defineTool({
      name,
      description: 'weighs',
      capability: 'read',
      input: z.object({ what: z.string() }),
      run: ({ what }) => {
        if (what === 'air') throw new Error('It weighs nothing.');
        return '7 kg';
      },
    });
  const tools = [weigh('weigh'), weigh('measure')];
  const call = (...calls: string[]) => ({
    toolCalls: calls.map((each) => {
      const [name = '', what] = each.split(' ');
      return { name, arguments: JSON.stringify({ what }) };
    }),
  });

  it.each([
    [[call('weigh air'), call('weigh stone')]],
    [[call('weigh air'), call('weigh air'), call('measure air', 'weigh stone'), call('measure stone')]],
    [[call('weigh nothing', 'weigh air'), call('weigh stone', 'weigh stone')]],
  ])('and that the model then calls rightly leaves the result whole: %j', async (work) => {
    const { result } = await workOf({ tools }, [...work, '7 kg']);
    expect(result.status).toBe('success');
    expect(result).not.toHaveProperty('qualityScore');
  });

  it.each([
    [[call('weigh air')]],
    [[call('weigh stone'), call('weigh air')]],
    [[call('weigh air'), call('measure stone')]],
    [[call('weigh air', 'weigh stone')]],
    [[call('weigh air'), call('weigh air', 'weigh stone')]],
  ])('for good makes the result partial: %j', async (work) => {
    const { result } = await workOf({ tools }, [...work, '7 kg']);
    expect(result).toMatchObject({ status: 'partial', qualityScore: 0.5 });
  });
});

describe('a condition on quality', () => {
  const plan = `# Plan: p

- [ ] 1: look
  - specialist: own
- [ ] 2: look again
  - specialist: own
  - after: 1
  - when: quality of 1 < 0.6
`;
  const secondOf = async (own: Partial<Specialist>) => {
    const specialist = defineSpecialist({ name: 'own', description: 'looks', ...own });
    const lines: ScriptLine[] = [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: plan },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ];
    const { plan: done } = await stage(lines, { specialists: [specialist] }).start().result;
    return done?.steps[1];
  };

  it('is not met by a step without a score, and says so', async () => {
    expect(await secondOf({ run: () => 'seen' })).toMatchObject({
      status: 'skipped',
      reason: 'The condition "quality of 1 < 0.6" cannot be decided and counts as not met. Step 1 has no score.',
    });
  });

  it('is decided by the score where there is one', async () => {
    const check = () => ({ quality: 0.5 });
    expect(await secondOf({ run: () => 'seen', check })).toMatchObject({ status: 'completed' });
    expect(await secondOf({ run: () => ({ text: 'seen', quality: 0.6 }) })).toMatchObject({
      status: 'skipped',
      reason: 'The condition "quality of 1 < 0.6" is not met.',
    });
  });

  it('takes a failure for worth nothing', async () => {
    const run = ({ step }: { step: { id: string } }) => (step.id === '1' ? 'CANNOT: it is dark' : 'seen');
    expect(await secondOf({ run })).toMatchObject({ status: 'completed' });
  });
});
