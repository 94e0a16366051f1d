import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

export const announcer = setup({
  types: {
    context: {} as { announced: number },
    events: {} as { type: 'announce'; text: string } | { type: 'hush' },
    emitted: {} as { type: 'announcement'; text: string; number: number },
  },
  actors: {
    record: fromPromise<number, string, { type: 'recorded'; text: string }>(async ({ input, self, emit: tell }) => {
      did(`record ${input}`, self);
      tell({ type: 'recorded', text: input });
      return later(input.length);
    }),
    hum: fromCallback<{ type: 'never' }, undefined, { type: 'humming' }>(({ emit: tell, self }) => {
      did('hum', self);
      tell({ type: 'humming' });
    }),
  },
}).createMachine({
  id: 'announcer',
  context: { announced: 0 },
  initial: 'ready',
  invoke: { src: 'hum' },
  states: {
    ready: {
      on: {
        announce: {
          target: 'recording',
          actions: [
            assign({ announced: ({ context }) => context.announced + 1 }),
            emit(({ context, event }) => ({ type: 'announcement', text: event.text, number: context.announced })),
          ],
        },
        hush: 'silent',
      },
    },
    recording: {
      invoke: {
        src: 'record',
        input: ({ event }) => (event.type === 'announce' ? event.text : ''),
        onDone: 'ready',
      },
    },
    silent: { type: 'final' },
  },
  output: ({ context }) => context.announced,
});
