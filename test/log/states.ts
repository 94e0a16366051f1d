import type { RunState, TaskPlan } from 'troupe';
import { planStep } from 'troupe/plan';
import { feedback } from '../machines/environments.ts';

export const start = '2026-01-01T00:00:00.000Z';
export const later = '2026-01-01T00:01:00.000Z';

export const plan = (version: number): TaskPlan => ({
  version,
  title: 'a plan',
  strategy: '',
  content: '',
  steps: [
    planStep({ id: 'a', description: 'look', assignedTo: 'one', alongside: ['two'] }),
    planStep({ id: 'b', description: 'cut', assignedTo: 'one', dependencies: ['a'] }),
    planStep({ id: 'c', description: 'join', assignedTo: 'one', dependencies: ['a', 'b'], when: 'step b failed' }),
  ],
  updateHistory: [],
  createdAt: start,
  updatedAt: later,
});

const record = (round: number, planVersion: number): RunState['executionHistory'][number] => ({
  round,
  planVersion,
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
  timestamp: later,
  status: 'completed',
  metadata: {},
});

/** In its second round, with a plan that was updated. */
export const running: RunState = {
  sessionId: 'run-1',
  startTime: start,
  originalMessages: [{ role: 'user', content: 'do it' }],
  currentPlan: plan(2),
  planHistory: [plan(1)],
  executionStatus: 'executing',
  currentStep: 'executing',
  executionHistory: [record(1, 1), record(2, 2)],
  thinkingHistory: [],
  feedbackHistory: [feedback()],
  roundNumber: 2,
  maxRounds: 3,
  reflectionCount: 1,
  shouldContinue: true,
  isCompleted: false,
  isPaused: false,
  isSimpleTask: false,
  metadata: {},
};

export const completed: RunState = {
  ...running,
  executionStatus: 'completed',
  currentStep: 'completed',
  shouldContinue: false,
  isCompleted: true,
  finalAnswer: { role: 'assistant', content: 'done' },
  metadata: { completionTime: later },
};

const { finalAnswer: _answer, ...unanswered } = completed;
export const failed: RunState = {
  ...unanswered,
  executionStatus: 'failed',
  currentStep: 'failed',
  isCompleted: false,
  metadata: { completionTime: later, error: { code: 'model', message: 'gone' } },
};

const { currentPlan: _plan, ...planless } = completed;
export const simple: RunState = {
  ...planless,
  planHistory: [],
  executionHistory: [],
  feedbackHistory: [],
  roundNumber: 0,
  reflectionCount: 0,
  isSimpleTask: true,
};
