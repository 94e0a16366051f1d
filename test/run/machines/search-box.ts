import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

export const searchBox = setup({
  types: {
    context: {} as { query: string; results: string[]; entered: number; left: number },
    events: {} as { type: 'type'; text: string } | { type: 'refresh' } | { type: 'quit' },
  },
  actors: {
    search: fromPromise<string[], string>(async ({ input, self, signal }) => {
      did(`search ${input}`, self);
      const found = await later([`${input} 1`, `${input} 2`], input === 'slow' ? 10_000_000 : 2);
      signal.throwIfAborted();
      return found;
    }),
  },
}).createMachine({
  id: 'search',
  context: { query: '', results: [], entered: 0, left: 0 },
  initial: 'idle',
  on: { type: { target: '.searching', actions: assign({ query: ({ event }) => event.text }) } },
  states: {
    idle: {},
    searching: {
      entry: assign({ entered: ({ context }) => context.entered + 1 }),
      exit: assign({ left: ({ context }) => context.left + 1 }),
      invoke: {
        src: 'search',
        input: ({ context }) => context.query,
        onDone: { target: 'found', actions: assign({ results: ({ event }) => event.output }) },
      },
      on: {
        type: { target: 'searching', reenter: true, actions: assign({ query: ({ event }) => event.text }) },
      },
    },
    found: {
      on: {
        refresh: { target: 'searching' },
        quit: { target: 'closed', actions: () => did('close box') },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context,
});
