import { assign, sendTo, setup } from 'xstate';
import { did } from '../side-file.ts';

const download = setup({
  types: {
    context: {} as { percent: number },
    events: {} as { type: 'chunk' },
  },
  delays: { chunk: 2 },
}).createMachine({
  id: 'download',
  context: { percent: 0 },
  initial: 'loading',
  states: {
    loading: {
      after: {
        chunk: {
          target: 'loading',
          reenter: true,
          actions: assign({ percent: ({ context }) => context.percent + 25 }),
        },
      },
      always: { guard: ({ context }) => context.percent >= 100, target: 'loaded' },
    },
    loaded: { entry: () => did('loaded') },
  },
});

export const downloadProgress = setup({
  types: {
    context: {} as { bars: number[] },
    events: {} as { type: 'open' } | { type: 'chunk' },
  },
  actors: { download },
}).createMachine({
  id: 'progress',
  context: { bars: [] },
  initial: 'loading',
  states: {
    loading: {
      entry: sendTo('file', { type: 'chunk' }),
      invoke: {
        id: 'file',
        src: 'download',
        onSnapshot: [
          { guard: ({ event }) => event.snapshot.matches('loaded'), target: 'loaded' },
          {
            guard: ({ context, event }) => context.bars.at(-1) !== event.snapshot.context.percent,
            actions: assign({ bars: ({ context, event }) => [...context.bars, event.snapshot.context.percent] }),
          },
        ],
      },
    },
    loaded: { on: { open: 'opened' } },
    opened: { type: 'final' },
  },
  output: ({ context }) => context.bars,
});
