/** What the world can do to each chart: every kind of answer its children can give, everything a person can say. */
import { childDone, childFailed } from 'troupe/testing';
import type { SnapshotFrom } from 'xstate';
import type { Assessment } from '../../src/domain/assessment.ts';
import { type EffectError, type Settled, toFailure } from '../../src/domain/effect.ts';
import type { FeedbackResult } from '../../src/domain/feedback.ts';
import type { ReachedLimit } from '../../src/domain/limit.ts';
import { defaultRunOptions, type RunOptions } from '../../src/domain/options.ts';
import type { PersonAsk } from '../../src/domain/person-ask.ts';
import type { SpecialistResult } from '../../src/domain/results.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import type { AskOutput, Structured } from '../../src/log/effect-outputs.ts';
import type { DeciderInput, DeciderOutput, deciderMachine } from '../../src/machines/decider-machine.ts';
import type { HostEvent } from '../../src/machines/host/host-events.ts';
import type { hostMachine } from '../../src/machines/host/host-machine.ts';
import { standingSteps } from '../../src/machines/host/host-plan.ts';
import type { PlannerInput, PlannerOutput, plannerMachine } from '../../src/machines/planner-machine.ts';
import type { QuestionInput, questionMachine } from '../../src/machines/question-machine.ts';
import type {
  Judgement,
  ReflectorInput,
  ReflectorOutput,
  reflectorMachine,
} from '../../src/machines/reflector-machine.ts';
import type { SpecialistInput } from '../../src/machines/specialist-context.ts';
import type { specialistMachine } from '../../src/machines/specialist-machine.ts';
import type { ToolCallsInput, toolCallsMachine } from '../../src/machines/tool-calls-machine.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { type PlanOutline, planStep } from '../../src/plan/plan-markdown.ts';
import { mergePlan } from '../../src/plan/plan-update.ts';

export const settled = <T>(value: T, at = 2000): Settled<T> => ({ value, startedAt: 1000, at });

