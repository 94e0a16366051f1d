/** What the world can do to each chart: every kind of answer its children can give, everything a person can say. */
import { childDone, childFailed } from 'troupe/testing';
import type { SnapshotFrom } from 'xstate';
import type { Assessment } from '../../src/domain/assessment.ts';
import type { EffectError, Settled } from '../../src/domain/effect.ts';
import type { FeedbackResult } from '../../src/domain/feedback.ts';
import { defaultRunOptions, type RunOptions } from '../../src/domain/options.ts';
import { planStep } from '../../src/domain/plan-markdown.ts';
import { mergeSteps } from '../../src/domain/plan-update.ts';
import type { SpecialistResult } from '../../src/domain/results.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import type { HostEvent, hostMachine } from '../../src/machines/host-machine.ts';
import type { PlannerInput, PlannerOutput, plannerMachine } from '../../src/machines/planner-machine.ts';
import type {
  Judgement,
  ReflectorInput,
  ReflectorOutput,
  reflectorMachine,
} from '../../src/machines/reflector-machine.ts';
import type { AskOutput, SpecialistInput, specialistMachine } from '../../src/machines/specialist-machine.ts';

export const settled = <T>(value: T, at = 2000): Settled<T> => ({ value, startedAt: 1000, at });

export const effectError = (parts: Partial<EffectError> = {}): EffectError => ({
  code: 'unavailable',
  message: 'The model is not there.',
  retryable: true,
  startedAt: 1000,
  at: 2000,
  ...parts,
});
export const passing = effectError();
export const unreadable = effectError({ code: 'bad-output', message: 'The answer is not JSON.' });
export const lasting = effectError({ code: 'auth', message: 'The key is wrong.', retryable: false });

export const worker = { name: 'worker', description: 'does things', capabilities: [] };

export const runOptions = (parts: Partial<RunOptions> = {}): RunOptions => ({
  ...defaultRunOptions,
  limits: { rounds: 2, steps: 5 },
  attempts: 2,
  specialists: [worker],
  ...parts,
});

export const request = (parts: Partial<RunOptions> = {}, content = 'do it') =>
  ({
    type: 'request.received',
    run: 'run-1',
    messages: [{ role: 'user', content }],
    options: runOptions(parts),
  }) satisfies HostEvent;

export const thought = (parts: Partial<ThinkingResult> = {}): ThinkingResult => ({
  thought: 'a thought',
  complexity: 'complex',
  reasoning: 'a reason',
  nextAction: 'create_plan',
  needsHistoryContext: false,
  responseStrategy: 'planned',
  keyInsights: [],
  riskAssessment: '',
  confidence: 0.9,
  notDone: [],
  durationMs: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  metadata: {},
  ...parts,
});

export const result = (stepId: string, parts: Partial<SpecialistResult> = {}): SpecialistResult => ({
  stepId,
  specialistName: 'worker',
  status: 'success',
  resultKey: `key-${stepId}`,
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:01.000Z',
  durationMs: 1000,
  retryCount: 0,
  confidence: 0.8,
  qualityScore: 1,
  relevanceScore: 1,
  metadata: {},
  ...parts,
});
export const failedResult = (stepId: string): SpecialistResult => {
  const { resultKey: _key, ...rest } = result(stepId, { status: 'failed', error: 'It broke.', qualityScore: 0 });
  return rest;
};

/** Two steps side by side and one that needs both. */
export const firstSteps = [
  planStep({ id: '1', description: 'first', assignedTo: 'worker' }),
  planStep({ id: '2', description: 'second', assignedTo: 'worker' }),
  planStep({ id: '3', description: 'last', assignedTo: 'worker', dependencies: ['1', '2'] }),
];
/** Another way to the same end: step 4 instead of step 2. */
export const otherSteps = [
  planStep({ id: '1', description: 'first', assignedTo: 'worker' }),
  planStep({ id: '4', description: 'second in another way', assignedTo: 'worker' }),
  planStep({ id: '3', description: 'last', assignedTo: 'worker', dependencies: ['1', '4'] }),
];
export const planned = (steps = firstSteps): PlannerOutput => ({
  ok: true,
  outline: { title: 'a plan', strategy: 'straight on', steps },
  at: 2000,
});
export const unplanned: PlannerOutput = { ok: false, error: { code: 'bad-plan', message: 'No plan.' } };

export const judged = (branch: Judgement['branch'], finalAnswer?: string): ReflectorOutput => ({
  ok: true,
  judgement: { key: 'r1/reflect#1', branch, finalAnswer, notDone: [] },
});
export const unjudged: ReflectorOutput = { ok: false, error: { code: 'unavailable', message: 'No judgement.' } };

const both = (id: string, outputs: readonly unknown[]) => [
  ...outputs.map((output) => childDone(id, output)),
  ...[passing, unreadable, lasting].map((error) => childFailed(id, error)),
];

const thoughts = [
  thought({ complexity: 'simple', responseStrategy: 'direct', answer: 'at once' }),
  thought({ complexity: 'simple', responseStrategy: 'direct' }),
  thought({ responseStrategy: 'clarification', question: 'Which one?' }),
  thought({ complexity: 'moderate', answer: 'as before' }),
  thought(),
];

type HostSnapshot = SnapshotFrom<typeof hostMachine>;

const people: readonly HostEvent[] = [
  { type: 'run.paused' },
  { type: 'run.resumed' },
  { type: 'run.cancelled', reason: 'enough' },
  { type: 'clarification.answered', text: 'the first' },
  { type: 'plan.reviewed', verdict: 'approved' },
  { type: 'plan.reviewed', verdict: 'revise', remark: 'shorter' },
];
const requests: readonly HostEvent[] = [request(), request({ reviewPlan: true }), request({}, ' ')];

