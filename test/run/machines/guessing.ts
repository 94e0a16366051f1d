import { and, assign, not, or, setup, stateIn } from 'xstate';
import { did } from '../side-file.ts';

export const guessing = setup({
  types: {
    context: {} as { secret: number; guesses: number[]; hints: string[] },
    input: {} as { secret: number },
    events: {} as { type: 'GUESS'; number: number } | { type: 'HINTS_OFF' },
  },
  guards: {
    isRight: ({ context }) => context.guesses.at(-1) === context.secret,
    isHigh: ({ context }) => (context.guesses.at(-1) ?? 0) > context.secret,
    isSpent: ({ context }) => context.guesses.length >= 6,
  },
  actions: {
    hint: assign({ hints: ({ context }, hint: string) => [...context.hints, hint] }),
  },
}).createMachine({
  id: 'guessing',
  type: 'parallel',
  context: ({ input }) => ({ secret: input.secret, guesses: [], hints: [] }),
  states: {
    game: {
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            GUESS: {
              target: 'judging',
              actions: assign({ guesses: ({ context, event }) => [...context.guesses, event.number] }),
            },
          },
        },
        judging: {
          always: [
            { guard: or(['isRight', 'isSpent']), target: 'over' },
            {
              guard: and(['isHigh', stateIn({ hints: 'on' })]),
              target: 'waiting',
              actions: { type: 'hint', params: 'lower' },
            },
            {
              guard: and([not('isHigh'), stateIn({ hints: 'on' })]),
              target: 'waiting',
              actions: { type: 'hint', params: 'higher' },
            },
            { target: 'waiting', actions: () => did('no hint') },
          ],
        },
        over: { type: 'final' },
      },
    },
    hints: {
      initial: 'on',
      states: { on: { on: { HINTS_OFF: 'off' } }, off: { type: 'final' } },
    },
  },
  output: ({ context }) => ({ guesses: context.guesses.length, hints: context.hints }),
});
