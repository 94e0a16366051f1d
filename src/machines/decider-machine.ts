/**
 * A decider finds out whether a step is to be done, by its condition, until that can be said or its attempts are spent.
 *
 *   deciding ──▶ completed
 *     ▲   ▼ the call failed, or its answer could not be read
 *   waiting ──▶ failed
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import { type EffectError, type Failure, isWorthRetrying, type Settled } from '../domain/effect.ts';
import type { Verdict } from '../log/effect-outputs.ts';
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

export interface DeciderInput extends CallerInput {
  readonly stepId: string;
  readonly condition: string;
}

export type DeciderOutput =
  | { readonly ok: true; readonly stepId: string; readonly verdict: Verdict }
  | { readonly ok: false; readonly stepId: string; readonly error: Failure };

export interface DeciderContext extends DeciderInput, Attempts, Remarked {
  readonly verdict: Verdict | undefined;
  readonly error: Failure | undefined;
}

const deciderSetup = setup({
  types: {
    input: {} as DeciderInput,
    context: {} as DeciderContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as DeciderOutput,
  },
  actors: { decide: slot('decide'), wait: slot('wait') },
  actions: {
    keepVerdict: assign((_, { value }: Settled<Verdict>) => ({ verdict: value })),
    noteFailure: assign(({ context }, error: EffectError) => afterAttempt(context, error)),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context, error, context),
  },
});

export const deciderMachine = deciderSetup.createMachine({
  id: 'decider',
  context: ({ input }) =>
    growable({
      ...input,
      ...firstAttempt,
      remark: undefined,
      verdict: undefined,
      error: undefined,
    }),
  initial: 'deciding',
  states: {
    ...attempts(
      'deciding',
      deciderSetup.createStateConfig({
        invoke: {
          id: 'decide',
          src: 'decide',
          input: ({ context }) => ({
            ...callAddress(context, `${context.scope}/decide#${context.attempt}`),
            stepId: context.stepId,
            condition: context.condition,
            ...(context.remark === undefined ? {} : { remark: context.remark }),
          }),
          onDone: { target: 'completed', actions: { type: 'keepVerdict', params: ({ event }) => event.output } },
          onError: giveUp,
        },
      }),
      scopedWait,
    ),
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
