/**
 * The host takes a request through thinking, planning, doing and judging to an answer.
 *
 *   pending ▶ analyzing ▶ thinking ▶ judging ─┬▶ answering ─────────────────────────────────▶ completed
 *                 ▲                           ├▶ planning ▶ (reviewingPlan) ▶ executing ◀┐        ▲
 *                 └─────────── clarifying ◀───┘                                  ▼       │    finalizing
 *                                                          updatingPlan      collecting  │        ▲
 *                                                            ▲    └──────────────▼───────┘        │
 *                                                            └───────────── reflecting ───────────┘
 *
 * Beside the work stands the gate, open or closed: while it is closed no new effect begins. `run.cancelled` leads from everywhere
 * to cancelled, an actor's error to failed.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, fromPromise, setup, stopChild } from 'xstate';
import type { ConversationContext } from '../domain/conversation-context.ts';
import { type EffectError, isWorthRetrying, retryDelayMs, type Settled, toEffectError } from '../domain/effect.ts';
import type { EntryType, Note } from '../domain/entry-types.ts';
import {
  allNotDone,
  closingNote,
  collectedNote,
  errorData,
  type HostContext,
  initialHostContext,
  planNote,
  renewedSteps,
  settledNote,
  settledSteps,
  startedSteps,
  startNotes,
  stepActor,
  stepsToStart,
  toHostOutput,
  withPlan,
} from '../domain/host-context.ts';
import { type Message, requestProblem } from '../domain/message.ts';
import type { RunOptions } from '../domain/options.ts';
import { isSettled, maxStepRetries, type PlanStep } from '../domain/plan.ts';
import type { PlanOutline } from '../domain/plan-markdown.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { HostOutput } from '../domain/run-result.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import { responseBranch, type ThinkingResult } from '../domain/thinking.ts';
import { type PlannerInput, type PlannerOutput, plannerMachine } from './planner-machine.ts';
import { type Judgement, type ReflectorOutput, reflectorMachine } from './reflector-machine.ts';
import { slot, type WaitInput } from './slot.ts';
import { specialistMachine } from './specialist-machine.ts';

export interface HostInput {
  readonly messages: readonly Message[];
  /** @default a new id */
  readonly runId?: string;
}

/** What happens to a host from outside. */
export type HostEvent =
  | { type: 'request.received'; run: string; messages: readonly Message[]; options: RunOptions }
  | { type: 'run.paused' }
  | { type: 'run.resumed' }
  | { type: 'run.cancelled'; reason?: string }
  | { type: 'clarification.answered'; text: string }
  | { type: 'plan.reviewed'; verdict: 'approved' | 'revise'; remark?: string };

const enter = (state: string, status: ExecutionStatus) =>
  ({ type: 'record', params: { type: 'status.changed', data: { status, state } } }) as const;
const note = <T extends EntryType>(type: T, data: Note['data'] = {}) =>
  ({ type: 'record', params: { type, data } }) as const;
const address = (context: HostContext, key: string, timeoutMs?: number) => ({
  run: context.run,
  actor: 'host',
  key,
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});
const questionId = (context: HostContext) => `question-${context.turn}`;
const reviewId = (context: HostContext) => `plan-review-${context.plannings}`;

