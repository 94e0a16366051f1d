import { type RunState, TroupeError } from 'troupe';
import { cloneState, parseRunState, serializeState, stateProblems } from 'troupe/log';
import { describe, expect, it } from 'vitest';
import { withValue } from '../../src/domain/with-value.ts';
import { runStateSchema } from '../../src/log/state/run-state.ts';
import { completed, failed, later, plan, running, simple, start } from './states.ts';

describe('stateProblems', () => {
  it.each<[string, RunState]>([
    ['a run that goes on', running],
    ['a run at its last round', { ...running, roundNumber: 3 }],
    ['a completed run', completed],
    ['a simple one', simple],
    ['a failed one', failed],
    ['one that failed because its time was up', { ...failed, executionStatus: 'timeout' }],
    ['a request that could not be read', { ...failed, originalMessages: [] }],
  ])('finds none in %s', (_, state) => {
    expect(stateProblems(state)).toEqual([]);
    expect(runStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  const before = '2025-12-31T00:00:00.000Z';
  const at = (path: string, value: unknown, rule: string, state: RunState = running) =>
    [`${path.replace(/\.(\d+)/g, '[$1]')} ${rule}`, state, path, value] as const;

  it.each([
    at('sessionId', '', 'is "": a run has an id.'),
    at('startTime', 'yesterday', 'is "yesterday": a time is written as in 2026-01-31T12:00:00.000Z.'),
    at('startTime', '', 'is "": a time is written as in 2026-01-31T12:00:00.000Z.'),
    at('originalMessages', [], 'is []: a run that is executing has a request that can be worked on.'),
    at('finalAnswer', undefined, 'is missing: a completed run has an answer.', completed),
    at('finalAnswer.content', '', 'is "": a completed run has an answer.', completed),
    at('finalAnswer.role', 'user', 'is "user": the answer is from "assistant".', completed),
    at(
      'finalAnswer',
      { role: 'assistant', content: 'x' },
      'is {"role":"assistant","content":"x"}: a run that is failed has no answer.',
      failed,
    ),
    at('isCompleted', false, 'is false: it is true for a completed run only, and this one is completed.', completed),
    at('isPaused', true, 'is true: a run that is completed is not paused.', completed),
    at('isCompleted', true, 'is true: it is true for a completed run only, and this one is executing.'),
    at('shouldContinue', true, 'is true: a run that is completed does not continue.', completed),
    at('currentStep', 'executing', 'is "executing": a run that is completed stands at "completed".', completed),
    at('currentStep', 'failed', 'is "failed": a run that is executing is under way.'),
    at('currentStep', '', 'is "": a run that is executing is under way.'),
    at('metadata.completionTime', undefined, 'is missing: a run that is completed has one.', completed),
    at('metadata.completionTime', later, `is "${later}": a run that is executing has none yet.`),
    at('metadata.completionTime', before, `is "${before}": nothing is before startTime, ${start}.`, completed),
    at(
      'metadata.error',
      { code: 'model', message: 'gone' },
      'is {"code":"model","message":"gone"}: a run that is completed has no error.',
      completed,
    ),
    at('roundNumber', 1, 'is 1: a simple run has no rounds.', simple),
    at('roundNumber', 4, 'is 4: at most 3 are allowed (maxRounds).'),
    at('executionHistory.1.round', 3, 'is 3: the run is in round 2.'),
    at('executionHistory.0.planVersion', 3, 'is 3: the newest plan is version 2.'),
    at('executionHistory.0.timestamp', 'noon', 'is "noon": a time is written as in 2026-01-31T12:00:00.000Z.'),
    at('reflectionCount', 2, 'is 2: feedbackHistory has 1.'),
    at('currentPlan.updatedAt', 'soon', 'is "soon": a time is written as in 2026-01-31T12:00:00.000Z.'),
    at('currentPlan.createdAt', before, `is "${before}": nothing is before startTime, ${start}.`),
    at('currentPlan.steps', [], 'is []: a plan has steps.'),
    at('currentPlan.steps.2.dependencies', ['b', '7'], 'is ["b","7"]: step 7 is not in the plan.'),
    at('planHistory.0.steps.1.dependencies', ['7'], 'is ["7"]: step 7 is not in the plan.'),
    at(
      'currentPlan.steps.0.dependencies',
      ['c'],
      'is ["c"]: steps do not need each other in a circle: a needs c needs a.',
    ),
    at('currentPlan.steps.0.alongside', ['one'], 'is ["one"]: a step names each specialist once.'),
    at(
      'currentPlan.steps.1.when',
      'step c failed',
      'is "step c failed": it asks about step c, which is not in its dependencies.',
    ),
  ])('says "%s"', (problem, state, path, value) => {
    const broken = withValue(state, path, value);
    expect(stateProblems(broken)).toEqual([problem]);
    expect(refusal(JSON.stringify(broken))).toBe(
      `bad-state: The state of run "${broken.sessionId}" is not sound: ${problem}`,
    );
  });

  const twice = withValue(running, 'currentPlan.steps.1', { ...plan(2).steps[1], id: 'a', dependencies: [] });
  it.each<[problem: string, state: RunState]>([
    ['isSimpleTask is true: a simple run has no plan, and currentPlan is one.', { ...simple, currentPlan: plan(1) }],
    [
      'executionHistory[1].round is 1: rounds are in order, and the one before is 2.',
      { ...running, executionHistory: running.executionHistory.toReversed() },
    ],
    [
      'executionHistory[0].planVersion is 1: there is no plan.',
      { ...simple, isSimpleTask: false, roundNumber: 1, executionHistory: running.executionHistory.slice(0, 1) },
    ],
    [
      'currentPlan is missing: there are earlier plans (planHistory), so there is a current one.',
      { ...simple, isSimpleTask: false, planHistory: [plan(1)] },
    ],
    ['currentPlan.version is 2: versions only grow, and the one before is 2.', { ...running, planHistory: [plan(2)] }],
    [
      'currentPlan.steps[1].id is "a": another step has this id.',
      withValue(twice, 'currentPlan.steps.2', { ...plan(2).steps[2], dependencies: ['a'], when: undefined }),
    ],
    [
      `currentPlan.updatedAt is "${start}": it is not before createdAt, ${later}.`,
      { ...running, currentPlan: { ...plan(2), createdAt: later, updatedAt: start } },
    ],
  ])('says "%s" where two fields do not fit', (problem, state) => {
    expect(stateProblems(state)).toEqual([problem]);
  });
});

const refusal = (json: string) => {
  try {
    parseRunState(json);
  } catch (error) {
    return error instanceof TroupeError ? `${error.code}: ${error.message}` : error;
  }
  return undefined;
};

describe('a value of the wrong kind', () => {
  it.each([
    ['roundNumber', -1, 'roundNumber is -1: Too small: expected number to be >=0'],
    ['executionStatus', 'gone', 'executionStatus is "gone": Invalid option'],
    [
      'currentPlan.steps.2.dependencies',
      'a',
      'currentPlan.steps[2].dependencies is "a": Invalid input: expected array',
    ],
    ['currentPlan.steps.1.id', 'a b', 'currentPlan.steps[1].id is "a b": Invalid string'],
    ['sessionId', undefined, 'sessionId is missing: Invalid input: expected string'],
  ])('at %s is refused with the field, the value and the rule', (path, value, words) => {
    expect(refusal(JSON.stringify(withValue(running, path, value)))).toContain(
      `bad-state: This is not the state of a run: ${words}`,
    );
  });
});

describe('a state as JSON', () => {
  it('comes back as it was, and says its version', () => {
    for (const state of [running, completed, failed, simple])
      expect(parseRunState(serializeState(state))).toEqual(state);
    expect(JSON.parse(serializeState(running)).version).toBe(1);
  });

  it('is the same text for the same state, whatever the order of its fields', () => {
    const last = { z: { y: 1, x: 2 }, completionTime: later };
    const { metadata: _, ...rest } = completed;
    const turned: RunState = { metadata: { ...last, a: 1 }, ...rest };
    const state: RunState = { ...completed, metadata: { a: 1, ...last } };
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(state));
    expect(serializeState(turned)).toBe(serializeState(state));
  });

  it('is not written from a state that could not be read back', () => {
    expect(() => serializeState({ ...completed, isCompleted: false })).toThrow('isCompleted is false: it is true for');
  });

  it('of a newer version is refused, with what to do', () => {
    const newer = JSON.stringify({ ...running, version: 2, somethingNew: true });
    expect(refusal(newer)).toBe(
      'bad-state: version is 2: this version of Troupe reads up to 1. Read the state with the Troupe that wrote it, or a newer one.',
    );
    expect(refusal(JSON.stringify({ ...running, version: '1' }))).toBe(
      'bad-state: This is not the state of a run: version is "1": a version is a whole number from 1 on.',
    );
  });

  it('that is no JSON, or no object, is refused', () => {
    expect(refusal('{')).toBe('bad-state: The state of the run is not JSON.');
    expect(refusal('[]')).toBe('bad-state: This is not the state of a run: it is JSON, but no object.');
    expect(refusal('null')).toBe('bad-state: This is not the state of a run: it is JSON, but no object.');
  });
});

it('a clone shares nothing with the state', () => {
  const copy = cloneState(running);
  expect(copy).toEqual(running);
  copy.currentPlan?.steps[0]?.dependencies.push('z');
  copy.metadata.extra = { deep: true };
  expect(running.currentPlan?.steps[0]?.dependencies).toEqual([]);
  expect(running.metadata).toEqual({});
});
