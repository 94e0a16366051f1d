import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { createMachine, fromEventObservable, fromObservable, type Observer } from 'xstate';
import { observable } from './observable.ts';

/** An observable that gives what is no data, again and again. */
function careless(given: object) {
  const observers = new Set<Observer<never>>();
  const source = observable<never>((observer) => {
    observers.add(observer);
    return () => void observers.delete(observer);
  });
  const give = () => {
    for (const observer of observers) observer.next?.(given as never); // what it should not be
  };
  return { source, give, observers };
}

it.each([
  ['fromObservable', fromObservable, 'A value of "source" is not data: .by is a function'],
  ['fromEventObservable', fromEventObservable, 'The event "tick" is not data: .by is a function'],
])('a value of %s that is not data fails its actor and is thrown at nobody', async (_, logic, message) => {
  const { source, give, observers } = careless({ type: 'tick', by: () => {} });
  const machine = createMachine({
    initial: 'on',
    states: { on: { invoke: { src: 'source', onError: 'failed' } }, failed: {} },
  }).provide({ actors: { source: logic(() => source) } });
  const chart = defineChart({ name: 'clock', version: '1', machine });
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  const run = runner.start(chart, { id: 'r' });
  give();
  give();
  expect(run.getSnapshot().value).toBe('failed');
  expect(observers.size).toBe(0);
  const failed = run.log.filter(({ type }) => type === 'effect.failed');
  expect(failed).toMatchObject([{ data: { error: { message: expect.stringContaining(message) } } }]);
  expect(await runner.check('r')).toMatchObject({ ok: true });
  await runner.close();
});
