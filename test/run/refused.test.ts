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

/** A store that answers when it is told to. */
function slowStore() {
  const store = memoryStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const read: typeof store.read = async (...given) => {
    reading.resolve();
    await promise;
    return store.read(...given);
  };
  return { store, slow: { ...store, read }, reading: reading.promise, answer: resolve };
}

it('a run that is being resumed when its runner is closed is not driven, and its lease is free', async () => {
  const chart = waiting('1');
  const { store, slow, reading, answer } = slowStore();
  const first = createRunner({ charts: [chart], store });
  first.start(chart, { id: 'r' });
  await first.close();
  const runner = createRunner({ charts: [chart], store: slow });
  const refused = expect(runner.resume('r')).rejects.toThrow('This runner was closed');
  await reading;
  const closed = runner.close();
  answer();
  await Promise.all([refused, closed]);
  const next = await createRunner({ charts: [chart], store }).resume('r');
  expect(next.getSnapshot().value).toBe('open');
  await next.leave();
});

it('a runner that was closed starts, resumes, forks and moves nothing', async () => {
  const chart = waiting('1');
  const store = memoryStore();
  const runner = createRunner({ charts: [chart], store });
  runner.start(chart, { id: 'r' });
  await runner.close();
  const closed = { code: 'usage', message: 'This runner was closed: create another one to drive runs.' };
  expect(() => runner.start(chart)).toThrow(closed.message);
  await expect(runner.resume('r')).rejects.toMatchObject(closed);
  await expect(runner.fork('r', { at: 1 })).rejects.toMatchObject(closed);
  await expect(runner.migrate('r', chart)).rejects.toMatchObject(closed);
  expect((await runner.recover()).runs).toEqual([]);
  expect((await runner.replay('r')).equal).toBe(true);
});

it('a new run has an id under which a store finds it again, or does not begin', async () => {
  const chart = waiting('1');
  const store = memoryStore();
  const runner = createRunner({ charts: [chart], store });
  runner.start(chart, { id: 'r' });
  for (const id of ['', 'a\0', 'a\ud800']) {
    const message = `The id of a run is a text that is not empty and is whole Unicode: ${JSON.stringify(id)} cannot be one.`;
    expect(() => runner.start(chart, { id })).toThrow(message);
    await expect(runner.fork('r', { at: 1, newRunId: id })).rejects.toMatchObject({ code: 'usage', message });
  }
  expect((await store.runs()).map(({ run }) => run)).toEqual(['r']);
  await runner.close();
});

it('of two who resume a run at once one is told that the other does', async () => {
  const chart = waiting('1');
  const { store, slow, reading, answer } = slowStore();
  const first = createRunner({ charts: [chart], store });
  first.start(chart, { id: 'r' });
  await first.close();
  const runner = createRunner({ charts: [chart], store: slow });
  const one = runner.resume('r');
  await reading;
  await expect(runner.resume('r')).rejects.toMatchObject({
    code: 'lease',
    message: 'Run r is being opened here already.',
  });
  answer();
  await (await one).leave();
});

it('a run that is driven, here or elsewhere, is not moved to another version', async () => {
  const [one, two] = [waiting('1'), waiting('2')];
  const store = memoryStore();
  const runner = createRunner({ charts: [one, two], store });
  const run = runner.start(one, { id: 'r' });
  await expect(runner.migrate('r', two)).rejects.toThrow('Run r is under way here already');
  const other = createRunner({ charts: [one, two], store });
  await expect(other.migrate('r', two)).rejects.toMatchObject({ code: 'lease' });
  await run.leave();
  const moved = await other.migrate('r', two);
  expect(moved.version).toBe('2');
  await other.close();
});
