import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { type AnyActorRef, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { type ChartRun, createRunner, defineChart, effectKey, memoryStore, TroupeError } from '../../src/index.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';

/** What the world does for a machine, and how often. */
function world() {
  const calls: string[] = [];
  const open = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const ask = (name: string, key: string) => {
    calls.push(`${name} ${key}`);
    const asked = Promise.withResolvers<unknown>();
    open.set(name, asked);
    return asked.promise;
  };
  return { calls, open, ask };
}

/** An order: reserved, paid, approved by a person or given up after a day. */
function orderMachine({ ask, calls }: ReturnType<typeof world>) {
  return setup({
    types: {
      input: {} as { item: string },
      context: {} as { item: string; receipt: string | undefined },
      events: {} as { type: 'approved'; by: string } | { type: 'note' },
      emitted: {} as { type: 'paid'; receipt: string },
      output: {} as { item: string; receipt: string | undefined },
    },
    actors: {
      pay: fromPromise(
        ({ input, self }: { input: { item: string }; self: AnyActorRef }) =>
          ask(`pay ${input.item}`, effectKey(self)) as Promise<string>,
      ),
    },
    actions: { greet: () => calls.push('greet') },
  }).createMachine({
    id: 'order',
    context: ({ input }) => ({ item: input.item, receipt: undefined }),
    initial: 'paying',
    states: {
      paying: {
        entry: 'greet',
        invoke: {
          id: 'pay',
          src: 'pay',
          input: ({ context }) => ({ item: context.item }),
          onDone: {
            target: 'waiting',
            actions: [
              assign({ receipt: ({ event }) => event.output }),
              emit(({ event }) => ({ type: 'paid', receipt: event.output }) as const),
            ],
          },
          onError: 'failed',
        },
      },
      waiting: { on: { approved: 'done' }, after: { 86400000: 'given up' } },
      done: { type: 'final' },
      'given up': { type: 'final' },
      failed: { type: 'final' },
    },
    output: ({ context }) => ({ item: context.item, receipt: context.receipt }),
  });
}

function setUp(version = '1', from = world(), store = memoryStore()) {
  const chart = defineChart({ name: 'order', version, machine: orderMachine(from) });
  const clock = simulatedClock();
  const problems: string[] = [];
  const runner = createRunner({ charts: [chart], store, clock, onProblem: (problem) => problems.push(problem) });
  return { chart, runner, store, clock, problems, ...from };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a run of a chart', () => {
  it('goes from state to state, and ends with the output of its machine', async () => {
    const { runner, chart, open, calls } = setUp();
    const run = runner.start(chart, { id: 'r', input: { item: 'tea' } });
    const paid: string[] = [];
    run.on('paid', ({ receipt }) => paid.push(receipt));
    open.get('pay tea')?.resolve('R1');
    await settled();
    expect(run.getSnapshot().value).toBe('waiting');
    await run.send({ type: 'approved', by: 'Ada' });
    expect(await run.result).toEqual({ status: 'completed', output: { item: 'tea', receipt: 'R1' } });
    // As in XState, what is invoked starts before the actions of the first state.
    expect(calls).toEqual(['pay tea r/pay', 'greet']);
    expect(paid).toEqual(['R1']);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('has the types of its machine', () => {
    const { runner, chart } = setUp();
    const start = () => runner.start(chart, { input: { item: 'tea' } });
    expectTypeOf<Parameters<ReturnType<typeof start>['send']>[0]>().toEqualTypeOf<
      { type: 'approved'; by: string } | { type: 'note' }
    >();
    expectTypeOf<Awaited<ReturnType<typeof start>['result']>>().toEqualTypeOf<
      | { readonly status: 'completed'; readonly output: { item: string; receipt: string | undefined } }
      | { readonly status: 'failed'; readonly error: unknown }
      | { readonly status: 'cancelled' }
    >();
    // @ts-expect-error the machine wants an input
    expectTypeOf(() => runner.start(chart)).toBeFunction();
  });

  it('shows no state before it is stored', async () => {
    const { chart, open } = setUp();
    const inner = memoryStore();
    const writes: (() => void)[] = [];
    const store = {
      ...inner,
      append: (...args: Parameters<typeof inner.append>) =>
        new Promise<void>((resolve) => writes.push(() => resolve(inner.append(...args) as undefined))),
    };
    const run = createRunner({ charts: [chart], store }).start(chart, { input: { item: 'tea' } });
    const seen: unknown[] = [];
    run.subscribe((snapshot) => seen.push(snapshot.value));
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    expect([seen, open.size]).toEqual([[], 0]);
    writes.shift()?.();
    await vi.waitFor(() => expect(seen).toEqual(['paying']));
    expect(open.size).toBe(1);
  });

  it('fails with what its machine throws, and stops what is under way', async () => {
    let isStopped = false;
    const machine = setup({
      actors: {
        watch: fromCallback(() => () => {
          isStopped = true;
        }),
      },
      types: { events: {} as { type: 'go' } },
    }).createMachine({
      invoke: { src: 'watch' },
      on: {
        go: {
          actions: assign(() => {
            throw new RangeError('out of range');
          }),
        },
      },
    });
    const chart = defineChart({ name: 'broken', version: '1', machine });
    const runner = createRunner({ charts: [chart], store: memoryStore() });
    const run = runner.start(chart, { id: 'b' });
    await run.send({ type: 'go' });
    const result = await run.result;
    expect(result).toMatchObject({ status: 'failed', error: { message: 'out of range' } });
    expect(isStopped).toBe(true);
    expect(run.log.at(-1)).toMatchObject({ type: 'run.failed', data: { message: 'out of range' } });
    expect(await runner.check('b')).toMatchObject({ ok: true });
  });

  it('takes an event with an id once', async () => {
    const { runner, chart, open, store } = setUp();
    const run = runner.start(chart, { id: 'r', input: { item: 'tea' } });
    open.get('pay tea')?.resolve('R1');
    await settled();
    for (let sent = 0; sent < 3; sent++) await run.send({ type: 'note' }, { id: 'n1' });
    await run.leave();
    const again = await setUp('1', world(), store).runner.resume('r');
    await again.send({ type: 'note' } as never, { id: 'n1' });
    expect(again.log.filter(({ type }) => type === 'event.received')).toHaveLength(1);
  });

  it('refuses events for actors that are not there, and for runs that have ended', async () => {
    const { runner, chart } = setUp();
    const run = runner.start(chart, { id: 'r', input: { item: 'tea' } });
    await expect(run.send({ type: 'note' }, { to: 'order/nobody' })).rejects.toThrow(
      'There is no actor "order/nobody" in run r, which has "order", "order/pay". One that has ended is gone.',
    );
    await run.cancel('no longer wanted');
    expect(await run.result).toEqual({ status: 'cancelled' });
    await expect(run.send({ type: 'note' })).rejects.toThrow('Run r has ended: it takes nothing more.');
  });
});

describe('a pause', () => {
  it('holds back what the chart asks for, and takes answers all the same', async () => {
    const { runner, chart, open, clock } = setUp();
    const run = runner.start(chart, { id: 'r', input: { item: 'tea' } });
    await run.pause();
    open.get('pay tea')?.resolve('R1');
    await settled();
    expect(run.getSnapshot().value).toBe('waiting');
    // Of the timer for the next day nothing is set: only the lease is kept.
    expect(clock.timers).toBe(1);
    await run.resume();
    expect(await clock.run(run.result)).toMatchObject({ status: 'completed' });
    expect(run.getSnapshot().value).toBe('given up');
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });
});

describe('a run whose process is gone', () => {
  it('goes on where it was: what is done is not done again, what was under way begins again with its key', async () => {
    const first = setUp();
    const run = first.runner.start(first.chart, { id: 'r', input: { item: 'tea' } });
    await run.leave();
    await expect(run.result).rejects.toThrow('Run r is not driven here any more');
    const second = setUp('1', world(), first.store);
    const again = await second.runner.resume('r', second.chart);
    // The action of the last decision that is stored may have been done or not.
    expect(second.calls).toEqual(['pay tea r/pay', 'greet']);
    second.open.get('pay tea')?.resolve('R2');
    await settled();
    await again.leave();
    const third = setUp('1', world(), first.store);
    const last = await third.runner.resume('r', third.chart);
    expect(third.calls).toEqual([]);
    await last.send({ type: 'approved', by: 'Ada' });
    expect(await last.result).toEqual({ status: 'completed', output: { item: 'tea', receipt: 'R2' } });
    expect(await third.runner.check('r')).toMatchObject({ ok: true });
  });

  it('is found at the start of a process, with all others that have not ended', async () => {
    const first = setUp();
    for (const id of ['a', 'b', 'c']) await first.runner.start(first.chart, { id, input: { item: id } }).leave();
    const second = setUp('1', world(), first.store);
    const { runs, parked } = await second.runner.recover();
    expect(runs.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
    expect(parked).toEqual([]);
    expect((await second.runner.recover()).runs).toEqual([]);
    await second.runner.close();
  });

  it('is not driven twice at once', async () => {
    const { runner, chart, store } = setUp();
    runner.start(chart, { id: 'r', input: { item: 'tea' } });
    await expect(setUp('1', world(), store).runner.resume('r')).rejects.toMatchObject({ code: 'lease' });
    await expect(runner.resume('r')).rejects.toThrow(
      'Run r is under way here already: use what start or resume returned for it.',
    );
  });
});

describe('a fork', () => {
  it('begins at an entry of another run, and goes on from there on its own', async () => {
    const { runner, chart, open, store } = setUp();
    const run = runner.start(chart, { id: 'r', input: { item: 'tea' } });
    open.get('pay tea')?.resolve('R1');
    await settled();
    await run.send({ type: 'approved', by: 'Ada' });
    const stored = await store.read('r');
    const started = stored.findIndex(({ type }) => type === 'effect.started') + 1;
    const { run: forked, again } = await runner.fork('r', { at: started, newRunId: 'f' });
    expect(again).toEqual(['pay']);
    open.get('pay tea')?.resolve('R9');
    await settled();
    expect((forked as ChartRun).getSnapshot()).toMatchObject({ value: 'waiting', context: { receipt: 'R9' } });
    await forked.leave();
    expect(await runner.check('f')).toMatchObject({ ok: true });
    await expect(runner.fork('r', { at: stored.length })).rejects.toThrow('has ended at entry');
  });
});

describe('versions', () => {
  it('a run goes on in the version with which it began', async () => {
    const from = world();
    const store = memoryStore();
    const one = setUp('1', from, store);
    await one.runner.start(one.chart, { id: 'r', input: { item: 'tea' } }).leave();
    const two = defineChart({ name: 'order', version: '2', machine: orderMachine(from) });
    const both = createRunner({ charts: [one.chart, two], store });
    expect((await both.resume('r')).version).toBe('1');
    await both.close();
  });

  it('a version that is missing leaves the run where it is, and says so', async () => {
    const store = memoryStore();
    const one = setUp('1', world(), store);
    await one.runner.start(one.chart, { id: 'r', input: { item: 'tea' } }).leave();
    const before = await store.read('r');
    const two = setUp('2', world(), store);
    await expect(two.runner.resume('r')).rejects.toMatchObject({
      code: 'missing-chart',
      message: expect.stringContaining('order@1, which this runner does not have (it has order@2)'),
    });
    expect((await two.runner.recover()).parked).toEqual([{ run: 'r', why: expect.stringContaining('order@1') }]);
    expect(await store.read('r')).toEqual(before);
  });

  it('a run moves to another version as a new run, when its facts have a place there', async () => {
    const store = memoryStore();
    const one = setUp('1', world(), store);
    const run = one.runner.start(one.chart, { id: 'r', input: { item: 'tea' } });
    one.open.get('pay tea')?.resolve('R1');
    await settled();
    await run.leave();
    const two = setUp('2', world(), store);
    const moved = await two.runner.migrate('r', two.chart, { newRunId: 'm' });
    expect(moved.getSnapshot()).toMatchObject({ value: 'waiting', context: { receipt: 'R1' } });
    await moved.send({ type: 'approved', by: 'Ada' });
    expect(await moved.result).toMatchObject({ status: 'completed' });
    expect(await two.runner.check('m')).toMatchObject({ ok: true });
    expect((await store.read('r')).length).toBe(run.log.length);
  });

  it('a run does not move to a version in which something that happened has no place', async () => {
    const store = memoryStore();
    const one = setUp('1', world(), store);
    const run = one.runner.start(one.chart, { id: 'r', input: { item: 'tea' } });
    one.open.get('pay tea')?.resolve('R1');
    await settled();
    await run.leave();
    const other = defineChart({ name: 'order', version: '3', machine: setup({}).createMachine({}) });
    const runner = createRunner({ charts: [other], store });
    await expect(runner.migrate('r', other)).rejects.toThrow(
      'cannot be moved from order@1 to order@3: what happened in entry',
    );
    expect(await store.runs()).toHaveLength(1);
  });
});

it('refuses a configuration that cannot work', () => {
  const { chart } = setUp();
  expect(() => createRunner({ charts: [] })).toThrow('at least one chart');
  expect(() => createRunner({ charts: [chart, chart] })).toThrow('The chart order@1 is there twice.');
  expect(() => createRunner({ charts: [chart], stor: 1 } as never)).toThrow('"stor" is not a setting');
  expect(() => defineChart({ name: 'a b', version: '1', machine: chart.machine })).toThrow(TroupeError);
  expect(() => defineChart({ name: 'a', version: '', machine: chart.machine })).toThrow('needs a version');
  expect(() => defineChart({ name: 'a', version: '1', machine: {} as never })).toThrow('needs a machine of XState 5');
});
