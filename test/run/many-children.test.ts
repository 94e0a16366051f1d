import { expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { createRunner } from '../../src/run/create-runner.ts';
import { defineChart } from '../../src/run/define-chart.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';

const [groups, members] = [100, 100];

/** Spawns children without ids, all at once, and adds up what they give. In plain XState one parent of ten thousand is quadratic; so there are groups. */
const adder = (count: number, child: 'number' | 'group') =>
  setup({
    types: { context: {} as { left: number; sum: number }, output: {} as number },
    actors: {
      number: fromPromise<number, number>(async ({ input }) => input),
      group: setup({}).createMachine({}),
    },
    actions: {
      spawnAll: assign(({ spawn }) => {
        for (let number = 1; number <= count; number++) spawn(child, { input: number as never }); // a group takes none
        return {};
      }),
      add: assign({ left: ({ context }) => context.left - 1, sum: ({ context }, more: number) => context.sum + more }),
    },
    guards: { isEmpty: ({ context }) => context.left === 0 },
  }).createMachine({
    context: { left: count, sum: 0 },
    initial: 'working',
    states: {
      working: {
        entry: 'spawnAll',
        on: {
          'xstate.done.actor.*': {
            actions: { type: 'add', params: ({ event }) => (event as unknown as { output: number }).output }, // what the children give
          },
        },
        always: { guard: 'isEmpty', target: 'done' },
      },
      done: { type: 'final' },
    },
    output: ({ context }) => context.sum,
  });

const crowd = defineChart({
  name: 'crowd',
  version: '1',
  machine: adder(groups, 'group').provide({ actors: { group: adder(members, 'number') as never } }), // the same chart, one level below
});

it('ten thousand children without ids come to their end, each under a key of its own, and replay', async () => {
  const runner = createRunner({ charts: [crowd], store: memoryStore() });
  const run = runner.start(crowd, { id: 'r' });
  expect(await run.result).toEqual({ status: 'completed', output: (groups * members * (members + 1)) / 2 });
  const keys = run.log.flatMap((entry) => (entry.type === 'effect.started' ? [entry.data.key] : []));
  expect(new Set(keys).size).toBe(groups * members);
  expect(await runner.replay('r')).toMatchObject({ equal: true });
});
