import {
  createOrchestrator,
  defineSpecialist,
  type Entry,
  memoryStore,
  type OrchestratorConfig,
  type Run,
} from 'troupe';
import { scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { type AnyActorRef, createActor, createMachine, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { findEffects } from '../../../src/actors/bound-effects.ts';
import { StepGate } from '../../../src/inspect/sessions/step-gate.ts';
import { ask, expectReplay, planText } from '../../scenarios/scenario.ts';

describe("XState's _relay, on which the gate stands", () => {
  it('is what every event goes through: from outside, between actors, from children that end or fail, and delayed ones', async () => {
    const child = createMachine({
      on: { ping: { actions: sendTo(({ self }) => self._parent as AnyActorRef, { type: 'pong' }) } },
    });
    const machine = setup({
      actors: {
        child,
        done: fromPromise(async () => 1),
        failing: fromPromise(async () => Promise.reject(new Error('no'))),
        telling: fromCallback(({ sendBack }) => sendBack({ type: 'told' })),
      },
    }).createMachine({
      id: 'root',
      initial: 'one',
      invoke: [
        { id: 'child', src: 'child' },
        { id: 'done', src: 'done' },
        { id: 'failing', src: 'failing', onError: {} },
        { id: 'telling', src: 'telling' },
      ],
      on: { poke: { actions: sendTo('child', { type: 'ping' }) } },
      states: { one: { after: { 1: 'two' } }, two: {} },
    });
    const actor = createActor(machine);
    const relayed: string[] = [];
    const system = actor.system as typeof actor.system & { _relay: (...args: unknown[]) => void }; // what the gate uses
    const relay = system._relay;
    system._relay = (source, target, event) => {
      relayed.push((event as { type: string }).type);
      relay(source, target, event);
    };
    actor.start();
    actor.send({ type: 'poke' });
    await new Promise<void>((resolve) => {
      actor.subscribe((snapshot) => snapshot.matches('two') && resolve());
    });
    for (const type of [
      'poke',
      'ping',
      'pong',
      'told',
      'xstate.done.actor.done',
      'xstate.error.actor.failing',
      'xstate.after.1.root.one',
    ]) {
      expect(relayed).toContain(type);
    }
  });
});

/** Actors that send to each other in all directions, and a record of the order in which they work. */
function crowd() {
  const order: string[] = [];
  const note =
    (name: string) =>
    ({ event }: { event: { type: string } }) =>
      void order.push(`${name} ${event.type}`);
  const parentOf = ({ self }: { self: AnyActorRef }) => self._parent as AnyActorRef; // a child has one
  const c = createMachine({ id: 'c', on: { '*': { actions: [note('c'), sendTo(parentOf, { type: 'from.c' })] } } });
  const a = setup({ actors: { c } }).createMachine({
    id: 'a',
    invoke: { id: 'c', src: 'c' },
    on: {
      go: { actions: [note('a'), sendTo('c', { type: 'deep' }), sendTo(parentOf, { type: 'from.a' })] },
      'from.c': { actions: [note('a'), sendTo(parentOf, { type: 'late.a' })] },
    },
  });
  const b = createMachine({ id: 'b', on: { go: { actions: [note('b'), sendTo(parentOf, { type: 'from.b' })] } } });
  const machine = setup({ actors: { a, b } }).createMachine({
    id: 'root',
    invoke: [
      { id: 'a', src: 'a' },
      { id: 'b', src: 'b' },
    ],
    on: {
      start: {
        actions: [
          note('root'),
          sendTo('a', { type: 'go' }),
          sendTo('b', { type: 'go' }),
          sendTo(({ self }) => self, { type: 'self' }),
        ],
      },
      'from.a': { actions: [note('root'), sendTo('b', { type: 'go' })] },
      '*': { actions: note('root') },
    },
  });
  return { actor: createActor(machine), order };
}

describe('a gate', () => {
  it('delivers in the order of XState, step by step and in one go', () => {
    const free = crowd();
    free.actor.start();
    free.actor.send({ type: 'start' });
    expect(free.order.length).toBeGreaterThan(8);

    const stepped = crowd();
    const gate = new StepGate(stepped.actor.system);
    stepped.actor.start();
    gate.hold();
    stepped.actor.send({ type: 'start' });
    expect(stepped.order).toEqual([]);
    for (let length = 0; gate.step(); length++) expect(stepped.order.length).toBeGreaterThanOrEqual(length);
    expect(stepped.order).toEqual(free.order);
    expect(gate.isQuiet()).toBe(true);

    const gone = crowd();
    const other = new StepGate(gone.actor.system);
    gone.actor.start();
    other.hold();
    gone.actor.send({ type: 'start' });
    other.step();
    other.go();
    expect(gone.order).toEqual(free.order);
  });

  it('stops before an event, and going on begins with it', () => {
    const { actor, order } = crowd();
    const gate = new StepGate(actor.system);
    actor.start();
    gate.breakOn(new Set(['from.b']));
    actor.send({ type: 'start' });
    expect(gate.isHeld).toBe(true);
    expect(gate.reason).toBe('before from.b');
    expect(gate.held[0]?.event.type).toBe('from.b');
    expect(order).not.toContain('root from.b');
    gate.go();
    expect(order.filter((each) => each === 'root from.b')).toHaveLength(1);
    expect(gate.isHeld).toBe(true); // it comes a second time
    gate.go();
    expect(gate.isHeld).toBe(false);
    expect(order.filter((each) => each === 'root from.b')).toHaveLength(2);
  });

  it('changes nothing while it is open', () => {
    const free = crowd();
    const gated = crowd();
    new StepGate(gated.actor.system);
    for (const { actor } of [free, gated]) {
      actor.start();
      actor.send({ type: 'start' });
    }
    expect(gated.order).toEqual(free.order);
  });
});

const script = () => [
  { purpose: 'think' as const, reply: thinking() },
  { purpose: 'plan' as const, reply: planText({ a: [], b: [], c: ['a', 'b'] }) },
  { purpose: 'work' as const, reply: 'one' },
  { purpose: 'work' as const, reply: 'two' },
  { purpose: 'work' as const, reply: 'three' },
  { purpose: 'reflect' as const, reply: 'the end' },
];

/** Runs the same plan, watched or not, with a clock that stands still. */
async function runPlan(
  config: Partial<OrchestratorConfig>,
  drive: (run: ReturnType<ReturnType<typeof createOrchestrator>['start']>) => Promise<void>,
) {
  const model = scriptedModel(script());
  const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
  const troupe = createOrchestrator({ model, specialists: [worker], clock: simulatedClock(), ...config });
  const run = troupe.start(ask('do it'), { runId: 'run' });
  await drive(run);
  const result = await run.result;
  model.assertUsedUp();
  expectReplay(run.log);
  return { log: run.log, result };
}

describe('a run that is stepped through', () => {
  it.each(['memory', 'no'])(
    'with %s store has the same log, entry for entry, as one that was left alone',
    async (kind) => {
      const store = kind === 'memory' ? { store: memoryStore() } : {};
      const free = await runPlan({}, async () => {});
      let gate: StepGate | undefined;
      let steps = 0;
      const stepped = await runPlan(
        {
          ...store,
          inspect: {
            attach(actor) {
              gate = new StepGate(actor.system);
              gate.hold();
              return (run) =>
                gate?.feed(findEffects(actor.system, run.id) as NonNullable<ReturnType<typeof findEffects>>); // it has just started
            },
          },
        },
        async (run) => {
          while (run.actor.getSnapshot().status === 'active') {
            if (gate?.step()) steps++;
            await new Promise((resolve) => setImmediate(resolve));
          }
        },
      );
      const bare = (log: readonly Entry[]) => log.map(({ at: _at, ...entry }) => JSON.stringify(entry));
      expect(bare(stepped.log)).toEqual(bare(free.log));
      expect(steps).toBeGreaterThan(20);
      expect(stepped.result.message.content).toBe('the end');
    },
  );

  it('commits nothing of a fact before all that it caused was delivered', async () => {
    const batches: string[][] = [];
    const store = memoryStore();
    const append = store.append.bind(store);
    store.append = (run, after, entries, lease) => {
      batches.push(entries.map(({ kind }) => kind));
      return append(run, after, entries, lease);
    };
    let gate: StepGate | undefined;
    await runPlan(
      {
        store,
        inspect: {
          attach(actor) {
            gate = new StepGate(actor.system);
            gate.hold();
            return (run) =>
              gate?.feed(findEffects(actor.system, run.id) as NonNullable<ReturnType<typeof findEffects>>); // it has just started
          },
        },
      },
      async (run) => {
        while (run.actor.getSnapshot().status === 'active') {
          gate?.step();
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    );
    for (const batch of batches)
      expect(batch.filter((kind) => kind === 'fact').length, batch.join()).toBeLessThanOrEqual(1);
  });

  it('ends at once when it is cancelled while it is held', async () => {
    const model = scriptedModel([]);
    const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
    const inspector = {
      attach(actor: AnyActorRef) {
        const gate = new StepGate(actor.system);
        gate.hold();
        return (run: Run) =>
          gate.feed(findEffects(actor.system, run.id) as NonNullable<ReturnType<typeof findEffects>>); // it has just started
      },
    };
    const run = createOrchestrator({ model, specialists: [worker], inspect: inspector }).start(ask('do it'));
    run.cancel('enough');
    expect((await run.result).status).toBe('cancelled');
    expectReplay(run.log);
  });

  it('gives its lease back when its actor is stopped, after however many steps, and continues elsewhere', async () => {
    const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
    const cast = () => ({ model: scriptedModel(script()), specialists: [worker] });
    let isOver = false;
    for (let stopAfter = 0; !isOver; stopAfter += 3) {
      const store = memoryStore();
      let gate: StepGate | undefined;
      const inspect = {
        attach(actor: AnyActorRef) {
          gate = new StepGate(actor.system);
          gate.hold();
          return (run: Run) =>
            gate?.feed(findEffects(actor.system, run.id) as NonNullable<ReturnType<typeof findEffects>>); // it has just started
        },
      };
      const run = createOrchestrator({ ...cast(), store, inspect }).start(ask('do it'));
      for (let steps = 0; steps < stopAfter && !isOver; ) {
        if (gate?.step()) steps++;
        await new Promise((resolve) => setImmediate(resolve));
        isOver = run.actor.getSnapshot().status !== 'active';
      }
      if (isOver) break;
      run.actor.stop();
      await expect(run.result).rejects.toMatchObject({ code: 'usage' });
      // The request itself may not have been stored.
      if ((await store.read(run.id)).length === 0) continue;
      const next = await createOrchestrator({ ...cast(), store }).resume(run.id);
      expect((await next.result).message.content).toBe('the end');
      expectReplay(next.log);
    }
  });
});
