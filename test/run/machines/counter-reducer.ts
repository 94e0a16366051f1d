import { assign, fromTransition, sendTo, setup } from 'xstate';
import { did } from '../side-file.ts';

const counter = fromTransition(
  (state: { count: number }, event: { type: 'add'; by: number } | { type: 'clear' }) =>
    event.type === 'add' ? { count: state.count + event.by } : { count: 0 },
  ({ input }: { input: { from: number } }) => ({ count: input.from }),
);

export const counterReducer = setup({
  types: {
    context: {} as { last: number },
    events: {} as { type: 'press'; by: number } | { type: 'clear' } | { type: 'finish' },
  },
  actors: { counter },
}).createMachine({
  id: 'calculator',
  context: { last: 0 },
  invoke: {
    id: 'counter',
    src: 'counter',
    input: { from: 10 },
    onSnapshot: { actions: assign({ last: ({ event }) => event.snapshot.context.count }) },
  },
  initial: 'on',
  states: {
    on: {
      on: {
        press: { actions: [sendTo('counter', ({ event }) => ({ type: 'add', by: event.by })), () => did('click')] },
        clear: { actions: sendTo('counter', { type: 'clear' }) },
        finish: 'off',
      },
    },
    off: { type: 'final' },
  },
  output: ({ context }) => context.last,
});
