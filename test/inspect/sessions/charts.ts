import { defineChart } from 'troupe';
import { assign, createMachine, fromPromise, sendParent, sendTo, setup, spawnChild } from 'xstate';

const counter = createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'counting',
  states: {
    counting: {
      on: {
        counted: { actions: [assign({ count: ({ context }) => context.count + 1 }), sendParent({ type: 'heard' })] },
        closed: { target: 'shut', actions: sendParent({ type: 'heard' }) },
      },
    },
    shut: { type: 'final' },
  },
});

/**
 * A shop whose steps are of every kind: it sends to a child before it starts an effect and before it stops the child, has a timer, and two effects under one id.
 */
export const shop = defineChart({
  name: 'checkout',
  version: '1',
  machine: setup({
    types: {
      input: {} as { items: number },
      context: {} as { items: number; heard: number; receipt: string },
      events: {} as { type: 'looked' } | { type: 'paid' } | { type: 'heard' } | { type: 'shipped' },
    },
    actors: {
      counter,
      charge: fromPromise(async ({ input }: { input: number }) => `receipt for ${input}`),
    },
  }).createMachine({
    id: 'shop',
    context: ({ input }) => ({ items: input.items, heard: 0, receipt: '' }),
    on: { heard: { actions: assign({ heard: ({ context }) => context.heard + 1 }) } },
    initial: 'open',
    states: {
      open: {
        invoke: { src: 'counter', id: 'counter' },
        entry: sendTo('counter', { type: 'counted' }),
        // The child has this before it is stopped.
        exit: sendTo('counter', { type: 'counted' }),
        on: {
          paid: 'charging',
          looked: {
            actions: [
              sendTo('counter', { type: 'counted' }),
              spawnChild('charge', { id: 'look', input: 1 }),
              sendTo('counter', { type: 'counted' }),
            ],
          },
        },
      },
      charging: {
        invoke: {
          src: 'charge',
          id: 'charge',
          input: ({ context }) => context.items,
          onDone: { target: 'waiting', actions: assign({ receipt: ({ event }) => event.output }) },
        },
      },
      waiting: { after: { 60000: 'confirming' }, on: { shipped: 'confirming' } },
      confirming: {
        invoke: { src: 'charge', id: 'charge', input: 0, onDone: 'done' },
      },
      done: { type: 'final' },
    },
    output: ({ context }) => ({ receipt: context.receipt, heard: context.heard }),
  }),
});
