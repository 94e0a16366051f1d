import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { assign, createMachine } from 'xstate';

it('a chart that changes its context in place moves to another version in a runner that is not strict', async () => {
  const machine = createMachine({
    types: { context: {} as { list: number[] } },
    context: () => ({ list: [] }),
    on: {
      add: {
        actions: assign(({ context: { list } }) => {
          list.push(1);
          return { list };
        }),
      },
    },
  });
  const [one, two] = ['1', '2'].map((version) => defineChart({ name: 'list', version, machine }));
  if (!one || !two) throw new Error('There are two versions.');
  const runner = createRunner({ charts: [one, two], store: memoryStore(), strict: false });
  const run = runner.start(one, { id: 'r' });
  await run.send({ type: 'add' });
  await run.leave();
  const moved = await runner.migrate('r', two);
  expect(moved.getSnapshot().context).toEqual({ list: [1] });
});
