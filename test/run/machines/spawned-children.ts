import { assign, fromPromise, setup, spawnChild, stopChild } from 'xstate';
import { did, later } from '../side-file.ts';

export const spawnedChildren = setup({
  types: { context: {} as { finished: number } },
  actors: {
    download: fromPromise<string, string>(async ({ input, self }) => {
      did(`download ${input}`, self);
      return later(input);
    }),
    watch: fromPromise<void>(async ({ self }) => {
      did('watch', self);
      await later(undefined, 10_000_000);
    }),
  },
}).createMachine({
  id: 'downloads',
  context: { finished: 0 },
  initial: 'downloading',
  entry: [
    spawnChild('download', { input: 'a.zip' }),
    spawnChild('download', { input: 'b.zip' }),
    spawnChild('download', { input: 'c.zip', id: 'last' }),
    spawnChild('watch', { id: 'watcher' }),
  ],
  states: {
    downloading: {
      on: {
        'xstate.done.actor.*': { actions: assign({ finished: ({ context }) => context.finished + 1 }) },
      },
      always: { guard: ({ context }) => context.finished === 3, target: 'tidying' },
    },
    tidying: {
      entry: stopChild('watcher'),
      on: { CLOSE: 'closed' },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.finished,
});
