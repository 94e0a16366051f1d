import { assign, setup } from 'xstate';
import { did } from '../side-file.ts';

export const trafficLight = setup({
  types: { context: {} as { cycles: number } },
  actions: {
    switchLamp: (_, params: { colour: string }) => did(`lamp ${params.colour}`),
    countCycle: assign({ cycles: ({ context }) => context.cycles + 1 }),
  },
  guards: { isWornOut: ({ context }) => context.cycles === 3 },
}).createMachine({
  id: 'trafficLight',
  initial: 'green',
  context: { cycles: 0 },
  states: {
    green: {
      entry: { type: 'switchLamp', params: { colour: 'green' } },
      after: { 8: 'yellow' },
    },
    yellow: {
      entry: { type: 'switchLamp', params: { colour: 'yellow' } },
      after: { 3: 'red' },
    },
    red: {
      entry: [{ type: 'switchLamp', params: { colour: 'red' } }, 'countCycle'],
      initial: 'walk',
      states: {
        walk: { after: { 4: 'wait' } },
        wait: { after: { 2: 'stop' } },
        stop: { type: 'final' },
      },
      onDone: [{ guard: 'isWornOut', target: 'off' }, { target: 'green' }],
    },
    off: { type: 'final' },
  },
  output: ({ context }) => context.cycles,
});
