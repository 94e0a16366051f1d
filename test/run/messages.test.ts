import {
  type ChartDefinition,
  type ChartResult,
  createRunner,
  defineChart,
  effectKey,
  memoryStore,
  type RunnerConfig,
} from 'troupe';
import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  emit,
  fromCallback,
  fromPromise,
  setup,
  toPromise,
} from 'xstate';
import { messageOf } from '../../src/errors.ts';
import { codeBlocks, read } from '../project/pages.ts';

/** A machine as the chart "checkout", with a runner of its own that keeps its warnings. */
function open<Machine extends AnyStateMachine>(
  machine: Machine,
  about: Partial<ChartDefinition<Machine>> = {},
  config: Partial<RunnerConfig> = {},
) {
  const problems: string[] = [];
  const chart = defineChart({ name: 'checkout', version: '1', machine, ...about });
  const store = memoryStore();
  const onProblem = (problem: string) => void problems.push(problem);
  return { chart, store, problems, runner: createRunner({ charts: [chart], store, onProblem, ...config }) };
}

const id = 'order-7';
const failureOf = ({ status, ...result }: ChartResult) => ('error' in result ? messageOf(result.error) : status);

/** What somebody is told who does this. */
async function refusal(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    return messageOf(error);
  }
  return 'nothing';
}

/** A machine that is done when its source is. */
const loading = (load: () => Promise<unknown>) =>
  setup({
    types: { context: {} as { loaded: unknown }, output: {} as unknown },
    actors: { load: fromPromise(load) },
  }).createMachine({
    initial: 'loading',
    context: { loaded: undefined },
    states: {
      loading: {
        invoke: {
          src: 'load',
          onDone: { target: 'loaded', actions: assign({ loaded: ({ event }) => event.output }) },
        },
      },
      loaded: { type: 'final' },
    },
    output: ({ context }: { context: { loaded: unknown } }) => context.loaded,
  });

/** A machine that waits for `go`, and is done with what it has come to. */
const going = <Context extends object>(first: Context, next: (context: Context) => Context) =>
  setup({
    types: { context: {} as Context, events: {} as { type: 'go'; with?: unknown }, output: {} as Context },
  }).createMachine({
    initial: 'waiting',
    context: first,
    states: {
      waiting: { on: { go: { target: 'gone', actions: assign(({ context }) => next(context)) } } },
      gone: { type: 'final' },
    },
    output: ({ context }) => context,
  });

const telling = (what: unknown) =>
  createMachine({
    initial: 'waiting',
    states: {
      waiting: { on: { go: { target: 'gone', actions: emit({ type: 'told', what }) } } },
      gone: { type: 'final' },
    },
  });

/** Two payments side by side. */
const paying = setup({
  actors: { pay: fromPromise<string, { order: string; part: number }>(async () => 'paid') },
}).createMachine({
  type: 'parallel',
  states: {
    deposit: { initial: 'open', states: payment(1) },
    rest: { initial: 'open', states: payment(2) },
  },
});
function payment(part: number) {
  return {
    open: { invoke: { src: 'pay' as const, input: { order: '7', part }, onDone: 'paid' } },
    paid: { type: 'final' as const },
  };
}

/** A machine in which an order is `paid` and then `shipped`; `paid` may have another name. */
const shop = (paid: string) =>
  createMachine({
    initial: 'open',
    states: { open: { on: { pay: paid } }, [paid]: { on: { ship: 'shipped' } }, shipped: { type: 'final' } },
  });

/** A stored run of the shop, paid for and then left, and a runner for other charts on the same store. */
async function leftPaid(...machines: readonly { readonly version: string; readonly machine: AnyStateMachine }[]) {
  const { chart, store, runner } = open(shop('paid'));
  const run = runner.start(chart, { id });
  await run.send({ type: 'pay' });
  await run.leave();
  const problems: string[] = [];
  const charts = machines.map((each) => defineChart({ name: 'checkout', ...each }));
  return {
    charts,
    problems,
    runner: createRunner({ charts, store, onProblem: (problem) => void problems.push(problem) }),
  };
}