export const hostMachine = setup({
  types: {
    input: {} as HostInput,
    context: {} as HostContext,
    events: {} as HostEvent | DoneActorEvent | ErrorActorEvent,
    output: {} as HostOutput,
    tags: {} as ExecutionStatus | 'paused',
  },
  actors: {
    journal: fromPromise<unknown, { runId: string | undefined; messages: readonly Message[] }>(() =>
      Promise.reject(new Error('The slot "journal" is empty.')),
    ),
    analyze: slot<ConversationContext, unknown>('analyze'),
    think: slot<ThinkingResult, { turn: number; remark: string | undefined }>('think'),
    answer: slot<string, { turn: number }>('answer'),
    finalize: slot<string, { round: number; notDone: HostOutput['notDone']; limit: string | undefined }>('finalize'),
    wait: slot<unknown, WaitInput>('wait'),
    planner: plannerMachine,
    specialist: specialistMachine,
    reflector: reflectorMachine,
  },
  actions: {
    record: (_, _notes: Note | readonly Note[]) => {},
    keepRequest: assign((_, request: { run: string; options: RunOptions }) => request),
    keepContext: assign((_, { value, at }: Settled<ConversationContext>) => ({
      isContinuation: value.isContinuation,
      at,
    })),
    keepThought: assign(({ context }, { value, at }: Settled<ThinkingResult>) => {
      const { complexityThreshold } = context.options;
      const branch = responseBranch(value, { complexityThreshold, isContinuation: context.isContinuation });
      return {
        thought: { complexity: value.complexity, branch, question: value.question },
        answer: branch === 'direct' ? value.answer : undefined,
        notDone: value.notDone,
        at,
      };
    }),
    keepAnswer: assign((_, { value, at }: Settled<string>) => ({ answer: value, at })),
    keepPlan: assign(({ context }, outline: PlanOutline) => withPlan(context, outline)),
    startReadySteps: assign(({ context, spawn }) => {
      const { run, plan, round, options } = context;
      if (!plan) return {};
      for (const step of stepsToStart(context)) {
        const id = stepActor(context, step);
        spawn('specialist', {
          id,
          input: {
            run,
            actor: `host/${id}`,
            scope: `r${round}/s${step.id}`,
            stepId: step.id,
            specialist: step.assignedTo,
            planVersion: plan.version,
            attempts: Math.min(step.maxRetries, maxStepRetries) + 1,
            turns: options.turns,
            callMs: options.timeouts.callMs,
            stepMs: options.timeouts.stepMs,
            retry: options.retry,
          },
        });
      }
      return { plan: { ...plan, steps: startedSteps(plan.steps) } };
    }),
    settleStep: assign(({ context }, result: SpecialistResult) =>
      context.plan
        ? {
            results: [...context.results, result],
            plan: { ...context.plan, steps: settledSteps(context.plan.steps, result) },
          }
        : {},
    ),
    keepJudgement: assign((_, judgement: Judgement) => ({
      judgement: { branch: judgement.branch, notDone: judgement.notDone },
      answer: judgement.branch === 'done' ? judgement.finalAnswer : undefined,
    })),
    startRound: assign({ round: ({ context }) => context.round + 1, results: [] }),
    renewSteps: assign(({ context }) =>
      context.plan ? { plan: { ...context.plan, steps: renewedSteps(context.plan.steps) } } : {},
    ),
    countPlanning: assign({ plannings: ({ context }) => context.plannings + 1 }),
    keepReviewRemark: assign((_, remark: string | undefined) => ({ reviewRemark: remark })),
    noteRoundLimit: assign(({ context }) => ({
      limit: { name: 'rounds' as const, max: context.options.limits.rounds },
    })),
    noteNotDone: assign(({ context }, missing: { what: string; why: string }) => ({
      notDone: [...context.notDone, missing],
    })),
    thinkAgain: assign({ turn: ({ context }) => context.turn + 1, thought: undefined }),
    startAttempts: assign({ attempt: 1, remark: undefined }),
    noteRetry: assign(({ context }, error: EffectError) => ({
      waitMs: retryDelayMs(context.attempt, error, context.options.retry),
      remark: error.code === 'bad-output' ? error.message : context.remark,
      at: error.at,
    })),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
    noteError: assign((_, error: { code: string; message: string }) => ({ error: errorData(error) })),
  },
  guards: {
    isRequest: (_, messages: readonly Message[]) => requestProblem(messages) === undefined,
    needsClarification: ({ context }) => context.thought?.branch === 'clarify',
    isSimple: ({ context }) => context.thought?.branch === 'direct',
    hasAnswer: ({ context }) => context.answer !== undefined && context.answer !== '',
    isPlanned: (_, output: PlannerOutput) => output.ok,
    isPlannedForReview: ({ context }, output: PlannerOutput) => output.ok && context.options.reviewPlan,
    allStepsSettled: ({ context }) => context.plan?.steps.every(isSettled) ?? true,
    isJudged: (_, output: ReflectorOutput) => output.ok,
    isDone: ({ context }) => context.judgement?.branch === 'done',
    hasRoundsLeft: ({ context }) => context.round < context.options.limits.rounds,
    goesOn: ({ context }) =>
      context.judgement?.branch === 'continue' &&
      context.round < context.options.limits.rounds &&
      (context.plan?.steps.some((step) => step.status !== 'completed') ?? false),
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context.attempt, error, context.options),
    isApproved: (_, verdict: string) => verdict === 'approved',
  },
}).createMachine({
  id: 'host',
  context: initialHostContext,
  // The journal opens the log when the host starts and closes it after everything else.
  invoke: {
    id: 'journal',
    src: 'journal',
    input: ({ event }) => {
      const { messages, runId } = (event as { input?: Partial<HostInput> }).input ?? {}; // the start event carries the actor's input
      return { runId, messages: messages ?? [] };
    },
  },
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      on: {
        'run.cancelled': {
          target: 'cancelled',
          actions: {
            type: 'record',
            params: ({ event }) => ({ type: 'run.cancelled', data: { reason: event.reason ?? '' } }),
          },
        },
        'xstate.error.actor.*': {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
        },
      },
      states: {
        gate: {
          initial: 'open',
          states: {
            open: { on: { 'run.paused': { target: 'closed', actions: note('run.paused') } } },
            closed: { tags: 'paused', on: { 'run.resumed': { target: 'open', actions: note('run.resumed') } } },
          },
        },
        work: {
          initial: 'pending',
          states: {
            pending: {
              tags: 'pending',
              on: {
                'request.received': [
                  {
                    guard: { type: 'isRequest', params: ({ event }) => event.messages },
                    target: 'analyzing',
                    actions: { type: 'keepRequest', params: ({ event: { run, options } }) => ({ run, options }) },
                  },
                  {
                    target: '#host.failed',
                    actions: [
                      { type: 'keepRequest', params: ({ event: { run, options } }) => ({ run, options }) },
                      {
                        type: 'noteError',
                        params: ({ event }) => ({ code: 'bad-request', message: requestProblem(event.messages) ?? '' }),
                      },
                    ],
                  },
                ],
              },
            },
            analyzing: {
              tags: 'analyzing',
              entry: enter('analyzing', 'analyzing'),
              invoke: {
                id: 'analyze',
                src: 'analyze',
                input: ({ context }) => address(context, `t${context.turn}/analyze`),
                onDone: {
                  target: 'thinking',
                  actions: [
                    { type: 'keepContext', params: ({ event }) => event.output },
                    {
                      type: 'record',
                      params: ({ context }) => ({
                        type: 'context.analyzed',
                        data: { effect: `t${context.turn}/analyze` },
                      }),
                    },
                  ],
                },
                onError: {
                  target: '#host.failed',
                  actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                },
              },
            },
            thinking: {
              tags: 'analyzing',
              entry: [enter('thinking', 'analyzing'), 'startAttempts'],
              initial: 'calling',
              states: {
                calling: {
                  invoke: {
                    id: 'think',
                    src: 'think',
                    input: ({ context }) => ({
                      ...address(context, thinkKey(context), context.options.timeouts.callMs),
                      turn: context.turn,
                      remark: context.remark,
                    }),
                    onDone: {
                      target: '#host.running.work.judging',
                      actions: [
                        { type: 'keepThought', params: ({ event }) => event.output },
                        { type: 'record', params: ({ context, event }) => thoughtNote(context, event.output.value) },
                      ],
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        target: '#host.failed',
                        actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, thinkKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
              },
            },
            judging: {
              tags: 'planning',
              entry: enter('judging', 'planning'),
              always: [
                { guard: 'needsClarification', target: 'clarifying' },
                { guard: 'isSimple', target: 'answering' },
                { target: 'planning' },
              ],
            },
            clarifying: {
              tags: 'waiting',
              entry: [
                enter('clarifying', 'waiting'),
                {
                  type: 'record',
                  params: ({ context }) => ({
                    type: 'clarification.requested',
                    data: { id: questionId(context), question: context.thought?.question ?? '' },
                  }),
                },
              ],
              invoke: {
                id: 'wait',
                src: 'wait',
                input: ({ context }) => ({
                  ...address(context, `t${context.turn}/answer-deadline`),
                  until: context.at + context.options.timeouts.answerMs,
                }),
                onDone: {
                  target: 'finalizing',
                  actions: {
                    type: 'noteNotDone',
                    params: ({ context }) => ({
                      what: context.thought?.question ?? '',
                      why: 'Nobody answered this question in time; the answer is the best reading without it.',
                    }),
                  },
                },
              },
              on: {
                'clarification.answered': {
                  target: 'analyzing',
                  actions: [
                    {
                      type: 'record',
                      params: ({ context, event }) => ({
                        type: 'clarification.answered',
                        data: { id: questionId(context), text: event.text },
                      }),
                    },
                    'thinkAgain',
                  ],
                },
              },
            },
            answering: {
              tags: 'executing',
              entry: [enter('answering', 'executing'), 'startAttempts'],
              initial: 'choosing',
              states: {
                choosing: { always: [{ guard: 'hasAnswer', target: '#host.completed' }, { target: 'calling' }] },
                calling: {
                  invoke: {
                    id: 'answer',
                    src: 'answer',
                    input: ({ context }) => ({
                      ...address(context, answerKey(context), context.options.timeouts.callMs),
                      turn: context.turn,
                    }),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        target: '#host.failed',
                        actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, answerKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
              },
            },
            planning: {
              tags: 'planning',
              entry: [enter('planning', 'planning'), 'countPlanning'],
              invoke: {
                id: 'planner',
                src: 'planner',
                input: ({ context }) => plannerInput(context, []),
                onDone: [
                  {
                    guard: { type: 'isPlannedForReview', params: ({ event }) => event.output },
                    target: 'reviewingPlan',
                    actions: [
                      { type: 'record', params: ({ context, event }) => planNoteOf(context, event.output) },
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                    ],
                  },
                  {
                    guard: { type: 'isPlanned', params: ({ event }) => event.output },
                    target: 'executing',
                    actions: [
                      { type: 'record', params: ({ context, event }) => planNoteOf(context, event.output) },
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      'startRound',
                    ],
                  },
                  {
                    target: '#host.failed',
                    actions: { type: 'noteError', params: ({ event }) => errorOf(event.output) },
                  },
                ],
              },
            },
            reviewingPlan: {
              tags: 'waiting',
              entry: [
                enter('reviewingPlan', 'waiting'),
                {
                  type: 'record',
                  params: ({ context }) => ({
                    type: 'approval.requested',
                    data: { id: reviewId(context), kind: 'plan-review', version: context.plan?.version },
                  }),
                },
              ],
              on: {
                'plan.reviewed': [
                  {
                    guard: { type: 'isApproved', params: ({ event }) => event.verdict },
                    target: 'executing',
                    actions: [
                      { type: 'record', params: ({ context, event }) => reviewNote(context, event) },
                      { type: 'keepReviewRemark', params: undefined },
                      'startRound',
                    ],
                  },
                  {
                    target: 'planning',
                    actions: [
                      { type: 'record', params: ({ context, event }) => reviewNote(context, event) },
                      { type: 'keepReviewRemark', params: ({ event }) => event.remark },
                    ],
                  },
                ],
              },
            },
            executing: {
              tags: 'executing',
              entry: [
                enter('executing', 'executing'),
                { type: 'record', params: ({ context }) => startNotes(context) },
                'startReadySteps',
              ],
              on: {
                'xstate.done.actor.*': {
                  actions: [
                    // Only specialists are children here.
                    {
                      type: 'record',
                      params: ({ context, event }) => settledNote(context, event.output as SpecialistResult),
                    },
                    { type: 'settleStep', params: ({ event }) => event.output as SpecialistResult },
                    stopChild(({ event }) => event.actorId),
                    { type: 'record', params: ({ context }) => startNotes(context) },
                    'startReadySteps',
                  ],
                },
              },
              always: { guard: 'allStepsSettled', target: 'collecting' },
            },
            collecting: {
              tags: 'collecting',
              entry: [
                enter('collecting', 'collecting'),
                { type: 'record', params: ({ context }) => collectedNote(context) },
              ],
              always: 'reflecting',
            },
            reflecting: {
              tags: 'collecting',
              entry: enter('reflecting', 'collecting'),
              initial: 'calling',
              states: {
                calling: {
                  invoke: {
                    id: 'reflector',
                    src: 'reflector',
                    input: ({ context: { run, round, options } }) => ({
                      run,
                      actor: 'host/reflector',
                      scope: `r${round}`,
                      round,
                      attempts: options.attempts,
                      callMs: options.timeouts.callMs,
                      retry: options.retry,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isJudged', params: ({ event }) => event.output },
                        target: 'deciding',
                        actions: [
                          { type: 'keepJudgement', params: ({ event }) => judgementOf(event.output) },
                          {
                            type: 'record',
                            params: ({ context, event }) => feedbackNote(context, judgementOf(event.output)),
                          },
                        ],
                      },
                      {
                        target: '#host.running.work.finalizing',
                        actions: {
                          type: 'noteNotDone',
                          params: ({ event }) => ({ what: 'Checking the results', why: errorOf(event.output).message }),
                        },
                      },
                    ],
                  },
                },
                deciding: {
                  always: [
                    { guard: 'isDone', target: '#host.running.work.finalizing' },
                    { guard: 'goesOn', target: '#host.running.work.executing', actions: ['renewSteps', 'startRound'] },
                    { guard: 'hasRoundsLeft', target: '#host.running.work.updatingPlan' },
                    {
                      target: '#host.running.work.finalizing',
                      actions: [
                        'noteRoundLimit',
                        {
                          type: 'record',
                          params: ({ context }) => ({ type: 'limit.reached', data: { ...context.limit } }),
                        },
                      ],
                    },
                  ],
                },
              },
            },
            updatingPlan: {
              tags: 'planning',
              entry: [enter('updatingPlan', 'planning'), 'countPlanning'],
              invoke: {
                id: 'planner',
                src: 'planner',
                input: ({ context }) => plannerInput(context, context.plan?.steps ?? []),
                onDone: [
                  {
                    guard: { type: 'isPlanned', params: ({ event }) => event.output },
                    target: 'executing',
                    actions: [
                      { type: 'record', params: ({ context, event }) => planNoteOf(context, event.output) },
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      'startRound',
                    ],
                  },
                  {
                    target: 'finalizing',
                    actions: {
                      type: 'noteNotDone',
                      params: ({ event }) => ({ what: 'Updating the plan', why: errorOf(event.output).message }),
                    },
                  },
                ],
              },
            },
            finalizing: {
              tags: 'executing',
              entry: [enter('finalizing', 'executing'), 'startAttempts'],
              initial: 'choosing',
              states: {
                choosing: { always: [{ guard: 'hasAnswer', target: '#host.completed' }, { target: 'calling' }] },
                calling: {
                  invoke: {
                    id: 'finalize',
                    src: 'finalize',
                    input: ({ context }) => ({
                      ...address(context, finalizeKey(context), context.options.timeouts.callMs),
                      round: context.round,
                      notDone: allNotDone(context),
                      limit: context.limit && `${context.limit.name} (${context.limit.max})`,
                    }),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        target: '#host.failed',
                        actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, finalizeKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
              },
            },
          },
        },
      },
    },
    completed: {
      type: 'final',
      tags: 'completed',
      entry: [
        {
          type: 'record',
          params: ({ context }) => ({ type: 'answer.given', data: { content: context.answer ?? '' } }),
        },
        { type: 'record', params: ({ context }) => closingNote(context, 'completed') },
        note('run.completed'),
      ],
      output: ({ context }) => toHostOutput(context, 'completed'),
    },
    failed: {
      type: 'final',
      tags: 'failed',
      entry: [
        { type: 'record', params: ({ context }) => closingNote(context, 'failed') },
        { type: 'record', params: ({ context }) => ({ type: 'run.failed', data: { ...context.error } }) },
      ],
      output: ({ context }) => toHostOutput(context, 'failed'),
    },
    cancelled: {
      type: 'final',
      tags: 'cancelled',
      entry: { type: 'record', params: ({ context }) => closingNote(context, 'cancelled') },
      output: ({ context }) => toHostOutput(context, 'cancelled'),
    },
  },
  output: ({ event }) => event.output as HostOutput, // the final states above
});

const thinkKey = (context: HostContext) => `t${context.turn}/think#${context.attempt}`;
const answerKey = (context: HostContext) => `t${context.turn}/answer#${context.attempt}`;
const finalizeKey = (context: HostContext) => `finalize#${context.attempt}`;
const retryWait = (context: HostContext, key: string) => ({
  ...address(context, `${key}/wait`),
  until: context.at + context.waitMs,
});

function plannerInput(context: HostContext, previous: readonly PlanStep[]): PlannerInput {
  const { options } = context;
  return {
    run: context.run,
    actor: 'host/planner',
    scope: `plan-${context.plannings}`,
    specialists: options.specialists,
    maxSteps: options.limits.steps,
    attempts: options.attempts,
    callMs: options.timeouts.callMs,
    retry: options.retry,
    previous,
    ...(context.reviewRemark === undefined ? {} : { remark: context.reviewRemark }),
  };
}

// The guards before these have looked at `ok`; the other side is there to keep the functions total.
const outlineOf = (output: PlannerOutput): PlanOutline =>
  output.ok ? output.outline : { title: '', strategy: '', steps: [] };
const planNoteOf = (context: HostContext, output: PlannerOutput) =>
  planNote(context, outlineOf(output), output.ok ? output.at : 0);
const judgementOf = (output: ReflectorOutput): Judgement =>
  output.ok ? output.judgement : { key: '', branch: 'done', finalAnswer: undefined, notDone: [] };
const errorOf = (output: PlannerOutput | ReflectorOutput) =>
  output.ok ? { code: 'bug', message: 'There is no error.' } : output.error;

const thoughtNote = (context: HostContext, thought: ThinkingResult): Note => ({
  type: 'thought.formed',
  data: {
    effect: thinkKey(context),
    complexity: thought.complexity,
    strategy: thought.responseStrategy,
    confidence: thought.confidence,
    branch: context.thought?.branch,
  },
});

const feedbackNote = (context: HostContext, judgement: Judgement): Note => ({
  type: 'feedback.given',
  data: { effect: judgement.key, round: context.round, branch: judgement.branch },
});

const reviewNote = (context: HostContext, review: { verdict: string; remark?: string }): Note => ({
  type: 'plan.reviewed',
  data: { id: reviewId(context), verdict: review.verdict, remark: review.remark ?? '' },
});
