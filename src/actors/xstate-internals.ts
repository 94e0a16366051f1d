/**
 * Everything that XState does not promise and that is relied on here, in one place. test/actors/xstate-internals.test.ts pins each of it, on the lowest and the
 * highest version of the range in package.json.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyEventObject, toObserver } from 'xstate';
import type { FactSource } from './delivery-gate.ts';

type System = AnyActorRef['system'];

/** An event on its way to an actor. */
export interface Delivery {
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}

/** An action as a machine hands it over to be executed. */
export interface ExecutedAction {
  readonly type: string;
  readonly info: unknown;
  readonly params: unknown;
  readonly exec: ((info: unknown, params: unknown) => unknown) | undefined;
}

/** What sets and cancels the timers of a system. */
export interface Scheduler {
  schedule(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject, delay: number, id?: string): void;
  cancel(source: AnyActorRef, id: string): void;
  cancelAll(source: AnyActorRef): void;
}

interface ActorScope {
  id: string;
  sessionId: string;
  readonly self: AnyActorRef;
  readonly emit: (event: AnyEventObject) => void;
  actionExecutor: (action: ExecutedAction) => void;
}

interface InternalSystem {
  _relay(source: AnyActorRef | undefined, target: AnyActorRef, event: AnyEventObject): void;
  _bookId(): string;
  scheduler: Scheduler;
}

interface InternalActor {
  logic: AnyActorLogic;
  sessionId: string;
  _snapshot: unknown;
  readonly eventListeners: Map<string, unknown>;
  readonly _actorScope: ActorScope;
  readonly _processingStatus: number;
  _error(error: unknown): void;
}

const systemOf = (system: System) => system as unknown as InternalSystem; // not in the public types
const actorOf = (ref: AnyActorRef) => ref as unknown as InternalActor; // not in the public types

/** The event with which an actor is stopped, and those with which the logics of XState come to an end. */
export const events = {
  stop: 'xstate.stop',
  resolved: 'xstate.promise.resolve',
  rejected: 'xstate.promise.reject',
  next: 'xstate.observable.next',
  erred: 'xstate.observable.error',
  completed: 'xstate.observable.complete',
} as const;

/** The actions of XState itself that reach the outside: all others with its prefix are part of a decision. */
export const outwardActions = { emit: 'xstate.emit', log: 'xstate.log' } as const;
export const isOwnAction = ({ type }: ExecutedAction) => type.startsWith('xstate.');

/**
 * Every event between the actors of a system, and from outside to one of them, in two phases. What comes from outside goes to `outside` first, if there is
 * somebody: a run, for which it is a fact. What is delivered, from then on, goes through `stepper`, if there is one: a gate, which
 * lets one event through at a time.
 */
export class Deliveries {
  readonly #relay: InternalSystem['_relay'];
  #isInside = false;
  outside: ((delivery: Delivery) => void) | undefined;
  stepper: ((delivery: Delivery) => void) | undefined;
  /** Where the facts of the run wait to which the system belongs, if it belongs to one. */
  facts: FactSource | undefined;
  /** Surrounds what actors do because of an event. */
  around: (decision: () => void) => void = (decision) => decision();

