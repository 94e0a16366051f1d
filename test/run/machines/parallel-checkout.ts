import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

export const parallelCheckout = setup({
  types: {
    context: {} as { order: string; receipt?: string; label?: string },
    input: {} as { order: string },
    events: {} as { type: 'confirm' } | { type: 'gift'; wanted: boolean },
  },
  actors: {
    charge: fromPromise<string, string>(async ({ input, self }) => {
      did(`charge ${input}`, self);
      return later(`receipt of ${input}`, 4);
    }),
    ship: fromPromise<string, string>(async ({ input, self }) => {
      did(`ship ${input}`, self);
      return later(`label of ${input}`);
    }),
  },
  actions: { notify: () => did('notify customer') },
}).createMachine({
  id: 'checkout',
  initial: 'cart',
  context: ({ input }) => ({ order: input.order }),
  states: {
    cart: { on: { confirm: 'processing' } },
    processing: {
      type: 'parallel',
      states: {
        payment: {
          initial: 'charging',
          states: {
            charging: {
              invoke: {
                src: 'charge',
                input: ({ context }) => context.order,
                onDone: { target: 'paid', actions: assign({ receipt: ({ event }) => event.output }) },
              },
            },
            paid: { type: 'final' },
          },
        },
        shipping: {
          initial: 'labelling',
          states: {
            labelling: {
              invoke: {
                id: 'ship',
                src: 'ship',
                input: ({ context }) => context.order,
                onDone: { target: 'waiting', actions: assign({ label: ({ event }) => event.output }) },
              },
            },
            waiting: { after: { 5: 'shipped' } },
            shipped: { type: 'final' },
          },
        },
        wrapping: {
          initial: 'asking',
          states: {
            asking: {
              on: {
                gift: [{ guard: ({ event }) => event.wanted, target: 'wrapped' }, { target: 'plain' }],
              },
            },
            wrapped: { type: 'final' },
            plain: { type: 'final' },
          },
        },
      },
      onDone: { target: 'completed', actions: 'notify' },
    },
    completed: { type: 'final' },
  },
  output: ({ context }) => ({ receipt: context.receipt, label: context.label }),
});
