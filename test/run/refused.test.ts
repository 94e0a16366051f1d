import { expect, it, onTestFinished } from 'vitest';
import { setup } from 'xstate';
import { createRunner } from '../../src/run/create-runner.ts';
import { defineChart } from '../../src/run/define-chart.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';

const waiting = (version: string, extra: object = {}) =>
  defineChart({
    name: 'waiting',
    version,
    machine: setup({ types: { events: {} as { type: 'go'; with?: unknown } } }).createMachine({
      initial: 'open',
      states: { open: {}, ...extra },
    }),
  });

it('an event that was refused bothers nobody when its run is left', async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  const chart = waiting('1');
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  const run = runner.start(chart);
  run.result.catch(() => {});
  await expect(run.send({ type: 'go', with: () => {} })).rejects.toThrow('is not data');
  await run.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

it('a run that cannot be read is parked, and the others are continued', async () => {
  const chart = waiting('1');
  const store = memoryStore();
  const first = createRunner({ charts: [chart], store });
  for (const id of ['a', 'b', 'c']) first.start(chart, { id }).result.catch(() => {});
  await first.close();
  const damaged: typeof store = {
    ...store,
    read: (run, ...rest) => {
      if (run === 'b') throw new Error('The entry is damaged.');
      return store.read(run, ...rest);
    },
  };
  const runner = createRunner({ charts: [chart], store: damaged });
  const { runs, parked } = await runner.recover();
  expect(runs.map(({ id }) => id).toSorted()).toEqual(['a', 'c']);
  expect(parked).toEqual([{ run: 'b', why: 'The entry is damaged.' }]);
  for (const run of runs) run.result.catch(() => {});
  await runner.close();
});

it('a function that throws when it is told of a problem does not keep a run from continuing', async () => {
  const store = memoryStore();
  const before = waiting('1');
  const first = createRunner({ charts: [before], store });
  first.start(before, { id: 'r' }).result.catch(() => {});
  await first.close();
  const changed = waiting('1', { closed: {} });
  const onProblem = () => {
    throw new Error('nobody listens');
  };
  const runner = createRunner({ charts: [changed], store, onProblem });
  const run = await runner.resume('r');
  run.result.catch(() => {});
  expect(run.getSnapshot().value).toBe('open');
  await runner.close();
});
