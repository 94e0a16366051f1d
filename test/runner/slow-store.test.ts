import { createRunner, defineChart, memoryStore, type Store } from 'troupe';
import { describe, expect, it } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';

/** A store that answers at once until `hold`; from then on each write waits for `next`. */
function heldStore() {
  const inner = memoryStore();
  const writes: (() => void)[] = [];
  let isHeld = false;
  const append: Store['append'] = (...args) => {
    if (!isHeld) return inner.append(...args);
    return new Promise((resolve) => writes.push(() => resolve(inner.append(...args))));
  };
  const next = async () => {
    writes.shift()?.();
    await settled();
  };
  return {
    store: { ...inner, append },
    hold: () => {
      isHeld = true;
    },
    next,
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('while an event waits that leads to the same state again', () => {
  it('a timer that becomes due does not fire the one that takes its place', async () => {
    const { store, hold, next } = heldStore();
    const machine = createMachine({
      initial: 'waiting',
      states: {
        waiting: { on: { again: { target: 'waiting', reenter: true }, look: {} }, after: { 1000: 'late' } },
        late: {},
      },
    });
    const chart = defineChart({ name: 'wait', version: '1', machine });
    const clock = simulatedClock();
    const run = createRunner({ charts: [chart], store, clock, leaseMs: 60_000 }).start(chart);
    hold();
    const sent = [run.send({ type: 'look' }), run.send({ type: 'again' })];
    for (const dueAt = clock.now() + 1000; clock.now() < dueAt; ) clock.tick();
    for (let write = 0; write < 4; write++) await next();
    await Promise.all(sent);
    expect(run.getSnapshot().value).toBe('waiting');
  });

  it('the answer of a source is not taken for that of the one which has its key now', async () => {
    const { store, hold, next } = heldStore();
    const asked: PromiseWithResolvers<string>[] = [];
    const ask = () => {
      const each = Promise.withResolvers<string>();
      asked.push(each);
      return each.promise;
    };
    const machine = setup({
      types: { context: {} as { answer?: string } },
      actors: { ask: fromPromise(ask) },
    }).createMachine({
      context: {},
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'ask',
            onDone: { target: 'done', actions: assign({ answer: ({ event }) => event.output }) },
          },
          on: { again: { target: 'asking', reenter: true }, look: {} },
        },
        done: {},
      },
    });
    const chart = defineChart({ name: 'ask', version: '1', machine, sources: { ask: { key: () => 'the one' } } });
    const run = createRunner({ charts: [chart], store }).start(chart);
    hold();
    const sent = [run.send({ type: 'look' }), run.send({ type: 'again' })];
    asked[0]?.resolve('old');
    await settled();
    for (let write = 0; write < 4; write++) await next();
    await Promise.all(sent);
    expect(run.getSnapshot().value).toBe('asking');
    asked[1]?.resolve('new');
    await settled();
    await next();
    expect(run.getSnapshot().context).toEqual({ answer: 'new' });
  });
});
