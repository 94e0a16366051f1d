import { assign, fromCallback, sendTo, setup } from 'xstate';
import { did } from '../side-file.ts';

const logger = fromCallback<{ type: 'log'; line: string }>(({ receive, self }) => {
  did('logger', self);
  receive(({ line }) => did(`heard ${line}`));
});

const clerk = setup({
  types: { context: {} as { served: number }, events: {} as { type: 'serve'; guest: string } },
}).createMachine({
  id: 'clerk',
  context: { served: 0 },
  on: {
    serve: {
      actions: [
        assign({ served: ({ context }) => context.served + 1 }),
        sendTo(
          ({ system }) => system.get('logger'),
          ({ event }) => ({ type: 'log', line: event.guest }),
        ),
        sendTo(
          ({ system }) => system.get('desk'),
          ({ event, context }) => ({ type: 'served', guest: event.guest, count: context.served }),
        ),
      ],
    },
  },
});

const desk = setup({
  types: {
    context: {} as { guests: string[] },
    events: {} as { type: 'served'; guest: string; count: number },
  },
}).createMachine({
  id: 'desk',
  context: { guests: [] },
  on: {
    served: {
      actions: assign({
        guests: ({ context, event }) => [...context.guests, `${event.guest} as number ${event.count}`],
      }),
    },
  },
});

export const receptionist = setup({
  types: {
    context: {} as { guests: string[] },
    events: {} as { type: 'arrive'; guest: string } | { type: 'close' },
  },
  actors: { logger, clerk, desk },
}).createMachine({
  id: 'hotel',
  context: { guests: [] },
  invoke: [
    { src: 'logger', systemId: 'logger' },
    { src: 'clerk', systemId: 'clerk' },
    { src: 'desk', systemId: 'desk' },
  ],
  initial: 'open',
  states: {
    open: {
      on: {
        arrive: {
          actions: sendTo(
            ({ system }) => system.get('clerk'),
            ({ event }) => ({ type: 'serve', guest: event.guest }),
          ),
        },
        close: {
          target: 'closed',
          actions: assign({ guests: ({ system }) => [...system.get('desk').getSnapshot().context.guests] }),
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.guests,
});
