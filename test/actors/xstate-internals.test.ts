import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import * as highest from 'xstate';
import * as lowest from 'xstate-lowest';
import {
  callObservers,
  type Delivery,
  deliveriesOf,
  type ExecutedAction,
  emitFrom,
  events,
  failActor,
  isOwnAction,
  isStopped,
  keepListeners,
  logicOf,
  numberActors,
  outwardActions,
  replaceExecutor,
  replaceLogic,
  replaceScheduler,
  type Scheduler,
} from '../../src/actors/xstate-internals.ts';

const versionOf = (name: string) =>
  String(JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version);

it('the lowest and the highest version of the range are those that are tried here', () => {
  const { peerDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [, low, high] = /^>=(\S+) <(\S+)$/.exec(peerDependencies.xstate) ?? [];
  expect(versionOf('xstate-lowest')).toBe(low);
  const [major, minor] = versionOf('xstate').split('.').map(Number);
  expect(high).toBe(`${major}.${(minor ?? 0) + 1}.0`);
});

const versions = [
  [versionOf('xstate-lowest'), lowest as unknown as typeof highest], // an earlier version of the same functions
  [versionOf('xstate'), highest],
] as const;

describe.each(versions)(
  'XState %s',
  (_, {
    createActor,
    setup,
    createMachine,
    fromPromise,
    fromCallback,
    fromObservable,
    emit,
    log,
    raise,
    sendTo,
    assign,
    cancel,
  }) => {
    const watch = (onActor: (ref: AnyActorRef) => void) => (event: { type: string; actorRef: unknown }) => {
      if (event.type === '@xstate.actor') onActor(event.actorRef as AnyActorRef);
    };

    it('announces an actor before its first state, the root first', () => {
      const seen: string[] = [];
      const machine = createMachine({ invoke: { id: 'inner', src: createMachine({ id: 'child' }) } });
      createActor(machine, {
        id: 'root',
        inspect: watch((ref) => {
          seen.push(ref.id);
          // In production it has none yet; in development it says so.
          expect(() => ref.getSnapshot()).toThrow('initializes');
        }),
      });
      expect(seen).toEqual(['root', 'inner']);
    });

    it('sends everything through one relay: from outside, between actors, and what sources give', async () => {
      const outside: string[] = [];
      const inside: string[] = [];
      const machine = setup({
        actors: {
          load: fromPromise(async () => 1),
          echo: fromCallback(({ receive, sendBack }) => receive(() => sendBack({ type: 'back' }))),
        },
      }).createMachine({
        invoke: [
          { id: 'load', src: 'load' },
          { id: 'echo', src: 'echo' },
        ],
        on: { go: { actions: sendTo('echo', { type: 'ping' }) } },
      });
      const actor = createActor(machine);
      const deliveries = deliveriesOf(actor.system);
      expect(deliveriesOf(actor.system)).toBe(deliveries);
      deliveries.outside = (delivery) => {
        outside.push(delivery.event.type);
        deliveries.enter(delivery);
      };
      deliveries.stepper = (delivery: Delivery) => {
        inside.push(delivery.event.type);
        deliveries.deliver(delivery);
      };
      actor.start();
      actor.send({ type: 'go' });
      await new Promise((resolve) => setImmediate(resolve));
      expect(outside).toEqual(['go', events.resolved]);
      expect(inside).toEqual(['go', 'ping', 'back', events.resolved, 'xstate.done.actor.load']);
    });

    it('calls those who look on through what is given, and its own observers as it likes', () => {
      const outside: string[] = [];
      const child = fromObservable(() => ({
        subscribe: (observer) => {
          const { next } = observer as { next(value: number): void }; // XState gives one of this form
          next(1);
          return { unsubscribe() {} };
        },
      }));
      const machine = createMachine({
        context: { seen: [] as unknown[] },
        invoke: {
          src: child,
          onSnapshot: {
            actions: assign(({ context, event }) => ({ seen: [...context.seen, event.snapshot.context] })),
          },
        },
      });
      let looks = 0;
      const actor = createActor(machine, {
        inspect: watch((ref) =>
          callObservers(ref, (observe) => {
            looks++;
            deliveriesOf(ref.system).aside(observe);
          }),
        ),
      });
      const deliveries = deliveriesOf(actor.system);
      deliveries.outside = ({ event }) => void outside.push(event.type);
      const states: unknown[] = [];
      actor.subscribe((state) => {
        states.push(state.context.seen);
        actor.send({ type: 'from an observer' });
      });
      deliveries.inside(() => actor.start());
      expect(actor.getSnapshot().context).toEqual({ seen: [undefined, 1] });
      expect(states).toHaveLength(looks);
      expect(new Set(outside)).toEqual(new Set(['from an observer']));
    });

    it('numbers actors by the run, and not by the process', () => {
      const ids = () => {
        const seen: string[] = [];
        const child = createMachine({});
        const machine = setup({ actors: { child } }).createMachine({
          context: ({ spawn }) => ({ refs: [spawn('child'), spawn('child')] }),
        });
        let isFirst = true;
        const inspect = watch((ref) => {
          if (isFirst) numberActors(ref);
          isFirst = false;
          seen.push(ref.sessionId, ref.id);
        });
        createActor(machine, { id: 'root', inspect });
        return seen;
      };
      const first = ids();
      expect(first).toEqual(['x:0', 'root', 'x:1', 'x:1', 'x:2', 'x:2']);
      expect(ids()).toEqual(first);
    });

    it('sets, cancels and ends all timers through its scheduler', () => {
      const calls: unknown[] = [];
      const scheduler: Scheduler = {
        schedule: (source, target, event, delay, id) =>
          calls.push(['set', source.id, target.id, event.type, delay, id]),
        cancel: (source, id) => calls.push(['cancel', source.id, id]),
        cancelAll: (source) => calls.push(['all', source.id]),
      };
      const machine = createMachine({
        id: 'm',
        initial: 'a',
        states: {
          a: {
            after: { 10: 'b' },
            entry: raise({ type: 'later' }, { delay: 5, id: 'mine' }),
            on: { stop: { target: 'b', actions: cancel('mine') } },
          },
          b: { type: 'final' },
        },
      });
      const actor = createActor(machine, {
        id: 'root',
        inspect: watch((ref) => replaceScheduler(ref.system, scheduler)),
      });
      actor.start();
      actor.send({ type: 'stop' });
      expect(calls).toContainEqual(['set', 'root', 'root', 'later', 5, 'mine']);
      expect(calls).toContainEqual(['set', 'root', 'root', 'xstate.after.10.m.a', 10, 'xstate.after.10.m.a']);
      expect(calls).toContainEqual(['cancel', 'root', 'xstate.after.10.m.a']);
      expect(calls).toContainEqual(['cancel', 'root', 'mine']);
      expect(calls.at(-1)).toEqual(['all', 'root']);
    });

    it('hands every action over to be executed, its own under its prefix', () => {
      const executed: string[] = [];
      const machine = setup({ actions: { greet: () => executed.push('greeted') } }).createMachine({
        context: { count: 0 },
        entry: ['greet', emit({ type: 'said' }), log('x'), assign({ count: 1 }), function own() {}],
      });
      const inspect = watch((ref) =>
        replaceExecutor(ref, (action: ExecutedAction, original) => {
          executed.push(`${action.type} ${isOwnAction(action)}`);
          if (action.type === 'greet') original(action);
        }),
      );
      createActor(machine, { inspect }).start();
      expect(executed).toEqual([
        'greet false',
        `${outwardActions.emit} true`,
        `${outwardActions.log} true`,
        'own false',
        'greeted',
      ]);
    });

    it('runs the logic that was put in the place of an actor’s before its first state', () => {
      const started: string[] = [];
      const source = fromPromise(async () => 1);
      const inspect = watch((ref) => {
        const logic = logicOf(ref);
        if (logic === source) replaceLogic(ref, { ...logic, start: () => void started.push(ref.id) });
      });
      createActor(createMachine({ invoke: { id: 'load', src: source } }), { inspect }).start();
      expect(started).toEqual(['load']);
    });

    it('gives the results of promises and observables as these events, which their transitions take', () => {
      const active = { status: 'active', output: undefined, error: undefined, input: undefined, context: undefined };
      const scope = { self: {} } as never; // not read here
      const promise = fromPromise(async () => 1) as ReturnType<typeof logicOf>;
      const observable = fromObservable(() => ({ subscribe: () => ({ unsubscribe() {} }) })) as ReturnType<
        typeof logicOf
      >;
      const callback = fromCallback(() => {}) as ReturnType<typeof logicOf>;
      expect(promise.transition(active, { type: events.resolved, data: 7 }, scope)).toMatchObject({
        status: 'done',
        output: 7,
      });
      expect(promise.transition(active, { type: events.rejected, data: 7 }, scope)).toMatchObject({
        status: 'error',
        error: 7,
      });
      expect(observable.transition(active, { type: events.next, data: 7 }, scope)).toMatchObject({ context: 7 });
      expect(observable.transition(active, { type: events.erred, data: 7 }, scope)).toMatchObject({
        status: 'error',
        error: 7,
      });
      expect(observable.transition(active, { type: events.completed }, scope)).toMatchObject({ status: 'done' });
      // By this a callback is told from the others.
      expect(() => callback.transition(active, { type: events.resolved }, scope)).toThrow(TypeError);
    });

    it('ends an actor with an error that its parent can handle, and says that it is stopped', () => {
      let child: AnyActorRef | undefined;
      const machine = createMachine({
        initial: 'on',
        states: { on: { invoke: { id: 'child', src: createMachine({}), onError: 'off' } }, off: {} },
      });
      const actor = createActor(machine, {
        inspect: watch((ref) => {
          if (ref.id === 'child') child = ref;
        }),
      }).start();
      if (!child) throw new Error('There is no child.');
      expect(isStopped(child)).toBe(false);
      failActor(child, new Error('broken'));
      expect(isStopped(child)).toBe(true);
      expect(actor.getSnapshot().value).toBe('off');
    });

    it('notifies the listeners of an actor of an event that it emits', () => {
      const heard: AnyEventObject[] = [];
      const actor = createActor(createMachine({}));
      actor.on('*', (event) => heard.push(event));
      emitFrom(actor, { type: 'said' });
      expect(heard).toEqual([{ type: 'said' }]);
    });

    it('keeps the listeners of an actor that has ended, when it is told to', () => {
      const heard: AnyEventObject[] = [];
      const machine = createMachine({ initial: 'on', states: { on: { on: { end: 'off' } }, off: { type: 'final' } } });
      const actor = createActor(machine, { inspect: watch(keepListeners) }).start();
      actor.on('said', (event) => heard.push(event));
      actor.send({ type: 'end' });
      expect(isStopped(actor)).toBe(true);
      emitFrom(actor, { type: 'said' });
      expect(heard).toEqual([{ type: 'said' }]);
    });
  },
);
