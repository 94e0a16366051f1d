import { createRunner, defineChart, memoryStore } from 'troupe';
import { describe, expect, it } from 'vitest';
import { assign, fromCallback, sendTo, setup, spawnChild } from 'xstate';

const pages = setup({ types: { events: {} as { type: 'open' } | { type: 'next' } } }).createMachine({
  initial: 'cover',
  states: { cover: { on: { open: 'first' } }, first: { on: { next: 'second' } }, second: {} },
});

describe('somebody who subscribes to the root of a run', () => {
  const start = () => {
    const chart = defineChart({ name: 'book', version: '1', machine: pages });
    const runner = createRunner({ charts: [chart], store: memoryStore() });
    return { runner, run: runner.start(chart, { id: 'r' }) };
  };

  it('sends what is a fact: the run is the same in a replay, and can be resumed', async () => {
    const { runner, run } = start();
    run.actor.subscribe((state) => {
      if (state.matches('first')) run.actor.send({ type: 'next' });
    });
    await run.send({ type: 'open' });
    expect(run.getSnapshot().value).toBe('second');
    const sent = run.log.flatMap(({ type, data }) => (type === 'event.received' ? [data.event] : []));
    expect(sent).toEqual([{ type: 'open' }, { type: 'next' }]);
    expect(await runner.check('r')).toMatchObject({ ok: true });
    await run.leave();
    expect((await runner.resume('r')).getSnapshot().value).toBe('second');
    await runner.close();
  });

  it('sees the world as it is, and the decision goes on in its own', async () => {
    const { runner, run } = start();
    const { Date: world, fetch: worldly } = globalThis;
    const seen: boolean[] = [];
    run.actor.subscribe(() => seen.push(Date === world, fetch === worldly));
    await run.send({ type: 'open' });
    expect(seen).toEqual([true, true]);
    expect(Date).toBe(world);
    await runner.close();
  });
});

it('a callback that follows another actor of its run gives facts', async () => {
  const counter = setup({ types: { context: {} as { count: number } } }).createMachine({
    context: { count: 0 },
    on: { up: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
  const follow = fromCallback(({ sendBack, system }) => {
    const following = system.get('counter').subscribe(({ context }: { context: { count: number } }) => {
      sendBack({ type: 'counted', count: context.count });
    });
    return () => following.unsubscribe();
  });
  const machine = setup({
    types: {
      context: {} as { counted: number },
      events: {} as { type: 'go' } | { type: 'counted'; count: number },
    },
    actors: { counter, follow },
  }).createMachine({
    context: { counted: 0 },
    entry: spawnChild('counter', { id: 'counter', systemId: 'counter' }),
    invoke: { src: 'follow' },
    on: {
      go: { actions: sendTo('counter', { type: 'up' }) },
      counted: { actions: assign({ counted: ({ event }) => event.count }) },
    },
  });
  const chart = defineChart({ name: 'count', version: '1', machine });
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  const run = runner.start(chart, { id: 'r' });
  for (let time = 0; time < 2; time++) await run.send({ type: 'go' });
  expect(run.actor.getSnapshot().context).toEqual({ counted: 2 });
  expect(await runner.check('r')).toMatchObject({ ok: true });
  await runner.close();
});