const listening = createMachine({
  initial: 'listening',
  states: {
    listening: { invoke: { id: 'phone', src: fromCallback(() => () => {}) }, on: { hangUp: 'quiet' } },
    quiet: { type: 'final' },
  },
});

interface Case {
  readonly what: string;
  readonly message: string;
  /** What somebody is told who does it the wrong way. */
  wrong(): Promise<string>;
  /** What comes of it when it is mended, and what should. */
  mended(): Promise<unknown>;
  readonly works: unknown;
}

let clicks = 0;

const cases: readonly Case[] = [
  {
    what: 'a result that is not data',
    message:
      'The result of "load" is not data: .answer is an instance of Response. Give plain data (JSON, Date, Map, Set, Error, Uint8Array).',
    async wrong() {
      const { runner, chart } = open(loading(async () => ({ answer: await fetch('data:,7') })));
      return failureOf(await runner.start(chart, { id }).result);
    },
    async mended() {
      const { runner, chart } = open(loading(async () => ({ answer: await (await fetch('data:,7')).json() })));
      return await runner.start(chart, { id }).result;
    },
    works: { status: 'completed', output: { answer: 7 } },
  },
  {
    what: 'an event that is not data',
    message:
      'The event "go" is not data: .with is a function (onDone). Give plain data (JSON, Date, Map, Set, Error, Uint8Array).',
    wrong() {
      const { runner, chart } = open(going({}, (context) => context));
      const onDone = () => {};
      return refusal(() => runner.start(chart, { id }).send({ type: 'go', with: onDone }));
    },
    async mended() {
      const { runner, chart } = open(going({}, (context) => context));
      const run = runner.start(chart, { id });
      await run.send({ type: 'go', with: { list: new Set(['a']) } });
      return (await run.result).status;
    },
    works: 'completed',
  },
  {
    what: 'an input that is not data',
    message:
      'The input of "checkout" is not data: .page is an instance of URL. Give plain data (JSON, Date, Map, Set, Error, Uint8Array).',
    wrong() {
      const { runner, chart } = open(setup({ types: { input: {} as { page: URL } } }).createMachine({}));
      return refusal(() => runner.start(chart, { id, input: { page: new URL('https://example.com') } }));
    },
    async mended() {
      const { runner, chart } = open(setup({ types: { input: {} as { page: string } } }).createMachine({}));
      return runner.start(chart, { id, input: { page: 'https://example.com' } }).id;
    },
    works: id,
  },
  {
    what: 'an emitted event that is not data',
    message:
      'The emitted event "told" is not data: .what is an instance of URL. Give plain data (JSON, Date, Map, Set, Error, Uint8Array).',
    async wrong() {
      const { runner, chart } = open(telling(new URL('https://example.com')));
      const run = runner.start(chart, { id });
      await run.send({ type: 'go' });
      return failureOf(await run.result);
    },
    async mended() {
      const { runner, chart } = open(telling('https://example.com'));
      const run = runner.start(chart, { id });
      const told: unknown[] = [];
      run.on('told', (event) => void told.push(event));
      await run.send({ type: 'go' });
      return told;
    },
    works: [{ type: 'told', what: 'https://example.com' }],
  },
  {
    what: 'fetch while the chart decides',
    message:
      'The chart "checkout" called fetch while it decided: in an assign, a guard, an input or a delay. Its answer would differ in a replay. Move the call into an actor (fromPromise) or an action.',
    async wrong() {
      const { runner, chart } = open(going({ rate: {} as unknown }, () => ({ rate: fetch('data:,2') })));
      const run = runner.start(chart, { id });
      await run.send({ type: 'go' });
      return failureOf(await run.result);
    },
    async mended() {
      const { runner, chart } = open(loading(async () => (await fetch('data:,2')).json()));
      return await runner.start(chart, { id }).result;
    },
    works: { status: 'completed', output: 2 },
  },
  {
    what: 'something outside of the context is read',
    message:
      'Entry 5 comes out differently: "checkout" comes to "gone" with another context than the stored one. The same facts led to another move, so the chart checkout@1 reads something outside of its context and its events (a variable of a module, a captured clock, a list that is changed elsewhere), or a function in it was changed without its version. Put what it reads into the context or the input; give a changed chart a new version.',
    async wrong() {
      const { runner, chart } = open(going({ clicks: 0 }, () => ({ clicks: ++clicks })));
      await runner.start(chart, { id }).send({ type: 'go' });
      const report = await runner.check(id);
      return report.ok ? 'nothing' : report.problem;
    },
    async mended() {
      const { runner, chart } = open(going({ clicks: 0 }, (context) => ({ clicks: context.clicks + 1 })));
      await runner.start(chart, { id }).send({ type: 'go' });
      return (await runner.check(id)).ok;
    },
    works: true,
  },
  {
    what: 'the same, found by a shadow replay',
    message:
      'Run order-7 does not replay. Entry 5 comes out differently: "checkout" comes to "gone" with another context than the stored one. The same facts led to another move, so the chart checkout@1 reads something outside of its context and its events (a variable of a module, a captured clock, a list that is changed elsewhere), or a function in it was changed without its version. Put what it reads into the context or the input; give a changed chart a new version.',
    async wrong() {
      const machine = going({ clicks: 0 }, () => ({ clicks: ++clicks }));
      const { runner, chart, problems } = open(machine, {}, { shadow: true });
      await runner.start(chart, { id }).send({ type: 'go' });
      return problems.join();
    },
    async mended() {
      const machine = going({ clicks: 0 }, (context) => ({ clicks: context.clicks + 1 }));
      const { runner, chart, problems } = open(machine, {}, { shadow: true });
      await runner.start(chart, { id }).send({ type: 'go' });
      return problems;
    },
    works: [],
  },
  {
    what: 'a context that is changed in place',
    message:
      'The chart "checkout" changed its context, or an event, in place (Cannot add property 0, object is not extensible). Return new values from assign, such as [...list, item] or { ...record, name }.',
    async wrong() {
      const machine = going({ items: [] as string[] }, (context) => {
        context.items.push('chair');
        return context;
      });
      const { runner, chart } = open(machine);
      const run = runner.start(chart, { id });
      await run.send({ type: 'go' });
      return failureOf(await run.result);
    },
    async mended() {
      const machine = going({ items: [] as string[] }, ({ items }) => ({ items: [...items, 'chair'] }));
      const { runner, chart } = open(machine);
      const run = runner.start(chart, { id });
      await run.send({ type: 'go' });
      return await run.result;
    },
    works: { status: 'completed', output: { items: ['chair'] } },
  },
  {
    what: 'a chart that was changed without its version',
    message:
      'Run order-7 cannot continue. The chart checkout@1 was changed without its version: its states are not those with which run order-7 began. Give the changed chart a new version, and keep the old one in createRunner({ charts }). Entry 5 comes out differently: stored is actor.moved of "checkout" {"value":"paid","status":"active"}, recomputed actor.moved of "checkout" {"value":"settled","status":"active"}.',
    async wrong() {
      const { runner } = await leftPaid({ version: '1', machine: shop('settled') });
      return refusal(() => runner.resume(id));
    },
    async mended() {
      const { runner } = await leftPaid(
        { version: '1', machine: shop('paid') },
        { version: '2', machine: shop('settled') },
      );
      return (await runner.resume(id)).getSnapshot().value;
    },
    works: 'paid',
  },
  {
    what: 'a chart that was changed where the run has not been',
    message:
      'The chart checkout@1 was changed without its version: its states are not those with which run order-7 began. Give the changed chart a new version, and keep the old one in createRunner({ charts }).',
    async wrong() {
      const machine = createMachine({
        initial: 'open',
        states: { open: { on: { pay: 'paid' } }, paid: { on: { ship: 'shipped', refund: 'open' } }, shipped: {} },
      });
      const { runner, problems } = await leftPaid({ version: '1', machine });
      await runner.resume(id);
      return problems.join();
    },
    async mended() {
      const { runner, problems } = await leftPaid({ version: '1', machine: shop('paid') });
      await runner.resume(id);
      return problems;
    },
    works: [],
  },
  {
    what: 'a version that is missing',
    message:
      'Run order-7 belongs to the chart checkout@1, which this runner does not have (it has checkout@2). It stays where it is: give that version to createRunner({ charts }), or move the run to a version that is there with migrate().',
    async wrong() {
      const { runner } = await leftPaid({ version: '2', machine: shop('settled') });
      return refusal(() => runner.resume(id));
    },
    async mended() {
      const { runner, charts } = await leftPaid({ version: '2', machine: shop('settled') });
      const [chart] = charts;
      if (!chart) return 'no chart';
      const moved = await runner.migrate(id, chart);
      return [moved.version, moved.getSnapshot().value];
    },
    works: ['2', 'settled'],
  },
  {
    what: 'a fact that the new version does not know',
    message:
      'Run order-7 cannot be moved from checkout@1 to checkout@2: what happened in entry 5 (effect.completed) has no place in the new version. The run stays as it is; continue it with checkout@1.',
    async wrong() {
      const { chart, runner, store } = open(waitingAfter('load'));
      await reached(runner.start(chart, { id }));
      const next = defineChart({ name: 'checkout', version: '2', machine: waitingAfter('fetch') });
      return refusal(() => createRunner({ charts: [next], store }).migrate(id, next));
    },
    async mended() {
      const { chart, runner, store } = open(waitingAfter('load'));
      await reached(runner.start(chart, { id }));
      const next = defineChart({ name: 'checkout', version: '2', machine: waitingAfter('load') });
      return (await createRunner({ charts: [next], store }).migrate(id, next)).version;
    },
    works: '2',
  },
  {
    what: 'two actors with the same key',
    message:
      'Two actors of "checkout" have the key "order 7" at once, the second is "pay". Make sources.pay.key in defineChart of what differs in their inputs, or leave it out: then the key is the path of the actor.',
    async wrong() {
      const key = ({ order }: { order: string }) => `order ${order}`;
      const { runner, chart } = open(paying, { sources: { pay: { key } } });
      return failureOf(await runner.start(chart, { id }).result);
    },
    async mended() {
      const key = ({ order, part }: { order: string; part: number }) => `order ${order}, part ${part}`;
      const { runner, chart } = open(paying, { sources: { pay: { key } } });
      return (await runner.start(chart, { id }).result).status;
    },
    works: 'completed',
  },
  {
    what: 'an event to an actor that is not there',
    message:
      'There is no actor "checkout/telephone" in run order-7, which has "checkout", "checkout/phone". One that has ended is gone.',
    wrong() {
      const { runner, chart } = open(listening);
      return refusal(() => runner.start(chart, { id }).send({ type: 'ring' }, { to: 'checkout/telephone' }));
    },
    async mended() {
      const { runner, chart } = open(listening);
      await runner.start(chart, { id }).send({ type: 'ring' }, { to: 'checkout/phone' });
      return 'taken';
    },
    works: 'taken',
  },
  {
    what: 'an event to a run that has ended',
    message: 'Run order-7 has ended: it takes nothing more.',
    async wrong() {
      const { runner, chart } = open(listening);
      const run = runner.start(chart, { id });
      await run.send({ type: 'hangUp' });
      return refusal(() => run.send({ type: 'hangUp' }));
    },
    async mended() {
      const { runner, chart } = open(listening);
      const run = runner.start(chart, { id });
      if (run.getSnapshot().status === 'active') await run.send({ type: 'hangUp' });
      return (await run.result).status;
    },
    works: 'completed',
  },
  {
    what: 'a run that is driven elsewhere',
    message:
      'Run order-7 is driven by another process. Wait until it has ended, or until its lease has run out (at most 10 s after it died).',
    async wrong() {
      const { runner, chart, store } = open(listening);
      runner.start(chart, { id });
      return refusal(() => createRunner({ charts: [chart], store }).resume(id));
    },
    async mended() {
      const { runner, chart, store } = open(listening);
      await runner.start(chart, { id }).leave();
      return (await createRunner({ charts: [chart], store }).resume(id)).getSnapshot().value;
    },
    works: 'listening',
  },
  {
    what: 'a run that is open in this runner',
    message: 'Run order-7 is under way here already: use what start or resume returned for it.',
    wrong() {
      const { runner, chart } = open(listening);
      runner.start(chart, { id });
      return refusal(() => runner.resume(id));
    },
    async mended() {
      const { runner, chart } = open(listening);
      const run = runner.start(chart, { id });
      return run.getSnapshot().value;
    },
    works: 'listening',
  },
  {
    what: 'the result of a run that was left',
    message: 'Run order-7 is not driven here any more: resume it to go on.',
    async wrong() {
      const { runner, chart } = open(listening);
      const run = runner.start(chart, { id });
      await run.leave();
      return refusal(() => run.result);
    },
    async mended() {
      const { runner, chart } = open(listening);
      await runner.start(chart, { id }).leave();
      const run = await runner.resume(id, chart);
      await run.send({ type: 'hangUp' });
      return (await run.result).status;
    },
    works: 'completed',
  },
  {
    what: 'an id that was used before',
    message:
      'Run order-7 has 3 entries in the store, but this process knows of 0. Another process has written to it, or the id was used before: start a new run, or read this one again.',
    async wrong() {
      const { runner, chart } = open(createMachine({}));
      await runner.start(chart, { id }).leave();
      return refusal(() => runner.start(chart, { id }).result);
    },
    async mended() {
      const { runner, chart } = open(createMachine({}));
      await runner.start(chart, { id }).leave();
      return (await runner.resume(id)).id;
    },
    works: id,
  },
  {
    what: 'a machine in the place of a chart',
    message: 'createRunner: charts.0 is an object: what defineChart returns.',
    wrong: () => refusal(() => createRunner({ charts: [listening as never] })),
    async mended() {
      return typeof createRunner({ charts: [defineChart({ name: 'calls', version: '1', machine: listening })] });
    },
    works: 'object',
  },
  {
    what: 'a key outside of a run',
    message:
      'The actor "pay" has no key: only an effect of a run has one. Start the machine with a runner; where it runs without one, as in a test, provide another actor in its place.',
    wrong: () => refusal(() => toPromise(createActor(keyed, { id: 'pay' }).start())),
    async mended() {
      const machine = setup({ actors: { pay: keyed }, types: { output: {} as string } }).createMachine({
        initial: 'paying',
        context: { key: '' },
        states: {
          paying: {
            invoke: {
              id: 'pay',
              src: 'pay',
              onDone: { target: 'paid', actions: assign({ key: ({ event }) => event.output }) },
            },
          },
          paid: { type: 'final' },
        },
        output: ({ context }) => context.key,
      });
      const { runner, chart } = open(machine);
      return await runner.start(chart, { id }).result;
    },
    works: { status: 'completed', output: 'order-7/pay' },
  },
];

