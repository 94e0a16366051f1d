import { type ChartRun, defineChart } from 'troupe';
import { assign, setup } from 'xstate';

/** An order that is put together, packed for a moment, and sent. */
export const orderMachine = setup({
  types: {
    context: {} as { readonly items: number },
    events: {} as
      | { type: 'item.added' }
      | { type: 'item.lost' }
      | { type: 'shelf.seen' }
      | { type: 'order.placed' }
      | { type: 'order.received'; by: string },
    output: {} as { readonly sent: number },
  },
  actions: {
    addItem: assign({ items: ({ context }) => context.items + 1 }),
    loseItem: assign({
      items: () => {
        throw new Error('The item is lost.');
      },
    }),
  },
}).createMachine({
  id: 'order',
  context: { items: 0 },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'item.added': { actions: 'addItem' },
        'item.lost': { actions: 'loseItem' },
        'order.placed': 'packing',
      },
    },
    packing: { after: { 20: 'sending' } },
    sending: { on: { 'order.received': 'received' } },
    received: { type: 'final' },
  },
  output: ({ context }) => ({ sent: context.items }),
});

export const order = defineChart({ name: 'order', version: '1', machine: orderMachine });

export type OrderRun = ChartRun<typeof orderMachine>;
