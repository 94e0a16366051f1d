/**
 * A specialist works on one step until the result is accepted or its attempts are spent.
 *
 *   asking ──▶ completed
 *    ▲  ▲▼  └▶ assessing, refused ──▶ failed
 *    │ usingTools  ▼         ▲
 *    └───────── waiting ─────┘ the call failed
 *
 * A tool whose output is the answer is followed by no other call of the model: what it gave is taken as it is.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { Assessment } from '../domain/assessment.ts';
import {
  afterFailure,
  type EffectError,
  hasAttemptsLeft,
  isWorthRetrying,
  retryDelayMs,
  type Settled,
} from '../domain/effect.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { ToolCall } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { AskOutput } from '../log/effect-outputs.ts';
import {
  type Attempts,
  attempts,
  type CallerInput,
  callAddress,
  firstAttempt,
  giveUp,
  scopedWait,
} from './attempts.ts';
import { growable } from './growable.ts';
import { slot } from './slot.ts';
import { type ToolCallsOutput, toolCallsMachine } from './tool-calls-machine.ts';

export interface SpecialistInput extends CallerInput {
  readonly stepId: string;
  readonly specialist: string;
  readonly turns: number;
  readonly stepMs: number;
  /** Why the step is done again, when it was done before. */
  readonly remarks?: readonly string[];
}

export interface SpecialistContext extends Required<SpecialistInput>, Attempts {
  readonly turn: number;
  /** When its first call began. */
  readonly startedAt: number;
  /** How long its calls waited for their turn: that is not the step's time. */
  readonly queuedMs: number;
  readonly calls: readonly ToolCall[];
  readonly answers: readonly number[];
  readonly adopts: readonly string[];
  readonly exchange: readonly string[];
  readonly assessment: Assessment | undefined;
  readonly metadata: SpecialistResult['metadata'] | undefined;
  readonly error: string | undefined;
  readonly limit: ReachedLimit | undefined;
}

/** When the step's time is up. */
const deadlineOf = ({ startedAt, stepMs, queuedMs }: SpecialistContext) => startedAt + stepMs + queuedMs;
/** How long the next call may take: the step's deadline holds for every attempt. */
const timeLeft = (context: SpecialistContext) => {
  const { callMs, stepMs, startedAt, at, waitMs } = context;
  return startedAt === 0 ? Math.min(callMs, stepMs) : Math.max(1, Math.min(callMs, deadlineOf(context) - at - waitMs));
};
/** The step's clock after a call. */
const timesOf = (context: SpecialistContext, call: Pick<EffectError, 'startedAt' | 'waitedMs'>) => ({
  startedAt: context.startedAt || call.startedAt,
  queuedMs: context.queuedMs + (call.waitedMs ?? 0),
});
const askKey = (context: SpecialistContext) => `${context.scope}/ask#${context.attempt}.${context.turn}`;
/** The keys of the tools that were to give the result, when all of them did. */
const adopted = ({ answers }: SpecialistContext, { keys, succeeded }: ToolCallsOutput): string[] => {
  const wanted = answers.flatMap((index) => keys[index] ?? []);
  return wanted.every((key) => succeeded.includes(key)) ? wanted : [];
};

