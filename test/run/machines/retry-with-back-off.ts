import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

export const retryWithBackOff = setup({
  types: {
    context: {} as { url: string; attempts: number; body?: string; error?: string },
    input: {} as { url: string },
    output: {} as { attempts: number; body: string | undefined },
  },
  actors: {
    fetchPage: fromPromise<string, { url: string; attempt: number }>(async ({ input, self }) => {
      did(`fetch ${input.url} attempt ${input.attempt}`, self);
      await later(undefined);
      if (input.attempt < 4) throw new Error(`503 at attempt ${input.attempt}`);
      return `page of ${input.url}`;
    }),
  },
  delays: { backOff: ({ context }) => 2 ** context.attempts },
  guards: { canRetry: ({ context }) => context.attempts < 5 },
}).createMachine({
  id: 'retry',
  context: ({ input }) => ({ url: input.url, attempts: 0 }),
  initial: 'fetching',
  states: {
    fetching: {
      entry: assign({ attempts: ({ context }) => context.attempts + 1 }),
      invoke: {
        src: 'fetchPage',
        input: ({ context }) => ({ url: context.url, attempt: context.attempts }),
        onDone: { target: 'succeeded', actions: assign({ body: ({ event }) => event.output }) },
        onError: [
          {
            guard: 'canRetry',
            target: 'waiting',
            actions: assign({ error: ({ event }) => String(event.error) }),
          },
          { target: 'failed' },
        ],
      },
    },
    waiting: { after: { backOff: 'fetching' } },
    succeeded: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }) => ({ attempts: context.attempts, body: context.body }),
});
