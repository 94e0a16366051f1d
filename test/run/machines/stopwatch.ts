import { assign, fromCallback, setup } from 'xstate';
import { did } from '../side-file.ts';

export const stopwatch = setup({
  types: {
    context: {} as { elapsed: number; laps: number[] },
    events: {} as { type: 'start' } | { type: 'stop' } | { type: 'lap' } | { type: 'reset' } | { type: 'TICK' },
  },
  actors: {
    ticks: fromCallback(({ sendBack, self }) => {
      did('ticks', self);
      const interval = setInterval(() => sendBack({ type: 'TICK' }), 2);
      return () => clearInterval(interval);
    }),
  },
}).createMachine({
  id: 'stopwatch',
  initial: 'stopped',
  context: { elapsed: 0, laps: [] },
  states: {
    stopped: {
      on: {
        start: 'running',
        lap: { actions: assign({ laps: ({ context }) => [...context.laps, context.elapsed] }) },
        reset: { target: 'done', actions: assign({ elapsed: 0 }) },
      },
    },
    running: {
      invoke: { src: 'ticks' },
      on: {
        TICK: { actions: assign({ elapsed: ({ context }) => context.elapsed + 1 }) },
        stop: 'stopped',
      },
      always: { guard: ({ context }) => context.elapsed > 0 && context.elapsed % 4 === 0, target: 'rounded' },
    },
    rounded: {
      entry: assign({ elapsed: ({ context }) => context.elapsed + 1 }),
      always: 'stopped',
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.laps,
});
