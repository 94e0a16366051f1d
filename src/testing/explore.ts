import {
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type DoneActorEvent,
  type ErrorActorEvent,
  type EventFrom,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { placeOf } from '../domain/place-of.ts';

/** One transition of a chart. */
export interface Edge {
  /** The id of the state that it leaves. */
  readonly source: string;
  /** The event's descriptor, or `always`. */
  readonly event: string;
  /** Its place among the transitions of the same state and event. */
  readonly index: number;
  /** The ids of the states that it enters; none for a transition that stays where it is. */
  readonly targets: readonly string[];
}

/** A state of a chart that can be reached, with the shortest way there. */
export interface ExploredState<M extends AnyStateMachine> {
  readonly key: string;
  readonly snapshot: SnapshotFrom<M>;
  /** The events that lead here from the start. */
  readonly path: readonly EventFrom<M>[];
  /** Where each event that can happen here leads; empty for a state at rest. */
  readonly next: readonly { readonly event: EventFrom<M>; readonly to: ExploredState<M> }[];
}

export interface ExploreOptions<M extends AnyStateMachine> {
  readonly input?: InputFrom<M>;
  /** Everything that can happen in a state: what its children can give, what people can say. */
  readonly events: (snapshot: SnapshotFrom<M>) => readonly EventFrom<M>[];
  /** Two snapshots with the same key are the same state. @default value, context and the ids of the children */
  readonly key?: (snapshot: SnapshotFrom<M>) => string;
  /** Stop after so many states. @default 10,000 */
  readonly limit?: number;
}

export interface Exploration<M extends AnyStateMachine> {
  readonly states: readonly ExploredState<M>[];
  readonly edges: readonly Edge[];
  readonly taken: readonly Edge[];
  readonly untaken: readonly Edge[];
  /** How often each transition was taken, by its id, `place of its state|event|index`: a report that `startInspector({ coverage })` takes. */
  readonly coverage: Readonly<Record<string, number>>;
  /** False when the limit was met before everything was seen. */
  readonly isComplete: boolean;
}

interface Node<M extends AnyStateMachine> extends ExploredState<M> {
  readonly next: { event: EventFrom<M>; to: Node<M> }[];
}

/**
 * Visits every state that a chart can reach when its environment does what `events` says, breadth first, and reports
 * which transitions were taken on the way. Nothing runs: no action is executed and no child is started.
 */
export function explore<M extends AnyStateMachine>(machine: M, options: ExploreOptions<M>): Exploration<M> {
  const { key = stateKey, limit = 10_000 } = options;
  const edges = edgesByTransition(machine);
  const timesTaken = new Map<AnyTransitionDefinition, number>();
  // An actor that is never started stands for the chart; its system says which transitions a microstep took.
  const actor = createActor<AnyStateMachine>(machine, { input: options.input });
  actor.system.inspect((inspected) => {
    if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
    for (const transition of inspected._transitions) timesTaken.set(transition, (timesTaken.get(transition) ?? 0) + 1);
  });
  const nothing = () => {};
  const scope = {
    self: actor,
    id: actor.id,
    sessionId: actor.sessionId,
    system: actor.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };

  const nodes = new Map<string, Node<M>>();
  let isComplete = true;
  const visit = (snapshot: SnapshotFrom<M>, path: readonly EventFrom<M>[]): Node<M> | undefined => {
    const id = key(snapshot);
    const known = nodes.get(id);
    if (known) return known;
    if (nodes.size >= limit) {
      isComplete = false;
      return undefined;
    }
    const node: Node<M> = { key: id, snapshot, path, next: [] };
    nodes.set(id, node);
    return node;
  };
  // The machine's own types are erased in `AnyStateMachine`: its snapshots are `SnapshotFrom<M>`.
  visit(machine.getInitialSnapshot(scope, options.input) as SnapshotFrom<M>, []);
  // A map gives out what is added while it is walked: the walk is the queue.
  for (const node of nodes.values()) {
    if (!isActive(node.snapshot)) continue;
    for (const event of options.events(node.snapshot)) {
      const snapshot = machine.transition(node.snapshot, event, scope) as SnapshotFrom<M>; // as above
      const to = visit(snapshot, [...node.path, event]);
      if (to) node.next.push({ event, to });
    }
  }
  const all = [...edges.keys()];
  const named = (transitions: readonly AnyTransitionDefinition[]) =>
    transitions.flatMap((each) => edges.get(each) ?? []);
  return {
    states: [...nodes.values()],
    edges: named(all),
    taken: named(all.filter((transition) => timesTaken.has(transition))),
    untaken: named(all.filter((transition) => !timesTaken.has(transition))),
    coverage: Object.fromEntries(
      [...edges].map(([transition, { index }]) => [
        `${placeOf(transition.source)}|${transition.eventType}|${index}`,
        timesTaken.get(transition) ?? 0,
      ]),
    ),
    isComplete,
  };
}

/** Every transition of a chart, in the order of its states. */
export function edgesOf(machine: AnyStateMachine): Edge[] {
  return [...edgesByTransition(machine).values()];
}

/** What a child that has finished reports to the chart. */
export function childDone<Output>(id: string, output: Output): DoneActorEvent<Output> {
  return { type: `xstate.done.actor.${id}`, output, actorId: id };
}

/** What a child that has failed reports to the chart. */
export function childFailed(id: string, error: unknown): ErrorActorEvent {
  return { type: `xstate.error.actor.${id}`, error, actorId: id };
}

/** Read from the live state nodes: `machine.definition` leaves out `always`. */
function edgesByTransition(machine: AnyStateMachine): Map<AnyTransitionDefinition, Edge> {
  const edges = new Map<AnyTransitionDefinition, Edge>();
  const add = (event: string, transitions: readonly AnyTransitionDefinition[]) => {
    transitions.forEach((transition, index) => {
      const targets = (transition.target ?? []).map((target) => target.id);
      edges.set(transition, { source: transition.source.id, event, index, targets });
    });
  };
  const walk = (node: AnyStateMachine['root']) => {
    for (const [event, transitions] of node.transitions) add(event, transitions);
    add('always', node.always ?? []);
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return edges;
}

const isActive = ({ status }: SnapshotFrom<AnyStateMachine>): boolean => status === 'active';

function stateKey({ value, status, context, children }: SnapshotFrom<AnyStateMachine>): string {
  return JSON.stringify([status, value, context, Object.keys(children).sort()]);
}
