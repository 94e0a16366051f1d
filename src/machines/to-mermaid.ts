import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { placeOf } from '../domain/place-of.ts';
import { type DiagramState, toStateDiagram } from '../text/to-state-diagram.ts';

/**
 * Draws a machine as a Mermaid `stateDiagram-v2`, from the state nodes that it runs on: every state, and every transition with its event
 * and its guard. A transition without a target is drawn as one to its own state.
 */
export function toMermaid(machine: AnyStateMachine): string {
  return toStateDiagram(toDiagramState(machine.root));
}

function toDiagramState(node: AnyStateNode): DiagramState {
  const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return {
    id: placeOf(node),
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target ?? []).map(placeOf) : [],
    edges: transitions.map(({ eventType, guard, target }) => ({
      label: eventName(eventType),
      guard: guardName(guard),
      targets: (target ?? []).map(placeOf),
    })),
    states: Object.values(node.states).map(toDiagramState),
  };
}

function guardName(guard: AnyTransitionDefinition['guard']): string | undefined {
  if (guard === undefined || typeof guard === 'string') return guard;
  if (typeof guard === 'function') return guard.name || 'guard';
  return guard.type;
}

function eventName(type: string): string {
  if (type === '') return 'always';
  if (type === '*') return 'any event';
  const [, kind = '', about = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot|done\.state|after)\.(.*)$/.exec(type) ?? [];
  const actor = about === '*' ? 'an actor' : about;
  switch (kind) {
    case 'done.actor':
      return `${actor} done`;
    case 'error.actor':
      return `${actor} failed`;
    case 'snapshot':
      return `${actor} changed`;
    case 'done.state':
      return 'done';
    case 'after':
      return `after ${about.split('.')[0]}`;
    default:
      return type;
  }
}
