import { createRunner, defineChart, effectKey, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { enqueueActions, fromPromise, setup } from 'xstate';

it.each([
  [
    ['pay#2', 'pay', 'pay'],
    ['pay#2', 'pay', 'pay#3'],
  ],
  [
    ['pay', 'pay', 'pay#2'],
    ['pay', 'pay#2', 'pay#2#2'],
  ],
])('actors with the ids %j have the keys %j, each its own', async (ids, expected) => {
  const keys: string[] = [];
  const pay = fromPromise(async ({ self }) => {
    keys.push(effectKey(self));
    await new Promise(() => {});
  });
  const types = { events: {} as { type: 'pay'; id: string } };
  const machine = setup({ types, actors: { pay } }).createMachine({
    on: {
      pay: {
        actions: enqueueActions(({ enqueue, event: { id } }) => {
          enqueue.stopChild(id);
          enqueue.spawnChild('pay', { id });
        }),
      },
    },
  });
  const chart = defineChart({ name: 'shop', version: '1', machine });
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  const run = runner.start(chart, { id: 'r' });
  for (const id of ids) await run.send({ type: 'pay', id });
  expect(keys).toEqual(expected.map((key) => `r/${key}`));
  expect(await runner.check('r')).toMatchObject({ ok: true });
  await runner.close();
});