const specialistSetup = setup({
  types: {
    input: {} as SpecialistInput,
    context: {} as SpecialistContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as SpecialistResult,
  },
  actors: {
    ask: slot('ask'),
    toolCalls: toolCallsMachine,
    wait: slot('wait'),
  },
  actions: {
    keepTurn: assign(({ context }, { value, at, ...times }: Settled<AskOutput>) => ({
      ...timesOf(context, times),
      calls: value.toolCalls,
      answers: value.answers ?? [],
      adopts: [],
      assessment: value.assessment,
      metadata: value.metadata,
      at,
      waitMs: 0,
    })),
    keepTools: assign(({ context }, tools: ToolCallsOutput) => ({
      exchange: [...context.exchange, askKey(context), ...tools.keys],
      adopts: adopted(context, tools),
      turn: context.turn + 1,
      at: Math.max(context.at, tools.at),
    })),
    noteFailure: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.retry),
      ...timesOf(context, error),
      error: error.message,
      remarks: error.code === 'bad-output' ? [...context.remarks, error.message] : context.remarks,
      limit: error.limit,
    })),
    noteRefusal: assign(({ context }) => {
      const remark = context.assessment?.remark ?? 'The result was refused.';
      return { error: remark, remarks: [...context.remarks, remark], waitMs: 0, turn: 1, exchange: [], adopts: [] };
    }),
    tryAgain: assign({
      attempt: ({ context }) => context.attempt + 1,
      assessment: undefined,
      metadata: undefined,
    }),
  },
  guards: {
    mayUseTools: ({ context }, turn: AskOutput) => turn.toolCalls.length > 0 && context.turn < context.turns,
    isAccepted: (_, { assessment }: AskOutput) => assessment.accepted,
    isWorthAnotherTry: ({ context }) =>
      hasAttemptsLeft(context, context.attempts) &&
      context.assessment?.final !== true &&
      context.at < deadlineOf(context),
    isWorthRetrying: ({ context }, error: EffectError) =>
      isWorthRetrying(context, error, context) &&
      error.at + retryDelayMs(context.attempt, error, context.retry) <
        deadlineOf({ ...context, ...timesOf(context, error) }),
  },
});

export const specialistMachine = specialistSetup.createMachine({
  id: 'specialist',
  context: ({ input }) =>
    growable({
      ...input,
      ...firstAttempt,
      turn: 1,
      startedAt: 0,
      queuedMs: 0,
      calls: [],
      answers: [],
      adopts: [],
      exchange: [],
      remarks: input.remarks ?? [],
      assessment: undefined,
      metadata: undefined,
      error: undefined,
      limit: undefined,
    }),
  initial: 'asking',
  states: {
    ...attempts(
      'asking',
      specialistSetup.createStateConfig({
        tags: 'working',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => ({
            ...callAddress(context, askKey(context), timeLeft(context)),
            stepId: context.stepId,
            specialist: context.specialist,
            exchange: context.exchange,
            remarks: context.remarks,
            isLast: context.turn >= context.turns,
            ...(context.adopts.length > 0 ? { adopts: context.adopts } : {}),
          }),
          onDone: [
            {
              guard: { type: 'mayUseTools', params: ({ event }) => event.output.value },
              target: 'usingTools',
              actions: { type: 'keepTurn', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isAccepted', params: ({ event }) => event.output.value },
              target: 'completed',
              actions: { type: 'keepTurn', params: ({ event }) => event.output },
            },
            { target: 'assessing', actions: { type: 'keepTurn', params: ({ event }) => event.output } },
          ],
          onError: giveUp,
        },
      }),
      scopedWait,
    ),
    usingTools: {
      tags: 'working',
      invoke: {
        id: 'toolCalls',
        src: 'toolCalls',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          scope: `${context.scope}/tool#${context.attempt}.${context.turn}`,
          timeoutMs: timeLeft(context),
          specialist: context.specialist,
          calls: context.calls,
        }),
        onDone: { target: 'asking', actions: { type: 'keepTools', params: ({ event }) => event.output } },
      },
    },
    assessing: {
      tags: 'working',
      always: [
        { guard: 'isWorthAnotherTry', target: 'waiting', actions: 'noteRefusal' },
        { target: 'failed', actions: 'noteRefusal' },
      ],
    },
    completed: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }) => toResult(context),
});

function toResult(context: SpecialistContext): SpecialistResult {
  const { assessment, startedAt, at } = context;
  const isDone = assessment?.accepted === true;
  return {
    stepId: context.stepId,
    specialistName: context.specialist,
    status: !isDone ? 'failed' : assessment.isPartial ? 'partial' : 'success',
    ...(isDone ? { resultKey: askKey(context) } : { error: context.error ?? 'There is no result.' }),
    startTime: new Date(startedAt).toISOString(),
    endTime: new Date(at).toISOString(),
    durationMs: at - startedAt,
    retryCount: context.attempt - 1,
    ...(assessment?.confidence === undefined ? {} : { confidence: assessment.confidence }),
    ...(assessment?.quality === undefined ? {} : { qualityScore: assessment.quality }),
    ...(assessment?.relevance === undefined ? {} : { relevanceScore: assessment.relevance }),
    ...(context.limit ? { limit: context.limit } : {}),
    metadata: context.metadata ?? {},
  };
}
