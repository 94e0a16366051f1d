import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
  Snapshot,
  Subscription,
} from 'xstate';
import { messageOf } from '../../errors.ts';
import { briefLimits, cutFields, cutValue, shortLimits } from '../cut-value.ts';
import type { Change, Chart, StateValue } from '../protocol.ts';
import { isSecretName, redacted, withoutSecrets } from '../secrets.ts';
import { type ValueChange, valueChanges } from './context-changes.ts';
import { edgeId, toChart } from './to-chart.ts';

/** Receives what is traced. */
export interface TraceListener {
  chart(chart: Chart): void;
  change(change: Change): void;
}

interface Known {
  readonly ref: AnyActorRef;
  readonly path: string;
  readonly chart: string | undefined;
  context: unknown;
  status: string;
}

/** Gives actors their paths. */
export interface TracePaths {
  add(ref: AnyActorRef): string;
}

/** An effect that a chart has asked for, as its actor was given it. */
export interface TracedEffect {
  readonly kind: string;
  readonly input: { readonly key: string; readonly [name: string]: unknown };
}

/**
 * Follows everything that the actors of a system do, from now on; it begins with what they are.
 *
 * Contract: it only listens. It never sends, throws or waits, so a system that is traced does what it does untraced.
 */
export class Trace {
  readonly #listener: TraceListener;
  readonly #actors = new Map<string, Known>();
  /** Ids by the order in which actors came: the same whenever the same log is played. XState's own count on in a process. */
  readonly #ids = new WeakMap<AnyActorRef, string>();
  readonly #charts = new Map<object, string>();
  readonly #effects = new Map<string, TracedEffect>();
  readonly #paths: TracePaths | undefined;
  readonly #inspection: Subscription | undefined;

  /** Without a root there is nothing to follow. `paths`: what actors are called in the log; by default the ids from the root on. */
  constructor(root: AnyActorRef | undefined, listener: TraceListener, paths?: TracePaths) {
    this.#listener = listener;
    this.#paths = paths;
    if (root) this.#meetAll(root);
    this.#inspection = root?.system.inspect((event) => this.#receive(event));
  }

  /** Stops following; what was seen stays. */
  close(): void {
    this.#inspection?.unsubscribe();
  }

  /** The actors that were seen, by their id in the session. */
  actor(id: string): AnyActorRef | undefined {
    return this.#actors.get(id)?.ref;
  }

