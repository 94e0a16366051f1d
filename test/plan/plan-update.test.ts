import { planDiff, planProblems, planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import { isSameWork, mergePlan } from '../../src/plan/plan-update.ts';

const step = (id: string, parts: Partial<ReturnType<typeof planStep>> = {}) =>
  planStep({ id, description: `do ${id}`, ...parts });

describe('mergePlan', () => {
  const done = step('1', { status: 'completed', resultKeys: ['k1'] });
  const broken = step('2', { status: 'failed', reason: 'It broke.', retryCount: 2 });

  it('keeps finished steps as they are when the draft repeats them or marks them as done', () => {
    const repeated = step('1', { description: ' do  1. ', assignedTo: 'somebody else' });
    expect(mergePlan([done], { steps: [repeated, step('2')] }).steps).toEqual([done, step('2')]);
    const marked = step('1', { description: 'what was done', status: 'completed' });
    expect(mergePlan([done], { steps: [marked, step('2')] }).steps).toEqual([done, step('2')]);
  });

  it('gives other work under the id of a finished step an id of its own', () => {
    const other = step('1', { description: 'something else' });
    expect(mergePlan([done], { steps: [other] }).steps).toEqual([done, { ...other, id: '1-2' }]);
    expect(mergePlan([done, step('1-2')], { steps: [other, step('1-3')] }).steps).toEqual([
      done,
      { ...other, id: '1-4' },
      step('1-3'),
    ]);
  });

  it('lets other work under the id of a finished step come after that step', () => {
    const next = step('1', { description: 'go on with it', dependencies: ['1'], when: 'step 1 completed' });
    const merged = mergePlan([done], { steps: [next] }).steps;
    expect(merged).toEqual([done, { ...next, id: '1-2' }]);
    expect(planProblems({ steps: merged }, { specialists: [''], maxSteps: 9 })).toEqual([]);
  });

  it('lets the draft mean its own step by the id of a finished one', () => {
    const other = step('1', { description: 'something else' });
    const after = step('4', { dependencies: ['1', '3'], when: 'step 1 contains "step 1" and not (number in 1 > 3)' });
    const plain = step('5', { dependencies: ['1'], when: 'step 1 sounds urgent' });
    expect(
      mergePlan([done, step('3', { status: 'completed' })], { steps: [other, after, plain] }).steps.slice(2),
    ).toEqual([
      { ...other, id: '1-2' },
      { ...after, dependencies: ['1-2', '3'], when: 'step 1-2 contains "step 1" and not (number in 1-2 > 3)' },
      { ...plain, dependencies: ['1-2'] },
    ]);
  });

  it('leaves a draft unsound that has one id twice', () => {
    const other = step('1', { description: 'something else' });
    const merged = mergePlan([done], { steps: [other, { ...other, description: 'one more' }] }).steps;
    expect(planProblems({ steps: merged }, { specialists: [], maxSteps: 9 })).toEqual(['Two steps have the id 1-2.']);
  });

  it('keeps finished steps that the draft has left out', () => {
    expect(mergePlan([done, broken], { steps: [step('3')] }).steps).toEqual([done, step('3')]);
  });

  it('starts a step that failed and is drafted again afresh', () => {
    expect(mergePlan([broken], { steps: [{ ...broken, description: 'another way' }] }).steps).toEqual([
      step('2', { description: 'another way' }),
    ]);
  });

  it('takes no status from the draft: only the log says what is done', () => {
    const drafted = step('9', { status: 'completed', result: 'made up', resultKeys: ['made up'] });
    expect(mergePlan([], { steps: [drafted] }).steps).toEqual([step('9')]);
  });

  it('is the draft when there was no plan', () => {
    expect(mergePlan([], { steps: [step('1'), step('2')] }).steps).toEqual([step('1'), step('2')]);
  });
});

describe('planDiff', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const before = { strategy: 'a', steps: [step('1'), step('2')] };
  const diff = (steps: ReturnType<typeof step>[], strategy = 'a') =>
    planDiff(before, { version: 2, strategy, steps }, at);

  it('is empty when nothing that was planned changes', () => {
    expect(diff([step('1', { status: 'completed', retryCount: 1 }), step('2')])).toEqual([]);
  });

  it('names an added step', () => {
    expect(diff([step('1'), step('2'), step('3')])).toEqual([
      {
        version: 2,
        updateType: 'add_step',
        description: 'Added step 3: do 3',
        timestamp: at,
        changes: { id: '3' },
      },
    ]);
  });

  it('names a removed step', () => {
    expect(diff([step('1')])).toMatchObject([{ updateType: 'remove_step', changes: { id: '2' } }]);
  });

  it('names what changed in a step, with both values', () => {
    expect(diff([step('1'), step('2', { dependencies: ['1'], assignedTo: 'data' })])).toMatchObject([
      {
        updateType: 'modify_step',
        description: 'Changed assignedTo, dependencies of step 2',
        changes: { id: '2', dependencies: { from: [], to: ['1'] }, assignedTo: { from: '', to: 'data' } },
      },
    ]);
  });

  it('names a new order, and only when steps that stay have changed places', () => {
    expect(diff([step('2'), step('1')])).toMatchObject([
      { updateType: 'reorder_steps', changes: { from: ['1', '2'], to: ['2', '1'] } },
    ]);
    expect(diff([step('0'), step('2')]).map((update) => update.updateType)).toEqual(['add_step', 'remove_step']);
  });

  it('names a new strategy', () => {
    expect(diff(before.steps, 'b')).toMatchObject([{ updateType: 'change_strategy', changes: { from: 'a', to: 'b' } }]);
  });
});

it('takes a step that asks for another form for other work', () => {
  const [table, list] = [step('1', { format: 'a table' }), step('1', { format: 'a list' })];
  expect([isSameWork(table, { ...table }), isSameWork(table, list), isSameWork(table, step('1'))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(planDiff({ strategy: '', steps: [table] }, { version: 2, strategy: '', steps: [list] })).toMatchObject([
    { updateType: 'modify_step', description: 'Changed format of step 1' },
  ]);
});
