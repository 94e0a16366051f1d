import { assign, setup } from 'xstate';
import { did } from '../side-file.ts';

export const selfTalk = setup({
  types: {
    context: {} as { thoughts: number },
    events: {} as { type: 'think' } | { type: 'more' } | { type: 'enough' },
  },
  actions: {
    goOn: ({ self, context }) => {
      did(`thought ${context.thoughts}`);
      self.send({ type: 'more' });
    },
  },
}).createMachine({
  id: 'selfTalk',
  context: { thoughts: 0 },
  initial: 'quiet',
  states: {
    quiet: { on: { think: 'thinking' } },
    thinking: {
      entry: ['goOn'],
      on: {
        more: [
          { guard: ({ context }) => context.thoughts >= 3, target: 'tired' },
          { target: 'thinking', reenter: true, actions: assign({ thoughts: ({ context }) => context.thoughts + 1 }) },
        ],
      },
    },
    tired: { on: { enough: 'asleep' } },
    asleep: { type: 'final' },
  },
  output: ({ context }) => context.thoughts,
});
