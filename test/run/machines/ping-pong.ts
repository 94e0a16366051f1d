import { assign, fromCallback, sendTo, setup } from 'xstate';
import { did } from '../side-file.ts';

type Ball = { type: 'ping'; count: number };

export const pingPong = setup({
  types: {
    context: {} as { rallies: number },
    events: {} as { type: 'serve' } | { type: 'pong'; count: number } | { type: 'ready' },
  },
  actors: {
    opponent: fromCallback<Ball>(({ sendBack, receive, self }) => {
      did('opponent', self);
      receive((ball) => sendBack({ type: 'pong', count: ball.count }));
      sendBack({ type: 'ready' });
    }),
  },
}).createMachine({
  id: 'pingPong',
  context: { rallies: 0 },
  initial: 'warmingUp',
  invoke: { id: 'opponent', src: 'opponent' },
  states: {
    warmingUp: { on: { ready: 'waiting' } },
    waiting: { on: { serve: 'playing' } },
    playing: {
      entry: sendTo('opponent', ({ context }) => ({ type: 'ping', count: context.rallies + 1 })),
      on: {
        pong: [
          { guard: ({ event }) => event.count === 5, target: 'won', actions: assign({ rallies: 5 }) },
          { target: 'playing', reenter: true, actions: assign({ rallies: ({ event }) => event.count }) },
        ],
        // The opponent has come back and knows nothing of the ball.
        ready: { target: 'playing', reenter: true },
      },
    },
    won: { type: 'final' },
  },
  output: ({ context }) => context.rallies,
});
