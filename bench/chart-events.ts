/**
 * What an event costs in a run of a chart, beside the same machine in plain XState: processor time of the thread, in one interleaved run. Only the ratios
 * mean something.
 *
 *   node bench/chart-events.ts [--rounds N] [--events N]
 */
import { parseArgs } from 'node:util';
import { assign, createActor, fromPromise, setup } from 'xstate';
import { createRunner, defineChart, memoryStore } from '../src/index.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, events: { type: 'string', default: '2000' } },
});
const [rounds, count] = [Number(values.rounds), Number(values.events)];

/** An order that counts items, with a dozen states, as people write them. */
const order = setup({
  types: {
    context: {} as { items: number; total: number; last: string | undefined; customer: { name: string; city: string } },
    events: {} as
      | { type: 'item.added'; price: number; name: string }
      | { type: 'item.removed'; price: number }
      | { type: 'closed' },
  },
  actions: {
    add: assign({
      items: ({ context }) => context.items + 1,
      total: ({ context }, { price }: { price: number }) => context.total + price,
    }),
    name: assign({ last: (_, { name }: { name: string }) => name }),
  },
  guards: { isFree: (_, { price }: { price: number }) => price < 0 },
}).createMachine({
  id: 'order',
  context: { items: 0, total: 0, last: undefined, customer: { name: 'Ada', city: 'Porto' } },
  initial: 'open',
  states: {
    open: {
      initial: 'empty',
      states: { empty: { on: { 'item.added': 'filled' } }, filled: {}, full: {} },
      on: {
        'item.added': [
          { guard: { type: 'isFree', params: ({ event }) => event }, target: '.full' },
          {
            actions: [
              { type: 'add', params: ({ event }) => event },
              { type: 'name', params: ({ event }) => event },
            ],
          },
        ],
        closed: 'closed',
      },
    },
    closed: { type: 'final' },
  },
});

/** One promise after another. */
const looping = setup({
  types: { context: {} as { left: number }, input: {} as { left: number } },
  actors: { work: fromPromise(async ({ input }: { input: number }) => input) },
}).createMachine({
  id: 'looping',
  context: ({ input }) => ({ left: input.left }),
  initial: 'working',
  states: {
    working: {
      invoke: {
        src: 'work',
        input: ({ context }) => context.left,
        onDone: [
          { guard: ({ context }) => context.left <= 1, target: 'done' },
          { target: 'working', reenter: true, actions: assign({ left: ({ context }) => context.left - 1 }) },
        ],
      },
    },
    done: { type: 'final' },
  },
});

const orderChart = defineChart({ name: 'order', version: '1', machine: order });
const loopingChart = defineChart({ name: 'looping', version: '1', machine: looping });
const runner = createRunner({ charts: [orderChart, loopingChart] });
const stored = createRunner({ charts: [orderChart, loopingChart], store: memoryStore() });
const relaxed = createRunner({ charts: [orderChart, loopingChart], strict: false });
const event = { type: 'item.added', price: 3, name: 'tea' } as const;

const events = (from: typeof runner) => async () => {
  const run = from.start(orderChart);
  for (let sent = 0; sent < count; sent++) run.actor.send(event);
  await run.cancel();
};
const promises = (from: typeof runner) => async () =>
  void (await from.start(loopingChart, { input: { left: count } }).result);

interface Row {
  readonly name: string;
  readonly job: () => Promise<void>;
  readonly figures: number[];
}
const row = (name: string, job: () => Promise<void>): Row => ({ name, job, figures: [] });
const plainEvents = row('event, plain XState', async () => {
  const actor = createActor(order).start();
  for (let sent = 0; sent < count; sent++) actor.send(event);
});
const plainPromises = row('promise, plain XState', async () => {
  const actor = createActor(looping, { input: { left: count } });
  await new Promise<void>((resolve) => {
    actor.subscribe({ complete: resolve });
    actor.start();
  });
});
const groups = [
  [
    plainEvents,
    row('event, runner', events(runner)),
    row('event, not strict', events(relaxed)),
    row('event, memory store', events(stored)),
  ],
  [plainPromises, row('promise, runner', promises(runner)), row('promise, memory store', promises(stored))],
] as const;

const usedUs = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage(); // Node 22 does not tell threads apart
  return user + system;
};
const all = groups.flat();
/** A figure takes at least this long. */
const sliceMs = 100;
for (let round = -2; round < rounds; round++) {
  for (let at = 0; at < all.length; at++) {
    const each = all[(at * 5 + Math.max(0, round)) % all.length] as Row; // within the list
    // The clock of the processor is coarse: one job alone may take a single tick of it.
    const [began, until] = [usedUs(), performance.now() + sliceMs];
    let jobs = 0;
    for (; performance.now() < until; jobs++) await each.job();
    if (round >= 0) each.figures.push((usedUs() - began) / count / jobs);
  }
}
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
console.log(`${count} a run, ${rounds} rounds; us of processor time for one\n`);
console.log(`${''.padEnd(28)}${['least', 'median', 'x plain', 'x plain'].map((word) => word.padStart(10)).join('')}`);
for (const group of groups) {
  for (const { name, figures } of group) {
    const plain = group[0].figures;
    const shown = [
      Math.min(...figures),
      median(figures),
      Math.min(...figures) / Math.min(...plain),
      median(figures) / median(plain),
    ];
    console.log(`${name.padEnd(28)}${shown.map((figure) => figure.toFixed(2).padStart(10)).join('')}`);
  }
}
