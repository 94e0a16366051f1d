import { assign, fromPromise, log, setup } from 'xstate';
import { did, later } from '../side-file.ts';

/** A promise that reports to its parent while it is under way, and a hut that hears of it by its system id. */
export const nightWatch = setup({
  types: {
    context: {} as { reports: string[] },
    events: {} as { type: 'report'; hour: number } | { type: 'dawn' },
  },
  actors: {
    patrol: fromPromise<string, number>(async ({ input, self, system }) => {
      did(`patrol ${input}`, self);
      await later(undefined);
      self._parent?.send({ type: 'report', hour: input });
      system.get('hut')?.send({ type: 'report', hour: input });
      await later(undefined);
      return `all quiet at ${input}`;
    }),
    hut: setup({
      types: { context: {} as { heard: number[] }, events: {} as { type: 'report'; hour: number } },
    }).createMachine({
      id: 'hut',
      context: { heard: [] },
      on: {
        report: {
          actions: assign({ heard: ({ context, event }) => [...new Set([...context.heard, event.hour])] }),
        },
      },
    }),
  },
}).createMachine({
  id: 'watch',
  context: { reports: [] },
  invoke: { src: 'hut', systemId: 'hut' },
  initial: 'first',
  states: {
    first: {
      invoke: {
        src: 'patrol',
        input: 1,
        onDone: {
          target: 'second',
          actions: [
            assign({ reports: ({ context, event }) => [...context.reports, event.output] }),
            log('first is back'),
          ],
        },
      },
    },
    second: {
      invoke: {
        src: 'patrol',
        input: 2,
        onDone: {
          target: 'waiting',
          actions: assign({ reports: ({ context, event }) => [...context.reports, event.output] }),
        },
      },
    },
    waiting: { on: { dawn: 'over' } },
    over: {
      entry: assign({
        reports: ({ context, system }) => [
          ...context.reports,
          `heard ${system.get('hut').getSnapshot().context.heard.join()}`,
        ],
      }),
      type: 'final',
    },
  },
  output: ({ context }) => context.reports,
});
