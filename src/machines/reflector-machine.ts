/**
 * A reflector judges a round until its judgement can be read or its attempts are spent. Results that it was shown in part it may read in
 * full before.
 *
 *   reading ◀──▶ reflecting ──▶ completed
 *                  ▲    ▼ the call failed, or its answer could not be read
 *                waiting ──▶ failed
 */

import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import { type EffectError, type Failure, isWorthRetrying, type Settled } from '../domain/effect.ts';
import { type FeedbackResult, type Retry, reflectionBranch } from '../domain/feedback.ts';
import type { ToolCall } from '../domain/message.ts';
import type { NotDone } from '../domain/thinking.ts';
import type { Verdict } from '../domain/verdict.ts';
import {
  type Attempts,
  afterAttempt,
  attempts,
  type CallerInput,
  callAddress,
  firstAttempt,
  giveUp,
  type Remarked,
  scopedWait,
} from './attempts.ts';
import { growable } from './growable.ts';
import { slot } from './slot.ts';
import { type ToolCallsOutput, toolCallsMachine } from './tool-calls-machine.ts';

export interface ReflectorInput extends CallerInput {
  readonly round: number;
  /** The round brought nothing new. */
  readonly isStalled: boolean;
  readonly turns: number;
}

/** What the host has to know of a piece of feedback; the rest is in the log under `key`. */
export interface Judgement {
  readonly key: string;
  readonly branch: Verdict;
  readonly finalAnswer: string | undefined;
  readonly notDone: readonly NotDone[];
  readonly retries: readonly Retry[];
  /** The new steps of the plan, as Markdown. */
  readonly plan: string | undefined;
}

export type ReflectorOutput =
  | { readonly ok: true; readonly judgement: Judgement }
  | { readonly ok: false; readonly error: Failure };

export interface ReflectorContext extends ReflectorInput, Attempts, Remarked {
  readonly turn: number;
  readonly calls: readonly ToolCall[];
  readonly exchange: readonly string[];
  readonly judgement: Judgement | undefined;
  readonly error: Failure | undefined;
}

const turnOf = ({ attempt, turn }: ReflectorContext) => `${attempt}${turn === 1 ? '' : `.${turn}`}`;
const reflectKey = (context: ReflectorContext) => `${context.scope}/reflect#${turnOf(context)}`;

const reflectorSetup = setup({
  types: {
    input: {} as ReflectorInput,
    context: {} as ReflectorContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as ReflectorOutput,
  },
  actors: {
    reflect: slot('reflect'),
    toolCalls: toolCallsMachine,
    wait: slot('wait'),
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
    noteFailure: assign(({ context }, error: EffectError) => afterAttempt(context, error)),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    reads: ({ context }, { toolCalls = [] }: FeedbackResult) => toolCalls.length > 0 && context.turn < context.turns,
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context, error, context),
  },
});

export const reflectorMachine = reflectorSetup.createMachine({
  id: 'reflector',
  context: ({ input }) =>
    growable({
      ...input,
      ...firstAttempt,
      remark: undefined,
      turn: 1,
      calls: [],
      exchange: [],
      judgement: undefined,
      error: undefined,
    }),
  initial: 'reflecting',
  states: {
    ...attempts(
      'reflecting',
      reflectorSetup.createStateConfig({
        invoke: {
          id: 'reflect',
          src: 'reflect',
          input: ({ context }) => ({
            ...callAddress(context, reflectKey(context)),
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
          onError: giveUp,
        },
      }),
      scopedWait,
    ),
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
    completed: { type: 'final', output: ({ context }) => ({ ok: true, judgement: context.judgement }) },
    failed: { type: 'final', output: ({ context }) => ({ ok: false, error: context.error }) },
  },
  output: ({ event }) => event.output as ReflectorOutput, // the final states above
});
