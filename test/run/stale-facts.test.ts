import { type Clock, createRunner, defineChart, memoryStore, type Store } from 'troupe';
import { simulatedClock } from 'troupe/testing';
import { expect, it } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';

/** A store that takes its time: `confirm` lets the oldest write that waits be done. */
function slowStore(): Store & { confirm(): Promise<void>; readonly waiting: number } {
  const store = memoryStore();
  const waiting: (() => void)[] = [];
  return {
    ...store,
    async append(...args) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await store.append(...args);
    },
    get waiting() {
      return waiting.length;
    },
    async confirm() {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const chartOf = (machine: Parameters<typeof defineChart>[0]['machine'], sources = {}) =>
  defineChart({ name: 'late', version: '1', machine, sources });

function startOn(chart: ReturnType<typeof chartOf>, clock: Clock) {
  const store = slowStore();
  const runner = createRunner({ charts: [chart], store, clock });
  return { store, run: runner.start(chart), runner };
}

it('a timer that is due and is set anew before its turn comes does not fire early', async () => {
  const clock = simulatedClock();
  const machine = createMachine({
    context: { typed: 0 },
    initial: 'idle',
    states: {
      idle: {
        on: {
          type: { target: 'idle', reenter: true, actions: assign({ typed: ({ context }) => context.typed + 1 }) },
        },
        after: { 1000: 'saved' },
      },
      saved: { type: 'final' },
    },
  });
  const { store, run, runner } = startOn(chartOf(machine), clock);
  await turn();
  await store.confirm();
  const sent = [run.send({ type: 'look' }), run.send({ type: 'type' })];
  await turn();
  // The first event is being stored and the second waits when the timer becomes due.
  while (clock.timers > 0 && clock.now() < Date.UTC(2026, 0) + 1000) clock.tick();
  await store.confirm();
  await store.confirm();
  await Promise.all(sent);
  expect(run.getSnapshot()).toMatchObject({ value: 'idle', context: { typed: 1 } });
  expect(run.log.filter(({ type }) => type === 'timer.fired')).toEqual([]);
  await run.leave();
  expect(await runner.replay(run.log)).toMatchObject({ equal: true });
});

it('the result of an effect that was given up does not become that of the next one with its key', async () => {
  const answers: ((answer: string) => void)[] = [];
  const machine = setup({
    types: { context: {} as { found?: string } },
    actors: { search: fromPromise(() => new Promise<string>((resolve) => answers.push(resolve))) },
  }).createMachine({
    context: {},
    initial: 'searching',
    states: {
      searching: {
        invoke: {
          src: 'search',
          onDone: { target: 'found', actions: assign({ found: ({ event }) => event.output }) },
        },
        on: { again: { target: 'searching', reenter: true } },
      },
      found: { type: 'final' },
    },
    output: ({ context }) => context.found,
  });
  const chart = chartOf(machine, { search: { key: () => 'search' } });
  const { store, run } = startOn(chart, simulatedClock());
  await turn();
  await store.confirm();
  const sent = run.send({ type: 'look' });
  const other = run.send({ type: 'again' });
  answers[0]?.('old');
  await turn();
  await store.confirm();
  await store.confirm();
  await Promise.all([sent, other]);
  expect(run.getSnapshot()).toMatchObject({ value: 'searching' });
  answers.at(-1)?.('new');
  await turn();
  await store.confirm();
  expect(await run.result).toEqual({ status: 'completed', output: 'new' });
});
