import { createRunner, defineChart, memoryStore, type Store } from 'troupe';
import { describe, expect, it } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';

/** A store that answers at once until `hold`; from then on each write waits for `next`. */
function heldStore() {
  const inner = memoryStore();
  const writes: ((error?: Error) => void)[] = [];
  let isHeld = false;
  const append: Store['append'] = (...args) => {
    if (!isHeld) return inner.append(...args);
    return new Promise((resolve, reject) =>
      writes.push((error) => (error ? reject(error) : resolve(inner.append(...args)))),
    );
  };
  const next = async (error?: Error) => {
    writes.shift()?.(error);
    await settled();
  };
  return {
    store: { ...inner, append },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
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

describe('a run that is left while a write is under way', () => {
  const machine = createMachine({
    initial: 'closed',
    states: { closed: { on: { opened: 'open', broken: 'gone' } }, open: {}, gone: { type: 'final', entry: 'sayIt' } },
  });
  const start = () => {
    const said: string[] = [];
    const own = machine.provide({ actions: { sayIt: () => said.push('gone') } });
    const chart = defineChart({ name: 'door', version: '1', machine: own });
    const held = heldStore();
    const runner = createRunner({ charts: [chart], store: held.store });
    const run = runner.start(chart, { id: 'r' });
    held.hold();
    return { ...held, runner, run, said };
  };

  it('waits for it, so that who resumes it finds what was sent', async () => {
    const { run, runner, store, next } = start();
    const sent = run.send({ type: 'opened' });
    let isLeft = false;
    const left = run.leave().then(() => {
      isLeft = true;
    });
    await settled();
    expect(isLeft).toBe(false);
    await next();
    await Promise.all([sent, left]);
    expect((await store.read('r')).at(-1)).toMatchObject({ type: 'actor.moved', data: { value: 'open' } });
    expect((await runner.resume('r')).getSnapshot().value).toBe('open');
  });

  it('has not ended when its end cannot be written, and whoever waits hears why', async () => {
    const { run, next } = start();
    const refused = expect(run.send({ type: 'broken' })).rejects.toThrow('the disk is full');
    const left = run.leave();
    await next(new Error('the disk is full'));
    await refused;
    await expect(run.result).rejects.toThrow('the disk is full');
    await left;
  });

  it('leaves what it does at its end to whoever resumes it', async () => {
    const { run, runner, next, release, said } = start();
    const sent = run.send({ type: 'broken' });
    const left = run.leave();
    await next();
    await Promise.all([sent, left]);
    await expect(run.result).rejects.toThrow('resume it to go on');
    expect(said).toEqual([]);
    release();
    expect(await (await runner.resume('r')).result).toMatchObject({ status: 'completed' });
    expect(said).toEqual(['gone']);
  });
});