  constructor(system: System) {
    const internal = systemOf(system);
    this.#relay = internal._relay;
    internal._relay = (source, target, event) => {
      if (!this.#isInside && this.outside) this.outside({ source, target, event });
      else this.enter({ source, target, event });
    };
  }

  /** Whether an event comes of a decision that is being made. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Lets an event in. */
  enter(delivery: Delivery): void {
    if (this.stepper) this.stepper(delivery);
    else this.deliver(delivery);
  }

  /** Hands an event over to its actor, now. */
  deliver({ source, target, event }: Delivery): void {
    this.inside(() => this.#relay(source, target, event));
  }

  /** Whatever is sent meanwhile is part of the same decision. */
  inside(decision: () => void): void {
    if (this.#isInside) {
      decision();
      return;
    }
    this.#isInside = true;
    try {
      this.around(decision);
    } finally {
      this.#isInside = false;
    }
  }

  /** Whatever is sent meanwhile comes from outside, although a decision is being made. */
  aside(act: () => void): void {
    const wasInside = this.#isInside;
    this.#isInside = false;
    try {
      act();
    } finally {
      this.#isInside = wasInside;
    }
  }
}

const owners = new WeakMap<System, Deliveries>();

/** The one owner of a system's deliveries. */
export function deliveriesOf(system: System): Deliveries {
  const known = owners.get(system);
  if (known) return known;
  const deliveries = new Deliveries(system);
  owners.set(system, deliveries);
  return deliveries;
}

/** Numbers the actors of a system from its root on, so that those without an id have the same one whenever the run is played. */
export function numberActors(root: AnyActorRef): void {
  let count = 0;
  const next = () => `x:${count++}`;
  systemOf(root.system)._bookId = next;
  const actor = actorOf(root);
  actor.sessionId = next();
  actor._actorScope.sessionId = actor.sessionId;
}

/** Takes over the timers of a system. */
export function replaceScheduler(system: System, scheduler: Scheduler): void {
  const internal = systemOf(system);
  // Its own object: whoever kept a reference to it has the new functions as well.
  Object.assign(internal.scheduler, scheduler);
}

/** Puts another logic in the place of an actor's, before its first state. */
export function replaceLogic(ref: AnyActorRef, logic: AnyActorLogic): void {
  actorOf(ref).logic = logic;
}

/** What an actor is made of. */
export const logicOf = (ref: AnyActorRef): AnyActorLogic => actorOf(ref).logic;

/** Hands every action of a machine to `execute`; `original` executes one as XState does. */
export function replaceExecutor(
  ref: AnyActorRef,
  execute: (action: ExecutedAction, original: (action: ExecutedAction) => void) => void,
): void {
  const scope = actorOf(ref)._actorScope;
  const original = scope.actionExecutor;
  scope.actionExecutor = (action) => execute(action, original);
}

/** An actor that has ended keeps the listeners of what it emits: newer versions of XState forget them, and what its last decision emits comes after that. */
export function keepListeners(ref: AnyActorRef): void {
  actorOf(ref).eventListeners.clear = () => {};
}

/**
 * Has those who look on from outside called by `call`: XState calls them in the middle of a decision. Who subscribes in a decision is part of it: XState
 * itself, for the parent that wants the snapshots of its child.
 */
export function callObservers(ref: AnyActorRef, call: (observe: () => void) => void): void {
  const subscribe = ref.subscribe.bind(ref) as (observer: object) => ReturnType<AnyActorRef['subscribe']>; // one of its forms
  const subscribed = (...given: Parameters<typeof toObserver>) => {
    const observer = toObserver(...given);
    if (deliveriesOf(ref.system).isInside) return subscribe(observer);
    const { next, error, complete } = observer;
    return subscribe({
      next: next && ((snapshot: unknown) => call(() => next(snapshot))),
      error: error && ((thrown: unknown) => call(() => error(thrown))),
      complete: complete && (() => call(() => complete())),
    });
  };
  ref.subscribe = subscribed as AnyActorRef['subscribe']; // takes all of its forms
}

/** Notifies the listeners of an actor of an event that it emits. */
export const emitFrom = (ref: AnyActorRef, event: AnyEventObject) => actorOf(ref)._actorScope.emit(event);

/** Starts the logic of an actor that is running. */
export const scopeOf = (ref: AnyActorRef) => actorOf(ref)._actorScope as unknown; // what logics take as their scope

export const isStopped = (ref: AnyActorRef) => actorOf(ref)._processingStatus === 2;

/** Ends an actor with an error, as when its logic throws. */
export function failActor(ref: AnyActorRef, error: unknown): void {
  const actor = actorOf(ref);
  actor._snapshot = { ...ref.getSnapshot(), status: 'error', error, output: undefined };
  actor._error(error);
}
