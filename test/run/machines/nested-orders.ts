import { assign, createMachine, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

const taxes = createMachine({
  id: 'taxes',
  types: { input: {} as { net: number }, context: {} as { net: number }, output: {} as { gross: number } },
  context: ({ input }) => ({ net: input.net }),
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        src: fromPromise(async ({ self }) => {
          did('look up rate', self);
          return later(0.25);
        }),
        onDone: { target: 'known', actions: assign({ net: ({ context, event }) => context.net * (1 + event.output) }) },
      },
    },
    known: { type: 'final' },
  },
  output: ({ context }) => ({ gross: context.net }),
});

const orderLine = setup({
  types: {
    context: {} as { name: string; price: number; gross: number },
    input: {} as { name: string; price: number },
    output: {} as { name: string; gross: number },
  },
  actors: { taxes },
}).createMachine({
  id: 'line',
  context: ({ input }) => ({ ...input, gross: 0 }),
  initial: 'taxing',
  states: {
    taxing: {
      invoke: {
        src: 'taxes',
        input: ({ context }) => ({ net: context.price }),
        onDone: { target: 'resting', actions: assign({ gross: ({ event }) => event.output.gross }) },
      },
    },
    resting: { after: { 3: 'taxed' } },
    taxed: { type: 'final' },
  },
  output: ({ context }) => ({ name: context.name, gross: context.gross }),
});

export const nestedOrders = setup({
  types: {
    context: {} as { lines: { name: string; gross: number }[] },
    events: {} as { type: 'ORDER' },
  },
  actors: { orderLine },
}).createMachine({
  id: 'order',
  context: { lines: [] },
  initial: 'empty',
  states: {
    empty: { on: { ORDER: 'first' } },
    first: {
      invoke: {
        id: 'first',
        src: 'orderLine',
        input: { name: 'tea', price: 4 },
        onDone: {
          target: 'second',
          actions: assign({ lines: ({ context, event }) => [...context.lines, event.output] }),
        },
      },
    },
    second: {
      invoke: {
        src: 'orderLine',
        input: { name: 'cup', price: 8 },
        onDone: {
          target: 'done',
          actions: assign({ lines: ({ context, event }) => [...context.lines, event.output] }),
        },
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.lines,
});
