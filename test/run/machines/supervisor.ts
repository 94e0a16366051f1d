import { type ActorRefFrom, assign, fromPromise, sendParent, setup } from 'xstate';
import { did, later } from '../side-file.ts';

const worker = setup({
  types: {
    context: {} as { job: number },
    input: {} as { job: number },
  },
  actors: {
    compute: fromPromise<number, number>(async ({ input, self }) => {
      did(`compute ${input}`, self);
      return later(input * input);
    }),
  },
}).createMachine({
  id: 'worker',
  context: ({ input }) => ({ job: input.job }),
  initial: 'computing',
  states: {
    computing: {
      invoke: {
        src: 'compute',
        input: ({ context }) => context.job,
        onDone: {
          target: 'done',
          actions: sendParent(({ event }) => ({ type: 'WORKER.DONE', result: event.output })),
        },
      },
    },
    done: { type: 'final' },
  },
});

export const supervisor = setup({
  types: {
    context: {} as { workers: ActorRefFrom<typeof worker>[]; results: number[] },
    events: {} as { type: 'JOB'; job: number; name?: string } | { type: 'WORKER.DONE'; result: number },
  },
  actors: { worker },
}).createMachine({
  id: 'supervisor',
  context: { workers: [], results: [] },
  initial: 'working',
  states: {
    working: {
      on: {
        JOB: [
          {
            guard: ({ event }) => event.name !== undefined,
            actions: assign({
              workers: ({ context, event, spawn }) => [
                ...context.workers,
                spawn('worker', { id: event.name ?? 'nobody', input: { job: event.job } }),
              ],
            }),
          },
          {
            actions: assign({
              workers: ({ context, event, spawn }) => [
                ...context.workers,
                spawn('worker', { input: { job: event.job } }),
                spawn('worker', { input: { job: event.job + 1 } }),
              ],
            }),
          },
        ],
        'WORKER.DONE': {
          actions: assign({
            results: ({ context, event }) => [...context.results, event.result].sort((a, b) => a - b),
          }),
        },
      },
      always: { guard: ({ context }) => context.results.length === 6, target: 'done' },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.results,
});