export const effectError = (parts: Partial<EffectError> = {}): EffectError => ({
  key: 's1#1/ask#1.1',
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
/** The limit that is met in these tests, unless they are about another one. */
export const callLimit: ReachedLimit = { name: 'modelCalls', max: 3 };
export const spent = effectError({
  code: 'limit',
  message: 'No call is left.',
  retryable: false,
  limit: callLimit,
});

export const worker = { name: 'worker', description: 'does things', capabilities: [], readsOnly: true };
export const writer = {
  name: 'writer',
  description: 'writes reports',
  capabilities: ['write a report'],
  readsOnly: true,
};

export const limits = (parts: Partial<RunOptions['limits']> = {}): RunOptions['limits'] => ({
  ...defaultRunOptions.limits,
  rounds: 2,
  steps: 5,
  ...parts,
});

export const runOptions = (parts: Partial<RunOptions> = {}): RunOptions => ({
  ...defaultRunOptions,
  limits: limits(),
  attempts: 2,
  turns: 2,
  specialists: [worker, writer],
  ...parts,
});

export const request = (parts: Partial<RunOptions> = {}, content = 'do it', run = 'run-1') =>
  ({
    type: 'request.received',
    run,
    messages: [{ role: 'user', content }],
    options: runOptions(parts),
    at: 500,
  }) satisfies HostEvent;

/** A request whose answer is wanted in a shape. */
export const shapedRequest = (parts: Partial<RunOptions> = {}, run = 'run-1') => ({
  ...request(parts, 'do it', run),
  output: { name: 'total', schema: { type: 'object' } },
});
export const shaped: Structured = { ok: true, value: { total: 1 } };
export const shapeless: Structured = { ok: false, text: 'one', problem: 'total: expected a number' };

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
export const limitedResult = (stepId: string): SpecialistResult => ({
  ...failedResult(stepId),
  error: spent.message,
  limit: callLimit,
});

/** A result of somebody who has failed in the same way as often as they may. */
export const stuckResult = (stepId: string, specialistName = 'worker'): SpecialistResult => ({
  ...failedResult(stepId),
  specialistName,
  failures: ['refused', 'refused', 'refused'],
});

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
/** A step for two, one with a condition, and one that needs both. */
export const forkedSteps = [
  planStep({ id: '1', description: 'look', assignedTo: 'worker', alongside: ['writer'] }),
  planStep({ id: '2', description: 'mend', assignedTo: 'worker', dependencies: ['1'], when: 'step 1 failed' }),
  planStep({ id: '3', description: 'last', assignedTo: 'worker', dependencies: ['1', '2'] }),
];
/** A step that more than one can do, and one that needs it. */
export const sharedSteps = [
  planStep({ id: '1', description: 'write a report', assignedTo: 'worker' }),
  planStep({ id: '2', description: 'last', assignedTo: 'worker', dependencies: ['1'] }),
];
/** A step that has nothing to do with the others. */
export const besides = planStep({ id: '4', description: 'besides', assignedTo: 'worker' });
export const outline = (steps: readonly PlanStep[] = firstSteps): PlanOutline => ({
  title: 'a plan',
  strategy: 'straight on',
  steps,
});
/** The steps with another description of one of them. */
export const withOther = (steps: readonly PlanStep[], id: string): PlanStep[] =>
  steps.map((step) => (step.id === id ? { ...step, description: `${step.description}, differently` } : step));
/** The steps without one of them, which nothing needs any more. */
export const without = (steps: readonly PlanStep[], id: string): PlanStep[] =>
  steps
    .filter((step) => step.id !== id)
    .map((step) => ({ ...step, dependencies: step.dependencies.filter((need) => need !== id) }));

export const planned = (steps: readonly PlanStep[] = firstSteps): PlannerOutput => ({
  ok: true,
  outline: outline(steps),
  at: 2000,
});
export const unplanned: PlannerOutput = { ok: false, error: { code: 'bad-plan', message: 'No plan.' } };
export const unreached: PlannerOutput = { ok: false, error: { code: 'auth', message: lasting.message } };
export const unplannedAtLimit: PlannerOutput = {
  ok: false,
  error: { code: 'limit', message: spent.message, limit: callLimit },
};

export const judged = (
  branch: Judgement['branch'],
  finalAnswer?: string,
  parts: Partial<Judgement> = {},
): ReflectorOutput => ({
  ok: true,
  judgement: { key: 'r1/reflect#1', branch, finalAnswer, notDone: [], retries: [], plan: undefined, ...parts },
});
export const unjudged: ReflectorOutput = { ok: false, error: { code: 'unavailable', message: 'No judgement.' } };
export const unjudgedAtLimit: ReflectorOutput = {
  ok: false,
  error: { code: 'limit', message: spent.message, limit: callLimit },
};

export const decided = (stepId: string, run: boolean): DeciderOutput => ({
  ok: true,
  stepId,
  verdict: { run, reason: run ? 'It is so.' : 'It is not so.' },
});
export const undecided = (stepId: string, error: EffectError = lasting): DeciderOutput => ({
  ok: false,
  stepId,
  error: toFailure(error),
});

const both = (id: string, outputs: readonly unknown[]) => [
  ...outputs.map((output) => childDone(id, output)),
  ...[passing, unreadable, lasting, spent].map((error) => childFailed(id, error)),
];

export const lookup = { id: 'call-1', name: 'look', arguments: '{}' };

const thoughts = [
  thought({ complexity: 'simple', responseStrategy: 'direct', answer: 'at once' }),
  thought({ complexity: 'simple', responseStrategy: 'direct' }),
  thought({ responseStrategy: 'clarification', question: 'Which one?' }),
  thought({ answer: 'if there is no plan' }),
  thought(),
];
const looksUp = thought({ responseStrategy: 'direct', nextAction: 'look_up', toolCalls: [lookup] });

type HostSnapshot = SnapshotFrom<typeof hostMachine>;

const gate: readonly HostEvent[] = [{ type: 'run.paused' }, { type: 'run.resumed' }];
const reviews: readonly HostEvent[] = [
  { type: 'plan.reviewed', verdict: 'approved' },
  { type: 'plan.reviewed', verdict: 'revise', remark: 'shorter' },
];
const edited = (steps: readonly PlanStep[]): HostEvent => ({ type: 'plan.edited', outline: outline(steps) });
const restored = (results: Readonly<Record<string, readonly SpecialistResult[]>>): HostEvent => ({
  type: 'plan.restored',
  version: 1,
  outline: outline(),
  results,
});
/** Steps of a draft, as they arrive while the rest of it is written; the last one comes again. */
const drafted = [...firstSteps, ...firstSteps.slice(2)].map(
  (value): HostEvent => ({ type: 'effect.progressed', key: 'plan-1/draft#1', value }),
);

/** The same while the host still thinks. */
const led = firstSteps.slice(0, 1).map((value): HostEvent => ({ type: 'effect.progressed', key: 't1/think#1', value }));

/** What a person says while the run works. */
const upTo =
  (count: number) =>
  ({ added }: HostSnapshot['context']): readonly HostEvent[] =>
    added < count ? [{ type: 'message.added', text: 'and this' }] : [];
/** The least that a message can do everywhere. */
const plainly = {
  ...defaultRunOptions.steering,
  answering: 'answer',
  planning: 'queue',
  reviewingPlan: 'queue',
  executing: 'queue',
  reflecting: 'queue',
  updatingPlan: 'queue',
  finalizing: 'answer',
} as const;

/** A world says how a run is asked for and what can happen in it. Together they hold everything that can happen to a host. */
interface World {
  readonly request: HostEvent;
  readonly steps?: readonly PlanStep[];
  readonly thoughts?: readonly ThinkingResult[];
  /** Steps either succeed or fail in the same way as often as they may. */
  readonly isStuck?: boolean;
  /** What people and drafts do, beside cancelling. */
  readonly happens?: (context: HostSnapshot['context']) => readonly HostEvent[];
}

const needsPlan = [thought()];
const versionOf = ({ plan }: HostSnapshot['context']) => plan?.version ?? 0;

const worlds: Readonly<Record<string, World>> = {
  plain: {
    request: request({}, 'do it', 'plain'),
    thoughts: [...thoughts, looksUp],
    happens: () => [
      ...gate,
      { type: 'clarification.answered', text: 'the first' },
      { type: 'context.edited', path: 'remark', value: 'by hand' },
    ],
  },
  unreadable: { request: request({}, ' ', 'unreadable') },
  unreadableInTime: { request: request({ limits: limits({ wallMs: 1000 }) }, ' ', 'unreadableInTime') },
  drafted: { request: request({}, 'do it', 'drafted'), happens: () => [...gate, ...drafted] },
  led: {
    request: request({ limits: limits({ rounds: 1 }) }, 'do it', 'led'),
    thoughts: [thought(), thought({ responseStrategy: 'direct', answer: 'at once' })],
    happens: (context) => [...(versionOf(context) === 0 ? led : []), ...upTo(1)(context)],
  },
  single: { request: request({}, 'do it', 'single'), steps: firstSteps.slice(0, 1), happens: () => gate },
  singleAnswered: {
    request: request({ steering: plainly }, 'do it', 'singleAnswered'),
    steps: firstSteps.slice(0, 1),
    happens: upTo(1),
  },
  looking: { request: request({}, 'do it', 'looking'), thoughts: [looksUp], happens: upTo(1) },
  renewed: { request: request({}, 'do it', 'renewed'), steps: firstSteps.slice(0, 2) },
  reviewedUpdate: {
    request: request({ reviewPlan: 'all' }, 'do it', 'reviewedUpdate'),
    steps: firstSteps.slice(0, 1),
    happens: (context) => [
      ...(versionOf(context) === 2 ? reviews : reviews.slice(0, 1)),
      ...(versionOf(context) === 2 ? upTo(1)(context) : []),
    ],
  },
  reviewed: {
    request: request({ reviewPlan: true, limits: limits({ rounds: 1 }) }, 'do it', 'reviewed'),
    happens: (context) => {
      const reviewed = [[], [...reviews, edited(otherSteps)], reviews.slice(0, 1)][versionOf(context)] ?? [];
      return [...(context.round === 0 ? gate : []), ...drafted.slice(0, 1), ...reviewed];
    },
  },
  edited: {
    request: request({ concurrency: 1 }, 'do it', 'edited'),
    happens: (context) =>
      [
        [],
        [edited(withOther(firstSteps, '1')), edited(without(firstSteps, '2'))],
        [edited(firstSteps), restored({}), restored({ 2: [result('2')] })],
      ][versionOf(context)] ?? [],
  },
  forked: {
    request: request({}, 'do it', 'forked'),
    steps: forkedSteps,
    happens: (context) =>
      versionOf(context) === 1 ? [edited(withOther(forkedSteps, '1')), edited([...forkedSteps, besides])] : [],
  },
  steered: {
    request: request({}, 'do it', 'steered'),
    thoughts,
    happens: upTo(1),
  },
  steeredPlan: {
    request: request({ steering: plainly }, 'do it', 'steeredPlan'),
    thoughts,
    happens: upTo(1),
  },
  steeredDraft: {
    request: request({ limits: limits({ rounds: 1 }) }, 'do it', 'steeredDraft'),
    happens: (context) => [...(versionOf(context) === 0 ? drafted.slice(0, 1) : []), ...upTo(2)(context)],
  },
  steeredReview: {
    request: request({ reviewPlan: true, limits: limits({ rounds: 1 }) }, 'do it', 'steeredReview'),
    happens: (context) => [...(versionOf(context) < 3 ? reviews.slice(0, 1) : []), ...upTo(1)(context)],
  },
  queuedReview: {
    request: request({ reviewPlan: true, steering: plainly, limits: limits({ rounds: 1 }) }, 'do it', 'queuedReview'),
    happens: (context) => [...(versionOf(context) < 3 ? reviews.slice(0, 1) : []), ...upTo(1)(context)],
  },
  timed: {
    request: request({ limits: limits({ rounds: 1, wallMs: 1000 }) }, 'do it', 'timed'),
    thoughts,
    steps: forkedSteps,
    happens: () => gate,
  },
  stuck: { request: request({}, 'do it', 'stuck'), steps: sharedSteps, isStuck: true },
  shaped: {
    request: shapedRequest({}, 'shaped'),
    thoughts: thoughts.slice(0, 2),
    happens: (context) => [...gate, ...upTo(1)(context)],
  },
  shapedPlan: {
    request: shapedRequest({ limits: limits({ rounds: 1 }) }, 'shapedPlan'),
    steps: firstSteps.slice(0, 1),
    happens: upTo(1),
  },
  shapedInTime: {
    request: shapedRequest({ limits: limits({ rounds: 1, wallMs: 1000 }) }, 'shapedInTime'),
    thoughts: thoughts.slice(0, 2),
  },
};

export function hostEvents(snapshot: HostSnapshot) {
  const { context, children } = snapshot;
  const { steps = firstSteps, thoughts: formed = needsPlan, happens, isStuck } = worlds[context.run] ?? {};
  const answers = (id: string) => {
    if (id.startsWith('step-')) {
      const stepId = id.slice('step-'.length, id.indexOf('#'));
      if (isStuck) {
        const by = context.plan?.steps.find((step) => step.id === stepId)?.assignedTo;
        return [result(stepId), stuckResult(stepId, by)].map((each) => childDone(id, each));
      }
      const results = [result(stepId), failedResult(stepId), limitedResult(stepId)];
      return [...results.map((each) => childDone(id, each)), childFailed(id, lasting)];
    }
    if (id.startsWith('when-')) {
      const stepId = id.slice('when-'.length, id.indexOf('#'));
      const verdicts = [decided(stepId, true), decided(stepId, false), undecided(stepId)];
      return [...verdicts.map((each) => childDone(id, each)), childFailed(id, lasting)];
    }
    switch (id) {
      case 'journal':
        return [childFailed(id, new Error('The disk is full.'))];
      case 'analyze':
        return both(id, [settled({ isContinuation: true }), settled({ isContinuation: false })]);
      case 'think':
        return both(
          id,
          formed.map((each) => settled(each)),
        );
      case 'planner': {
        const isUpdate = versionOf(context) > 0 && context.round > 0;
        const other = isStuck ? withOther(sharedSteps, '1') : otherSteps;
        const next = isUpdate ? mergePlan(standingSteps(context), { steps: other }).steps : steps;
        return [
          ...[planned(next), unplanned, ...(context.run === 'plain' ? [unreached] : []), unplannedAtLimit].map((each) =>
            childDone(id, each),
          ),
          childFailed(id, lasting),
        ];
      }
      case 'reflector': {
        const again = judged('continue', undefined, { retries: [{ step: '1', why: 'It is wrong.' }] });
        const judgements = [judged('done', 'ready'), judged('done'), judged('continue'), judged('update')];
        const renewed = context.run === 'renewed' || isStuck ? [again] : [];
        const outputs = [...judgements, ...renewed, unjudged, unjudgedAtLimit];
        return [...outputs.map((each) => childDone(id, each)), childFailed(id, lasting)];
      }
      case 'toolCalls':
        return [childDone(id, { keys: ['t1/look.1'], succeeded: [], at: 2000 }), childFailed(id, lasting)];
      case 'structure':
      case 'repair':
        return both(id, [settled(shaped), settled(shapeless)]);
      default:
        return both(id, [settled('a text')]);
    }
  };
  const asked = snapshot.hasTag('paused') ? Object.values(worlds).slice(0, 1) : Object.values(worlds);
  return [
    ...(context.run === '' ? [...gate, ...asked.map((world) => world.request)] : (happens?.(context) ?? [])),
    { type: 'run.cancelled', reason: 'enough' } as const,
    ...Object.keys(children).flatMap(answers),
  ];
}

/** Exactly what guards and the children to come depend on: times, texts and counters of calls make no other state. */
export function hostKey({ status, value, context, children, output }: HostSnapshot): string {
  const { run, thought: formed, attempt, isContinuation, plan, board, round, judgement, limit, stalls } = context;
  const isThinking = formed === undefined;
  return JSON.stringify([
    status,
    value,
    run,
    isThinking ? isContinuation : formed.branch,
    isThinking ? context.looks : 0,
    Boolean(context.answer),
    Object.keys(children).some((id) => retried.has(id)) ? attempt : 0,
    plan?.version,
    plan?.steps.map((step, place) => `${step.id} ${step.description} ${step.dependencies} ${board.status[place]}`),
    // Where nothing fails in the same way again and again, who does a step changes nothing.
    Object.entries(context.troubles).map(([id, { failures, trigger: _, remark: __, ...trouble }]) => [
      id,
      plan?.steps.find((step) => step.id === id)?.assignedTo,
      failures.map(({ specialist, count }) => `${specialist} ${count}`),
      trouble,
    ]),
    context.isReplanned,
    board.undecided,
    context.added,
    context.isUnplanned,
    context.isUnapproved,
    context.isQueued,
    context.collected,
    context.asked < context.options.questions,
    Object.entries(context.partial).map(([id, results]) => `${id} ${results.length}`),
    round,
    stalls,
    judgement?.branch,
    judgement?.retries.length,
    plan?.steps.length === 1 && context.notes.length > 0,
    limit?.name,
    Object.keys(children).sort(),
    output?.status,
  ]);
}
const retried = new Set(['think', 'answer', 'finalize', 'structure', 'repair', 'wait']);

export const plannerInput: PlannerInput = {
  run: 'run-1',
  actor: 'host/planner',
  scope: 'plan-1',
  specialists: [worker, writer],
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
  attempts: 2,
  turns: 2,
  callMs: 1000,
  stepMs: 60_000,
  retry: { baseMs: 500, maxMs: 4000 },
};
const good: Assessment = {
  accepted: true,
  final: false,
  isPartial: false,
  quality: 1,
  relevance: 0.5,
  confidence: 0.8,
};
export const turns = {
  accepted: { text: 'it is done', toolCalls: [], assessment: good },
  partial: { text: 'done in part', toolCalls: [], assessment: { ...good, isPartial: true, quality: 0.5 } },
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
  answering: {
    text: '',
    toolCalls: [lookup, lookup],
    answers: [1],
    assessment: { ...good, accepted: false, remark: 'Too many turns.' },
  },
} satisfies Record<string, Omit<AskOutput, 'exchange'>>;

/** What a function, or the policy for a tool, asks a person. */
export const asks: PersonAsk = { by: 'code', kind: 'question', question: 'Which one?', deadlineMs: 5000 };
const asking = { text: '', toolCalls: [], assessment: turns.refused.assessment, ask: asks };

// A person is asked once: what comes after the answer is the same as what comes without a question.
export const specialistEvents = ({ children, context }: SnapshotFrom<typeof specialistMachine>) =>
  Object.keys(children).flatMap((id) => {
    if (id === 'toolCalls') return toolOutcomes.map((outcome) => childDone(id, outcome));
    if (id === 'question') return [childDone(id, { at: 2700, waitedMs: 200 })];
    if (id !== 'ask') return both(id, [settled({})]);
    const given = [...Object.values(turns), ...(context.turn === 1 && context.attempt === 1 ? [asking] : [])];
    return both(
      id,
      given.map((turn) => settled(turn)),
    );
  });
/** Both tools gave something, or only the first of them. */
const toolOutcomes = [['k.1', 'k.2'], ['k.1']].map((succeeded) => ({ keys: ['k.1', 'k.2'], succeeded, at: 2500 }));

export const toolCallsInput: ToolCallsInput = {
  run: 'run-1',
  actor: 'host',
  scope: 't1/look',
  timeoutMs: 1000,
  calls: [lookup, { ...lookup, id: 'call-2' }],
};
export const toolCallsEvents = ({ children }: SnapshotFrom<typeof toolCallsMachine>) =>
  Object.keys(children).flatMap((id) => {
    if (id.startsWith('question-')) return [childDone(id, { at: 2700, waitedMs: 200 })];
    const asked = id === 'tool-1' ? [settled({ isError: true, ask: asks })] : [];
    return both(id, [settled({ isError: false }), settled({ isError: true }), ...asked]);
  });

export const questionInput: QuestionInput = {
  run: 'run-1',
  actor: 'host/step-1#1',
  id: 's1#1/tool#1.1.1',
  deadlineMs: 5000,
  at: 2000,
};
export const questionEvents = ({ children }: SnapshotFrom<typeof questionMachine>) =>
  Object.keys(children).flatMap((id) =>
    id === 'person' ? [childDone(id, settled({}, 2500))] : both(id, [settled({}, 7000)]),
  );

export const reflectorInput: ReflectorInput = {
  run: 'run-1',
  actor: 'host/reflector',
  scope: 'r1',
  round: 1,
  isStalled: false,
  attempts: 2,
  turns: 2,
  callMs: 1000,
  retry: { baseMs: 500, maxMs: 4000 },
};
export const deciderInput: DeciderInput = {
  run: 'run-1',
  actor: 'host/when-2#1-1',
  scope: 'when-2#1-1',
  stepId: '2',
  condition: 'it is worth it',
  attempts: 2,
  callMs: 1000,
  retry: { baseMs: 500, maxMs: 4000 },
};
export const met = { run: true, reason: 'It is worth it.' };
export const unmet = { run: false, reason: 'It is not.' };

export const deciderEvents = ({ children }: SnapshotFrom<typeof deciderMachine>) =>
  Object.keys(children).flatMap((id) =>
    both(id, id === 'decide' ? [met, unmet].map((each) => settled(each)) : [settled({})]),
  );

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

const reads = feedback({ suggestedAction: 'reflect', toolCalls: [{ ...lookup, name: 'read_result' }] });

export const reflectorEvents = ({ children }: SnapshotFrom<typeof reflectorMachine>) =>
  Object.keys(children).flatMap((id) =>
    id === 'toolCalls'
      ? [childDone(id, { keys: ['r1/read#1.1'], succeeded: [], at: 2500 })]
      : both(id, id === 'reflect' ? [feedback(), goOn, planAgain, reads].map((each) => settled(each)) : [settled({})]),
  );
