import { planStep } from 'troupe';
import { describe, expect, it } from 'vitest';
import { type RunState, runStateSchema, stateProblems } from '../../src/domain/run-state.ts';
import { feedback } from '../machines/environments.ts';

const start = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:01:00.000Z';
const plan = (version: number, steps = [planStep({ id: '1', description: 'only' })]) => ({
  version,
  title: 'a plan',
  strategy: '',
  content: '',
  steps,
  updateHistory: [],
  createdAt: start,
  updatedAt: start,
});

const running: RunState = {
  sessionId: 'run-1',
  startTime: start,
  originalMessages: [{ role: 'user', content: 'do it' }],
  planHistory: [],
  executionStatus: 'executing',
  currentStep: 'executing',
  executionHistory: [],
  thinkingHistory: [],
  feedbackHistory: [],
  roundNumber: 1,
  maxRounds: 3,
  reflectionCount: 0,
  shouldContinue: true,
  isCompleted: false,
  isSimpleTask: false,
  metadata: {},
};
const completed: RunState = {
  ...running,
  executionStatus: 'completed',
  shouldContinue: false,
  isCompleted: true,
  finalAnswer: { role: 'assistant', content: 'done' },
  metadata: { completionTime: later },
};
const record = {
  round: 2,
  planVersion: 1,
  results: {
    results: {},
    successfulResults: [],
    failedResults: [],
    partialResults: [],
    summary: '',
    overallQuality: 0,
    consistencyScore: 1,
    totalDurationMs: 0,
  },
  durationMs: 0,
  timestamp: start,
  status: 'completed' as const,
  metadata: {},
};

describe('stateProblems', () => {
  it.each([
    ['a run that goes on', running],
    ['a run with a plan', { ...running, currentPlan: plan(2), planHistory: [plan(1)] }],
    ['a completed run', completed],
    ['a simple one', { ...completed, isSimpleTask: true, roundNumber: 0 }],
    ['a run at its last round', { ...running, roundNumber: 3 }],
  ])('finds none in %s', (_, state) => {
    expect(stateProblems(state)).toEqual([]);
    expect(runStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  const { finalAnswer: _answer, ...unanswered } = completed;
  it.each<[string, RunState]>([
    ['The state has no session id.', { ...running, sessionId: '' }],
    ['The state has no start time.', { ...running, startTime: '' }],
    ['The state has no start time.', { ...running, startTime: 'yesterday' }],
    ['The run is completed, but it has no answer.', unanswered],
    ['The run is completed, but it has no answer.', { ...completed, finalAnswer: { role: 'assistant', content: '' } }],
    ['The run is completed, but isCompleted is false.', { ...completed, isCompleted: false }],
    ['The run is failed, but isCompleted is true.', { ...completed, executionStatus: 'failed' }],
    ['The run is completed, but it says that it goes on.', { ...completed, shouldContinue: true }],
    ['The run is completed, but has no completion time.', { ...completed, metadata: {} }],
    ['The run is executing, but has a completion time.', { ...running, metadata: { completionTime: later } }],
    [
      'The run is completed before it has started.',
      { ...completed, startTime: later, metadata: { completionTime: start } },
    ],
    ['The run is simple, but it has a plan.', { ...running, isSimpleTask: true, currentPlan: plan(1) }],
    ['The run is in round 4, but 3 are allowed.', { ...running, roundNumber: 4 }],
    ['The history has a round after round 1, the last one.', { ...running, executionHistory: [record] }],
    [
      'The run has reflected 2 times, but there is feedback of 1.',
      { ...running, reflectionCount: 2, feedbackHistory: [feedback()] },
    ],
    ['There are earlier plans, but no current one.', { ...running, planHistory: [plan(1)] }],
    ['The versions of the plan are not in order: 2, 1.', { ...running, planHistory: [plan(2)], currentPlan: plan(1) }],
    [
      'Plan step 3 needs step 7, which is not in the plan.',
      { ...running, currentPlan: plan(1, [planStep({ id: '3', description: 'x', dependencies: ['7'] })]) },
    ],
    [
      'Steps need each other in a circle: 1 needs 1.',
      { ...running, currentPlan: plan(1, [planStep({ id: '1', description: 'x', dependencies: ['1'] })]) },
    ],
    ['The plan has no steps.', { ...running, currentPlan: plan(1, []) }],
  ])('says "%s"', (problem, state) => {
    expect(stateProblems(state)).toEqual([problem]);
  });
});
