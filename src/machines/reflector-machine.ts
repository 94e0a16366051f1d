/**
 * A reflector judges a round until its judgement can be read or its attempts are spent. Results that it was shown in part it may read in
 * full before.
 *
 *   reading ◀──▶ reflecting ──▶ completed
 *                  ▲    ▼ the call failed, or its answer could not be read
 *                waiting ──▶ failed
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import {
  afterFailure,
  capOf,
  type EffectError,
  type Failure,
  firstTry,
  isWorthRetrying,
  type RetryPolicy,
  type Settled,
  type Tries,
  toEffectError,
  toFailure,
} from '../domain/effect.ts';
import type { ReflectInput } from '../domain/effect-inputs.ts';
import { type FeedbackResult, type Retry, reflectionBranch } from '../domain/feedback.ts';
import type { ToolCall } from '../domain/message.ts';
import type { NotDone } from '../domain/thinking.ts';
import { slot, type WaitInput } from './slot.ts';
import { type ToolCallsOutput, toolCallsMachine } from './tool-calls-machine.ts';

export interface ReflectorInput {
  readonly run: string;
  readonly actor: string;
  /** The prefix of its effects' keys. */
  readonly scope: string;
  readonly round: number;
  /** The round brought nothing new. */
  readonly isStalled: boolean;
  readonly attempts: number;
  readonly turns: number;
  readonly callMs: number;
  readonly retry: RetryPolicy;
}

/** What the host has to know of a piece of feedback; the rest is in the log under `key`. */
export interface Judgement {
  readonly key: string;
  readonly branch: 'done' | 'continue' | 'update';
  readonly finalAnswer: string | undefined;
  readonly notDone: readonly NotDone[];
  readonly retries: readonly Retry[];
  /** The new steps of the plan, as Markdown. */
  readonly plan: string | undefined;
}

export type ReflectorOutput =
  | { readonly ok: true; readonly judgement: Judgement }
  | { readonly ok: false; readonly error: Failure };

export interface ReflectorContext extends ReflectorInput, Tries {
  readonly at: number;
  readonly waitMs: number;
  readonly remark: string | undefined;
  readonly turn: number;
  readonly calls: readonly ToolCall[];
  readonly exchange: readonly string[];
  readonly judgement: Judgement | undefined;
  readonly error: Failure | undefined;
}

const turnOf = ({ attempt, turn }: ReflectorContext) => `${attempt}${turn === 1 ? '' : `.${turn}`}`;
const reflectKey = (context: ReflectorContext) => `${context.scope}/reflect#${turnOf(context)}`;

export const reflectorMachine = setup({
  types: {
    input: {} as ReflectorInput,
    context: {} as ReflectorContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as ReflectorOutput,
  },
  actors: {
    reflect: slot<FeedbackResult, ReflectInput>('reflect'),
    toolCalls: toolCallsMachine,
    wait: slot<unknown, WaitInput>('wait'),
  },
  actions: {
    keepFeedback: assign(({ context }, { value }: Settled<FeedbackResult>) => ({
      judgement: {
        key: reflectKey(context),
        branch: reflectionBranch(value),
        finalAnswer: value.finalAnswer,
        notDone: value.notDone,
        retries: value.retries ?? [],
        plan: value.plan,
      },
    })),
    keepCalls: assign((_, calls: readonly ToolCall[]) => ({ calls })),
    keepRead: assign(({ context }, { keys }: ToolCallsOutput) => ({
      exchange: [...context.exchange, reflectKey(context), ...keys],
      turn: context.turn + 1,
    })),
    noteError: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.retry),
      error: toFailure(error),
      remark: error.code === 'bad-output' ? error.message : context.remark,
    })),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    reads: ({ context }, { toolCalls = [] }: FeedbackResult) => toolCalls.length > 0 && context.turn < context.turns,
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context, error, context),
  },
}).createMachine({
  id: 'reflector',
  context: ({ input }) => ({
    ...input,
    ...firstTry,
    at: 0,
    waitMs: 0,
    remark: undefined,
    turn: 1,
    calls: [],
    exchange: [],
    judgement: undefined,
    error: undefined,
  }),
  initial: 'reflecting',
  states: {
    reflecting: {
      invoke: {
        id: 'reflect',
        src: 'reflect',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          key: reflectKey(context),
          timeoutMs: context.callMs,
          ...capOf(context),
          round: context.round,
          isStalled: context.isStalled,
          exchange: context.exchange,
          isLast: context.turn >= context.turns,
          ...(context.remark === undefined ? {} : { remark: context.remark }),
        }),
        onDone: [
          {
            guard: { type: 'reads', params: ({ event }) => event.output.value },
            target: 'reading',
            actions: { type: 'keepCalls', params: ({ event }) => event.output.value.toolCalls ?? [] },
          },
          { target: 'completed', actions: { type: 'keepFeedback', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
            target: 'waiting',
            actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
          },
          { target: 'failed', actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) } },
        ],
      },
    },
    reading: {
      invoke: {
        id: 'toolCalls',
        src: 'toolCalls',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          scope: `${context.scope}/read#${turnOf(context)}`,
          timeoutMs: context.callMs,
          calls: context.calls,
        }),
        onDone: { target: 'reflecting', actions: { type: 'keepRead', params: ({ event }) => event.output } },
      },
    },
    waiting: {
      tags: 'waiting',
      invoke: {
        id: 'wait',
        src: 'wait',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          key: `${context.scope}/wait#${context.attempt}`,
          until: context.at + context.waitMs,
        }),
        onDone: { target: 'reflecting', actions: 'tryAgain' },
        onError: {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
        },
      },
    },
    completed: { type: 'final', output: ({ context }) => ({ ok: true, judgement: context.judgement }) },
    failed: { type: 'final', output: ({ context }) => ({ ok: false, error: context.error }) },
  },
  output: ({ event }) => event.output as ReflectorOutput, // the final states above
});