  /** The actors that are at work, with their ids. */
  get active(): readonly (readonly [string, AnyActorRef])[] {
    return [...this.#actors].filter(([, { status }]) => status === 'active').map(([id, { ref }]) => [id, ref]);
  }

  /** The context of an actor as it is now, in full. */
  context(id: string): unknown {
    return this.#actors.get(id)?.context;
  }

  pathOf(id: string): string {
    return this.#actors.get(id)?.path ?? id;
  }

  /** The path of an actor, met or not. */
  pathTo(ref: AnyActorRef): string {
    return this.pathOf(this.#ids.get(ref) ?? ref.id);
  }

  effect(key: string): TracedEffect | undefined {
    return this.#effects.get(key);
  }

  /** An actor that was there before, and its children, as they are. */
  #meetAll(ref: AnyActorRef): void {
    this.#meet(ref);
    const snapshot = ref.getSnapshot() as (Snapshot<unknown> & { children?: Record<string, AnyActorRef> }) | undefined; // of any logic
    if (snapshot) this.#reportSnapshot(ref, snapshot);
    for (const child of Object.values(snapshot?.children ?? {})) this.#meetAll(child);
  }

  /** A new actor. It is announced before it has a snapshot; that comes when it starts. */
  #meet(ref: AnyActorRef): void {
    if (this.#ids.has(ref)) return;
    const id = `a${this.#actors.size}`;
    this.#ids.set(ref, id);
    const parent = ref._parent;
    const machine = machineOf(ref);
    const own = parent ? ref.id : (machine?.id ?? ref.id);
    const path = this.#paths?.add(ref) ?? (parent ? `${this.pathTo(parent)}/${own}` : own);
    const chart = machine && this.#chartOf(machine);
    this.#actors.set(id, { ref, path, chart, context: undefined, status: 'active' });
    this.#listener.change({
      type: 'actor',
      actor: id,
      path,
      ...(parent ? { parent: this.idOf(parent) } : {}),
      ...(chart === undefined ? {} : { chart }),
    });
  }

  /** The id of an actor in the session. */
  idOf(ref: AnyActorRef): string {
    return this.#ids.get(ref) ?? ref.id;
  }

  #chartOf(machine: AnyStateMachine): string {
    // Machines that only differ in what was provided share their configuration, and their chart.
    const known = this.#charts.get(machine.config);
    if (known !== undefined) return known;
    const taken = new Set(this.#charts.values());
    let key = machine.id;
    for (let number = 2; taken.has(key); number++) key = `${machine.id}~${number}`;
    this.#charts.set(machine.config, key);
    this.#listener.chart(toChart(machine, key));
    return key;
  }

  #noteEffect(ref: AnyActorRef, input: unknown): void {
    const { src } = ref as AnyActorRef & { src?: unknown }; // the name under which it was invoked or spawned
    const isKeyed = typeof input === 'object' && input !== null && 'key' in input && typeof input.key === 'string';
    if (isKeyed && typeof src === 'string')
      this.#effects.set(String(input.key), { kind: src, input: input as TracedEffect['input'] });
  }

  #receive(event: InspectionEvent): void {
    const ref = event.actorRef as AnyActorRef; // every actor is one
    switch (event.type) {
      case '@xstate.actor':
        this.#meet(ref);
        return;
      case '@xstate.event': {
        this.#meet(ref);
        if (event.event.type.startsWith('xstate.error.actor.') && event.sourceRef)
          this.fails(event.sourceRef as AnyActorRef); // every actor is one
        const { type, ...data } = event.event;
        const from = event.sourceRef && this.idOf(event.sourceRef as AnyActorRef); // every actor is one
        this.#listener.change({
          type: 'event',
          actor: this.idOf(ref),
          ...(from === undefined ? {} : { from }),
          event: type,
          data: cutFields(data, briefLimits),
        });
        return;
      }
      case '@xstate.microstep': {
        const taken = event._transitions as readonly AnyTransitionDefinition[];
        const { value } = event.snapshot as AnyMachineSnapshot; // only machines have microsteps
        if (taken.length === 0 && !this.#actors.get(this.idOf(ref))?.chart) return;
        this.#listener.change({
          type: 'microstep',
          actor: this.idOf(ref),
          edges: taken.map(edgeId),
          value: value as StateValue,
        });
        return;
      }
      case '@xstate.snapshot':
        this.#reportSnapshot(ref, event.snapshot);
    }
  }

  /** Of a chart that breaks in the middle of a transition XState sends no snapshot. */
  fails(ref: AnyActorRef): void {
    const snapshot = ref.getSnapshot() as Snapshot<unknown> | undefined; // of any logic
    if (snapshot?.status === 'error' && machineOf(ref)) this.#reportSnapshot(ref, snapshot);
  }

  #reportSnapshot(ref: AnyActorRef, snapshot: Snapshot<unknown>): void {
    const known = this.#actors.get(this.idOf(ref));
    // Nothing comes after an error.
    if (!known || known.status === 'error') return;
    // An actor has its input from its first snapshot on, not yet when it is announced.
    this.#noteEffect(ref, (snapshot as { input?: unknown }).input);
    const { status, output, error } = snapshot;
    const { value, context } = snapshot as Partial<AnyMachineSnapshot>; // where it has them
    const changes = known.chart === undefined ? [] : valueChanges(known.context, context, shortLimits.items);
    known.context = context;
    known.status = status;
    this.#listener.change({
      type: 'snapshot',
      actor: this.idOf(ref),
      status,
      ...(value === undefined ? {} : { value: value as StateValue }),
      context: changes.map((change) => ('value' in change ? { ...change, value: cutAt(change) } : change)),
      ...(output === undefined ? {} : { output: cutValue(output, briefLimits) }),
      ...(error === undefined ? {} : { error: withoutSecrets(messageOf(error)) }),
    });
  }
}

/** A part of a context as it would be cut in the whole: what stands under the name of a secret is one there, too. */
function cutAt({ path, value }: ValueChange): unknown {
  if (path.some((name) => typeof name === 'string' && isSecretName(name))) return redacted;
  return cutValue(value, { ...shortLimits, depth: shortLimits.depth - path.length });
}

function machineOf(ref: AnyActorRef): AnyStateMachine | undefined {
  const { logic } = ref as AnyActorRef & { logic?: unknown }; // every actor has one
  const isMachine = typeof logic === 'object' && logic !== null && 'root' in logic && 'config' in logic;
  return isMachine ? (logic as AnyStateMachine) : undefined;
}
