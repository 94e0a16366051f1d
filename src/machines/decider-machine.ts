/**
 * A decider finds out whether a step is to be done, by its condition, until that can be said or its attempts are spent.
 *
 *   deciding ──▶ completed
 *     ▲   ▼ the call failed, or its answer could not be read
 *   waiting ──▶ failed
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
import { slot, type WaitInput } from './slot.ts';

export interface DeciderInput {
  readonly run: string;
  readonly actor: string;
  /** The prefix of its effects' keys. */
  readonly scope: string;
  readonly stepId: string;
  readonly condition: string;
  readonly attempts: number;
  readonly callMs: number;
  readonly retry: RetryPolicy;
}

/** What a decision gets: everything else it reads from the log. */
export interface DecideInput {
  readonly stepId: string;
  readonly condition: string;
  /** What was wrong with the answer before. */
  readonly remark?: string;
}

/** Whether the step is to be done, and why. */
export interface Verdict {
  readonly run: boolean;
  readonly reason: string;
}

export type DeciderOutput =
  | { readonly ok: true; readonly stepId: string; readonly verdict: Verdict }
  | { readonly ok: false; readonly stepId: string; readonly error: Failure };

export interface DeciderContext extends DeciderInput, Tries {
  readonly at: number;
  readonly waitMs: number;
  readonly remark: string | undefined;
  readonly verdict: Verdict | undefined;
  readonly error: Failure | undefined;
}

export const deciderMachine = setup({
  types: {
    input: {} as DeciderInput,
    context: {} as DeciderContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as DeciderOutput,
  },
  actors: { decide: slot<Verdict, DecideInput>('decide'), wait: slot<unknown, WaitInput>('wait') },
  actions: {
    keepVerdict: assign((_, { value }: Settled<Verdict>) => ({ verdict: value })),
    noteError: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.retry),
      error: toFailure(error),
      remark: error.code === 'bad-output' ? error.message : context.remark,
    })),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context, error, context),
  },
}).createMachine({
  id: 'decider',
  context: ({ input }) => ({
    ...input,
    ...firstTry,
    at: 0,
    waitMs: 0,
    remark: undefined,
    verdict: undefined,
    error: undefined,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          key: `${context.scope}/decide#${context.attempt}`,
          timeoutMs: context.callMs,
          ...capOf(context),
          stepId: context.stepId,
          condition: context.condition,
          ...(context.remark === undefined ? {} : { remark: context.remark }),
        }),
        onDone: { target: 'completed', actions: { type: 'keepVerdict', params: ({ event }) => event.output } },
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
        onDone: { target: 'deciding', actions: 'tryAgain' },
        onError: {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
        },
      },
    },
    completed: {
      type: 'final',
      output: ({ context: { stepId, verdict } }) => ({ ok: true, stepId, verdict }),
    },
    failed: {
      type: 'final',
      output: ({ context: { stepId, error } }) => ({ ok: false, stepId, error }),
    },
  },
  output: ({ event }) => event.output as DeciderOutput, // the final states above
});
