import { assign, createMachine } from 'xstate';

/** What no machine should have: it is not in the context. */
let total = 0;

export const dirtyCounter = createMachine({
  id: 'dirty',
  types: { context: {} as { numbers: number[] } },
  context: { numbers: [] },
  initial: 'counting',
  states: {
    counting: {
      on: {
        count: { actions: assign({ numbers: ({ context }) => [...context.numbers, ++total] }) },
        stop: 'stopped',
      },
    },
    stopped: { type: 'final' },
  },
  output: ({ context }) => context.numbers,
});
