import type { OrchestratorConfig } from 'troupe';
import { type Reply, reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { stepsOf, textOf } from './moves.ts';
import { of, planText, stage } from './scenario.ts';

const update = (needs: Record<string, readonly string[]>): Reply =>
  reflection({ verdict: 'update', planUpdateSuggestion: 'more', steps: stepsOf(needs) });
const work = (step: string, reply: Reply = `result of ${step}`): ScriptLine => ({ purpose: 'work', step, reply });
const twoSteps: ScriptLine = { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: [] }) }) };
const closed: ScriptLine = { purpose: 'reflect', reply: 'ok' };

/** Approves every plan that is shown, and tells which versions were. */
async function reviewed(lines: readonly ScriptLine[], reviewPlan: NonNullable<OrchestratorConfig['reviewPlan']>) {
  const { start } = stage(lines, { reviewPlan });
  const run = start();
  for (let rest = await run.settled(); rest.status === 'waiting'; rest = await run.settled()) run.approve();
  expect(await run.result).toMatchObject({ status: 'completed', message: { content: 'ok' } });
  return of(run.log, 'approval.requested').map(({ data }) => 'version' in data && data.version);
}

const adding: ScriptLine[] = [
  twoSteps,
  work('a'),
  work('b'),
  { purpose: 'reflect', reply: update({ c: ['a'] }) },
  work('c'),
  closed,
];
/** The second plan has nothing but a step once more that could not be done. */
const repeating: ScriptLine[] = [
  twoSteps,
  work('a'),
  work('b', 'CANNOT: not yet'),
  { purpose: 'reflect', reply: update({ b: [] }) },
  work('b'),
  closed,
];

describe('the review of plans', () => {
  it.each([
    [false, adding, []],
    ['first', adding, [1]],
    ['additions', adding, [1, 2]],
    ['additions', repeating, [1]],
    ['all', adding, [1, 2]],
    ['all', repeating, [1, 2]],
    [true, repeating, [1, 2]],
  ] as [NonNullable<OrchestratorConfig['reviewPlan']>, ScriptLine[], number[]][])(
    'with %j shows the plans that it has to: case %#',
    async (reviewPlan, lines, versions) => {
      expect(await reviewed(lines, reviewPlan)).toEqual(versions);
    },
  );

  it('has the host’s own plan written again by the remark, in which it is in view', async () => {
    const { start } = stage(
      [
        twoSteps,
        {
          purpose: 'plan',
          reply: (request) => (/work on b[\s\S]*one step is enough/.test(textOf(request)) ? planText({ a: [] }) : ''),
        },
        work('a'),
      ],
      { reviewPlan: 'all' },
    );
    const run = start();
    expect((await run.settled()).plan?.steps).toHaveLength(2);
    expect(of(run.log, 'step.started')).toEqual([]);
    run.revise('one step is enough');
    expect((await run.settled()).plan?.steps).toHaveLength(1);
    run.approve();
    expect((await run.result).message.content).toBe('result of a');
  });

  it.each(['first', 'additions'] as const)('with %j shows a plan again that was sent back', async (reviewPlan) => {
    const { start } = stage(
      [twoSteps, { purpose: 'plan', reply: planText({ a: [], b: [] }) }, work('a'), work('b'), closed],
      {
        reviewPlan,
      },
    );
    const run = start();
    await run.settled();
    const next = new Promise((resolve) => {
      run.subscribe((event) => {
        if (event.type === 'status.changed' && event.data.state !== 'planning') resolve(event.data.state);
      });
    });
    run.revise('are you sure?');
    expect(await next).toBe('reviewingPlan');
    expect(of(run.log, 'step.started')).toEqual([]);
    run.approve();
    expect((await run.result).status).toBe('completed');
  });

  it('has an update written again by the remark, with the finished steps kept', async () => {
    const { start } = stage(
      [
        ...adding.slice(0, 4),
        {
          purpose: 'plan',
          reply: (request) =>
            /rather d/.test(textOf(request)) ? planText({ a: [], b: [], d: ['b'] }) : planText({ c: [] }),
        },
        work('d'),
        closed,
      ],
      { reviewPlan: 'additions' },
    );
    const run = start();
    await run.settled();
    run.approve();
    const second = await run.settled();
    expect(second).toMatchObject({ status: 'waiting', plan: { version: 2 } });
    expect(second.plan?.steps.map(({ id, status }) => [id, status])).toContainEqual(['c', 'pending']);
    run.revise('rather d');
    expect(await run.settled()).toMatchObject({ status: 'waiting', plan: { version: 3 } });
    run.approve();
    const { plan, rounds } = await run.result;
    expect(plan?.steps.map(({ id, result }) => [id, result])).toEqual([
      ['a', 'result of a'],
      ['b', 'result of b'],
      ['d', 'result of d'],
    ]);
    expect(rounds).toBe(2);
    expect(of(run.log, 'step.started').map(({ data }) => data.id)).toEqual(['a', 'b', 'd']);
  });
});
