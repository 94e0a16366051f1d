import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { placeOf } from '../../domain/place-of.ts';
import type { Chart, ChartEdge, ChartNode } from '../protocol.ts';

/** Reads a chart from the live state nodes of a machine: its `definition` would leave out `always`. */
export function toChart(machine: AnyStateMachine, id = machine.id): Chart {
  return { id, name: machine.id, root: toNode(machine.root) };
}

/** The id of a transition, stable for one machine. */
export function edgeId(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const same = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return `${placeOf(source)}|${eventType}|${same.indexOf(transition)}`;
}

function toNode(node: AnyStateNode): ChartNode {
  const transitions = [...node.transitions.values()].flat();
  const { description } = node;
  return {
    id: placeOf(node),
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target ?? []).map(placeOf) : [],
    ...(description ? { description } : {}),
    ...markOf(node.meta),
    tags: [...node.tags],
    entry: node.entry.map(nameOf),
    exit: node.exit.map(nameOf),
    invokes: node.invoke.map((invoked) => invoked.id),
    edges: [...(node.always ?? []), ...transitions].map(toEdge),
    states: Object.values(node.states).map(toNode),
  };
}

/** What the `meta` of a state says about its place on a map. */
function markOf(meta: unknown): Pick<ChartNode, 'room' | 'hasSteps'> {
  const { room, hasSteps } = (meta ?? {}) as { room?: unknown; hasSteps?: unknown }; // whatever its author wrote
  return { ...(typeof room === 'string' ? { room } : {}), ...(hasSteps === true ? { hasSteps } : {}) };
}

function toEdge(transition: AnyTransitionDefinition): ChartEdge {
  const { source, eventType, guard, target, actions, description } = transition;
  const same = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return {
    id: edgeId(transition),
    source: placeOf(source),
    ...labelOf(eventType),
    event: eventType,
    index: same.indexOf(transition),
    of: same.length,
    ...(guard === undefined ? {} : { guard: nameOf(guard) }),
    ...(description ? { description } : {}),
    targets: (target ?? []).map(placeOf),
    actions: actions.map(nameOf),
  };
}

const labels: readonly (readonly [RegExp, ChartEdge['kind'], string])[] = [
  [/^$/, 'always', 'always'],
  [/^xstate\.done\.actor\.(.*)$/, 'done', 'done: $1'],
  [/^xstate\.error\.actor\.(.*)$/, 'error', 'error: $1'],
  [/^xstate\.done\.state\.(.*)$/, 'done', 'done'],
  [/^xstate\.after\.([^.]*)\..*$/, 'after', 'after $1'],
];

function labelOf(event: string): Pick<ChartEdge, 'kind' | 'label'> {
  const [pattern, kind, shown] = labels.find(([each]) => each.test(event)) ?? [];
  return pattern && kind && shown ? { kind, label: event.replace(pattern, shown) } : { kind: 'event', label: event };
}

/** The name of a guard or an action; a function without one is called that. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'function') return part.name || 'a function';
  const { type } = part as { type?: unknown }; // an object with a type, as XState takes it
  return typeof type === 'string' ? type : 'a function';
}
