/**
 * A question to a person from within the work: it waits for the answer, and not longer than until its deadline.
 *
 *   asking ──▶ answered
 *      └─────▶ expired
 *
 * What is asked and what is said are in the log, under the question's id.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { Settled } from '../domain/effect.ts';
import type { PersonInput } from '../domain/effect-inputs.ts';
import { failureOf } from './attempts.ts';
import { slot } from './slot.ts';

export interface QuestionInput extends Omit<PersonInput, 'until'> {
  readonly deadlineMs: number;
  /** When it is asked. */
  readonly at: number;
}

export interface QuestionOutput {
  readonly at: number;
  /** How long it took. */
  readonly waitedMs: number;
}

export interface QuestionContext extends QuestionInput {
  readonly endedAt: number;
}

const untilOf = ({ at, deadlineMs }: QuestionContext) => at + deadlineMs;

export const questionMachine = setup({
  types: {
    input: {} as QuestionInput,
    context: {} as QuestionContext,
    output: {} as QuestionOutput,
  },
  actors: {
    person: fromPromise<Settled<object>, PersonInput>(() => Promise.reject(new Error('The slot "person" is empty.'))),
    wait: slot('wait'),
  },
  actions: { noteEnd: assign((_, { at }: { at: number }) => ({ endedAt: at })) },
}).createMachine({
  id: 'question',
  context: ({ input }) => ({ ...input, endedAt: input.at }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'waiting',
      invoke: [
        {
          id: 'person',
          src: 'person',
          input: ({ context }) => {
            const { run, actor, id, stepId, specialist } = context;
            const who = {
              ...(stepId === undefined ? {} : { stepId }),
              ...(specialist === undefined ? {} : { specialist }),
            };
            return { run, actor, id, ...who, until: untilOf(context) };
          },
          onDone: { target: 'answered', actions: { type: 'noteEnd', params: ({ event }) => event.output } },
        },
        {
          id: 'wait',
          src: 'wait',
          input: ({ context }) => ({
            run: context.run,
            actor: context.actor,
            key: `${context.id}/deadline`,
            until: untilOf(context),
          }),
          onDone: { target: 'expired', actions: { type: 'noteEnd', params: ({ event }) => event.output } },
          onError: { target: 'expired', actions: { type: 'noteEnd', params: failureOf } },
        },
      ],
    },
    answered: { type: 'final' },
    expired: { type: 'final' },
  },
  output: ({ context }) => ({ at: context.endedAt, waitedMs: Math.max(0, context.endedAt - context.at) }),
});
