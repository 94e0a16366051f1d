import { assign, fromPromise, setup } from 'xstate';
import { defineChart } from '../../../src/index.ts';

const machine = setup({
  types: {
    input: {} as { items: number; patienceMs?: number },
    context: {} as { items: number; patienceMs: number; receipt: string },
    events: {} as { type: 'paid' } | { type: 'shipped' } | { type: 'refused' },
    output: {} as { receipt: string },
  },
  actors: { charge: fromPromise(async ({ input }: { input: number }) => `receipt for ${input}`) },
  delays: { patience: ({ context }) => context.patienceMs },
}).createMachine({
  id: 'orders',
  context: ({ input }) => ({ items: input.items, patienceMs: input.patienceMs ?? 3_600_000, receipt: '' }),
  initial: 'open',
  states: {
    open: { on: { paid: 'charging', refused: 'broken' } },
    charging: {
      invoke: {
        src: 'charge',
        id: 'charge',
        input: ({ context }) => context.items,
        onDone: { target: 'waiting', actions: assign({ receipt: ({ event }) => event.output }) },
      },
    },
    waiting: { after: { patience: 'done' }, on: { shipped: 'done' } },
    broken: {
      entry: () => {
        throw new Error('the shop is broken');
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => ({ receipt: context.receipt }),
});

/** Orders of a shop: paid, charged, and done when they are shipped or nobody has waited any longer. */
export const orders = defineChart({ name: 'orders', version: '1', machine });

/** The same chart in a list, under another version. */
export const later = [defineChart({ name: 'orders', version: '2', machine })];
