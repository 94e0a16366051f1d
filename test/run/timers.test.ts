import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { createRunner } from '../../src/run/create-runner.ts';
import { defineChart } from '../../src/run/define-chart.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';

const day = 86_400_000;

/** Reminds after a month and once more a day later, and notes when. */
const subscription = defineChart({
  name: 'subscription',
  version: '1',
  machine: setup({
    types: { context: {} as { reminders: readonly string[] } },
    actions: {
      remind: assign({ reminders: ({ context }) => [...context.reminders, new Date(Date.now()).toISOString()] }),
    },
  }).createMachine({
    context: { reminders: [] },
    initial: 'trial',
    states: {
      trial: { after: { [30 * day]: { target: 'reminded', actions: 'remind' } } },
      reminded: { after: { [day]: { target: 'ended', actions: 'remind' } } },
      ended: { type: 'final' },
    },
  }),
});

/** Four timers at once, set in another order than that in which they are due. */
const alarms = defineChart({
  name: 'alarms',
  version: '1',
  machine: setup({
    types: { context: {} as { rung: readonly string[] }, events: {} as { type: 'rang'; name: string } },
    actions: {
      note: assign({ rung: ({ context }, name: string) => [...context.rung, name] }),
    },
  }).createMachine({
    type: 'parallel',
    context: { rung: [] },
    states: Object.fromEntries(
      Object.entries({ third: 3 * day, first: day, fourth: 4 * day, second: 2 * day }).map(([name, delay]) => [
        name,
        {
          initial: 'set',
          states: {
            set: { after: { [delay]: { target: 'rung', actions: { type: 'note' as const, params: name } } } },
            rung: { type: 'final' as const },
          },
        },
      ]),
    ),
  }),
});

describe('timers of a run', () => {
  it('fire after a month, each at its time', async () => {
    const clock = simulatedClock(Date.UTC(2026, 0, 1));
    const runner = createRunner({ charts: [subscription], store: memoryStore(), clock });
    const run = runner.start(subscription, { id: 'r' });
    await clock.run(run.result);
    expect(run.getSnapshot().context.reminders).toEqual(['2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('that were due while nobody drove the run fire at once, in the order of their times', async () => {
    const store = memoryStore();
    const before = simulatedClock(Date.UTC(2026, 0, 1));
    const first = createRunner({ charts: [alarms], store, clock: before });
    const left = first.start(alarms, { id: 'r' });
    await first.close();
    left.result.catch(() => {});
    const clock = simulatedClock(Date.UTC(2026, 5, 1));
    const runner = createRunner({ charts: [alarms], store, clock });
    const run = await runner.resume('r', alarms);
    await clock.run(run.result);
    expect(run.getSnapshot().context.rung).toEqual(['first', 'second', 'third', 'fourth']);
    expect(clock.now()).toBe(Date.UTC(2026, 5, 1));
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('that are set when an overdue one fires count from the real time', async () => {
    const store = memoryStore();
    const first = createRunner({ charts: [subscription], store, clock: simulatedClock(Date.UTC(2026, 0, 1)) });
    first.start(subscription, { id: 'r' }).result.catch(() => {});
    await first.close();
    const clock = simulatedClock(Date.UTC(2026, 5, 1));
    const run = await createRunner({ charts: [subscription], store, clock }).resume('r', subscription);
    await clock.run(run.result);
    expect(run.getSnapshot().context.reminders).toEqual(['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z']);
  });

  it('are due when the clock jumps ahead, and none is early or lost when it jumps back', async () => {
    let now = Date.UTC(2026, 0, 1);
    const wakes: (() => void)[] = [];
    const clock = {
      now: () => now,
      after: (_ms: number, wake: () => void) => {
        wakes.push(wake);
        return () => {};
      },
    };
    const look = () => {
      for (const wake of wakes.splice(0)) wake();
    };
    const runner = createRunner({ charts: [alarms], clock });
    const run = runner.start(alarms);
    const rung = () => run.getSnapshot().context.rung;
    now -= 10 * day;
    look();
    expect(rung()).toEqual([]);
    now += 12.5 * day;
    look();
    expect(rung()).toEqual(['first', 'second']);
    now += 2 * day;
    look();
    await run.result;
    expect(rung()).toEqual(['first', 'second', 'third', 'fourth']);
    const times = run.log.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });
});

it('an event with an id that is delivered three times is taken once, also after a crash in between', async () => {
  const counter = defineChart({
    name: 'counter',
    version: '1',
    machine: setup({
      types: { context: {} as { count: number }, events: {} as { type: 'paid' } },
      actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
    }).createMachine({ context: { count: 0 }, on: { paid: { actions: 'count' } } }),
  });
  const store = memoryStore();
  const first = createRunner({ charts: [counter], store });
  const run = first.start(counter, { id: 'r' });
  run.result.catch(() => {});
  await Promise.all([run.send({ type: 'paid' }, { id: 'payment-1' }), run.send({ type: 'paid' }, { id: 'payment-1' })]);
  await first.close();
  const again = await createRunner({ charts: [counter], store }).resume('r', counter);
  await again.send({ type: 'paid' }, { id: 'payment-1' });
  expect(again.getSnapshot().context.count).toBe(1);
});