export function hostEvents(snapshot: HostSnapshot) {
  const { context, children } = snapshot;
  const answers = (id: string) => {
    if (id.startsWith('step-')) {
      const stepId = id.slice('step-'.length, id.indexOf('#'));
      return both(id, [result(stepId), failedResult(stepId)]);
    }
    switch (id) {
      case 'journal':
        return [childFailed(id, new Error('The disk is full.'))];
      case 'analyze':
        return both(id, [settled({ isContinuation: true }), settled({ isContinuation: false })]);
      case 'think':
        return both(
          id,
          thoughts.map((each) => settled(each)),
        );
      case 'planner':
        return both(id, [planned(context.plan ? mergeSteps(context.plan.steps, otherSteps) : firstSteps), unplanned]);
      case 'reflector':
        return both(id, [judged('done', 'ready'), judged('done'), judged('continue'), judged('update'), unjudged]);
      default:
        return both(id, [settled('a text')]);
    }
  };
  return [
    ...(context.run === '' ? requests : people),
    ...people.slice(0, 3),
    ...Object.keys(children).flatMap(answers),
  ];
}

/** Exactly what guards and the children to come depend on: times, texts and counters of calls make no other state. */
export function hostKey({ status, value, context, children, output }: HostSnapshot): string {
  const { options, thought: formed, attempt, isContinuation, plan, round, judgement, limit } = context;
  const isThinking = formed === undefined;
  return JSON.stringify([
    status,
    value,
    options.reviewPlan,
    isThinking ? isContinuation : formed.branch,
    Boolean(context.answer),
    Object.keys(children).some((id) => retried.has(id)) ? attempt : 0,
    plan?.steps.map((step) => `${step.id} ${step.status}`),
    round,
    judgement?.branch,
    limit?.name,
    Object.keys(children).sort(),
    output?.status,
  ]);
}
const retried = new Set(['think', 'answer', 'finalize', 'wait']);

export const plannerInput: PlannerInput = {
  run: 'run-1',
  actor: 'host/planner',
  scope: 'plan-1',
  specialists: [worker, { name: 'writer', description: 'writes reports', capabilities: ['write a report'] }],
  maxSteps: 3,
  attempts: 3,
  callMs: 1000,
  retry: { baseMs: 500, maxMs: 4000 },
  previous: [],
};
export const drafts = {
  sound: '# Plan: fine\n\n- [ ] 1: look\n  - specialist: worker\n- [ ] 2: write a report\n  - after: 1\n',
  cyclic: '- [ ] 1: a\n  - after: 2\n- [ ] 2: b\n  - after: 1\n',
  empty: 'I would rather talk about the weather.',
};

export const plannerEvents = ({ children }: SnapshotFrom<typeof plannerMachine>) =>
  Object.keys(children).flatMap((id) =>
    both(id, id === 'draft' ? Object.values(drafts).map((draft) => settled(draft)) : [settled({})]),
  );

export const specialistInput: SpecialistInput = {
  run: 'run-1',
  actor: 'host/step-1#1',
  scope: 'r1/s1',
  stepId: '1',
  specialist: 'worker',
  planVersion: 1,
  attempts: 2,
  turns: 2,
  callMs: 1000,
  stepMs: 60_000,
  retry: { baseMs: 500, maxMs: 4000 },
};
const good: Assessment = { accepted: true, final: false, quality: 1, relevance: 0.5, confidence: 0.8 };
export const turns = {
  accepted: { text: 'it is done', toolCalls: [], assessment: good },
  partial: { text: 'done in part', toolCalls: [], assessment: { ...good, quality: 0.5 } },
  refused: { text: '', toolCalls: [], assessment: { ...good, accepted: false, remark: 'The result was empty.' } },
  cannot: {
    text: 'CANNOT: no such file',
    toolCalls: [],
    assessment: { ...good, accepted: false, final: true, remark: 'no such file' },
  },
  tools: {
    text: '',
    toolCalls: [
      { id: 'call-1', name: 'calculate', arguments: '{}' },
      { id: 'call-2', name: 'search', arguments: '{}' },
    ],
    assessment: { ...good, accepted: false, remark: 'Too many turns.' },
  },
} satisfies Record<string, AskOutput>;

export const specialistEvents = ({ children }: SnapshotFrom<typeof specialistMachine>) =>
  Object.keys(children).flatMap((id) =>
    both(id, id === 'ask' ? Object.values(turns).map((turn) => settled(turn)) : [settled({})]),
  );

export const reflectorInput: ReflectorInput = {
  run: 'run-1',
  actor: 'host/reflector',
  scope: 'r1',
  round: 1,
  attempts: 2,
  callMs: 1000,
  retry: { baseMs: 500, maxMs: 4000 },
};
export const feedback = (parts: Partial<FeedbackResult> = {}): FeedbackResult => ({
  feedback: 'well done',
  shouldContinue: false,
  suggestedAction: 'direct_answer',
  planUpdateSuggestion: '',
  conversationCoherence: 0.9,
  userSatisfactionPrediction: 0.9,
  improvementSuggestions: [],
  riskWarnings: [],
  notDone: [],
  generatedAt: '2026-01-01T00:00:00.000Z',
  metadata: {},
  ...parts,
});
export const goOn = feedback({ shouldContinue: true, suggestedAction: 'execute_step' });
export const planAgain = feedback({ shouldContinue: true, suggestedAction: 'update_plan' });

export const reflectorEvents = ({ children }: SnapshotFrom<typeof reflectorMachine>) =>
  Object.keys(children).flatMap((id) =>
    both(id, id === 'reflect' ? [feedback(), goOn, planAgain].map((each) => settled(each)) : [settled({})]),
  );