const keyed = fromPromise(async ({ self }) => effectKey(self));

/** A machine that waits when its source is done, which has this id. */
const waitingAfter = (source: string) =>
  createMachine({
    initial: 'loading',
    states: { loading: { invoke: { id: source, src: fromPromise(async () => 1), onDone: 'waiting' } }, waiting: {} },
  });

/** Leaves a run when it waits. */
async function reached(run: {
  leave(): Promise<void>;
  subscribe(listener: (snapshot: { value: unknown }) => void): () => void;
}): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  run.subscribe(({ value }) => value === 'waiting' && resolve());
  await promise;
  await run.leave();
}

describe('somebody is told what is wrong and what to do', () => {
  it.each(cases)('$what', async ({ wrong, message }) => {
    expect(await wrong()).toBe(message);
  });
});

describe('what the message says is enough to mend it', () => {
  it.each(cases)('$what', async ({ mended, works }) => {
    expect(await mended()).toEqual(works);
  });
});

describe('docs/durable-machines.md', () => {
  const [, section = ''] = read('docs/durable-machines.md').split(/^## Messages$/m);
  const quoted = codeBlocks(section.split(/^## /m)[0] ?? '')
    .filter(({ language }) => language === 'text')
    .map(({ code }) => code.trimEnd());

  it('quotes every message as it is, and no other', () => {
    expect(quoted.toSorted()).toEqual(cases.map(({ message }) => message).toSorted());
  });
});
