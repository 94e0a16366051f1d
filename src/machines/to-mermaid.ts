import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * Draws a machine as a Mermaid `stateDiagram-v2`, from the state nodes that it runs on: every state, and every transition with its event
 * and its guard. A transition without a target is drawn as one to its own state.
 */
export function toMermaid(machine: AnyStateMachine): string {
  const ids = nameStates(machine.root);
  const outside: string[] = [];
  const drawing = { ids, outside };
  // Regions and transitions of the root need a box to stand in.
  const needsBox = machine.root.type === 'parallel' || edgesOf(machine.root).length > 0;
  const lines = needsBox ? drawState(machine.root, drawing) : drawInside(machine.root, drawing);
  if (needsBox) outside.push(...edgesOf(machine.root).map((edge) => drawEdge(machine.root, edge, drawing)));
  return `${['stateDiagram-v2', ...lines, ...outside].join('\n  ')}\n`;
}

interface Drawing {
  readonly ids: ReadonlyMap<AnyStateNode, string>;
  /**
   * Edges between states of different parents. They come last and at the top: Mermaid puts a state into the block that mentions it
   * first.
   */
  readonly outside: string[];
}

interface Edge {
  readonly to: AnyStateNode;
  readonly label: string;
}

function drawInside(parent: AnyStateNode, drawing: Drawing): string[] {
  const children = Object.values(parent.states);
  const states = children.map((child) => drawState(child, drawing));
  const edges = children.flatMap((from) => edgesOf(from).map((edge) => ({ ...edge, from })));
  const isInside = (to: AnyStateNode) => to.parent === parent && parent.type !== 'parallel';
  const draw = (list: typeof edges) => list.map((edge) => drawEdge(edge.from, edge, drawing));
  drawing.outside.push(...draw(edges.filter((edge) => !isInside(edge.to))));
  if (parent.type === 'parallel') return states.flatMap((region, index) => (index > 0 ? ['--', ...region] : region));
  const start = (parent.initial.target ?? []).map((node) => `[*] --> ${drawing.ids.get(node)}`);
  const ends = children.filter((child) => child.type === 'final').map((child) => `${drawing.ids.get(child)} --> [*]`);
  return [...start, ...states.flat(), ...draw(edges.filter((edge) => isInside(edge.to))), ...ends];
}

function drawEdge(from: AnyStateNode, { to, label }: Edge, { ids }: Drawing): string {
  return `${ids.get(from)} --> ${ids.get(to)} : ${label}`;
}

function drawState(node: AnyStateNode, drawing: Drawing): string[] {
  const id = drawing.ids.get(node);
  const title = `${id}: ${toLabel(node.type === 'history' ? `${node.key} (history)` : node.key)}`;
  if (Object.keys(node.states).length === 0) return [title];
  return [title, `state ${id} {`, ...drawInside(node, drawing).map((line) => `  ${line}`), '}'];
}

function edgesOf(from: AnyStateNode): Edge[] {
  const transitions = [...[...from.transitions.values()].flat(), ...(from.always ?? [])];
  return transitions.flatMap((transition) =>
    (transition.target ?? [from]).map((to) => ({ to, label: toLabel(labelOf(transition)) })),
  );
}

function labelOf({ eventType, guard }: AnyTransitionDefinition): string {
  const name = guardName(guard);
  return name === undefined ? eventName(eventType) : `${eventName(eventType)} [${name}]`;
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

/** A name for each state that is one word for Mermaid, and no other's. */
function nameStates(root: AnyStateNode): Map<AnyStateNode, string> {
  const ids = new Map<AnyStateNode, string>();
  const taken = new Set<string>();
  const visit = (node: AnyStateNode) => {
    const word = [root.key, ...node.path].join('_').replace(/\W/g, '_');
    // Mermaid reads a word that begins with "default" as its own.
    const safe = /^default/i.test(word) ? `_${word}` : word;
    let id = safe;
    for (let number = 2; taken.has(id); number++) id = `${safe}_${number}`;
    ids.set(node, id);
    taken.add(id);
    Object.values(node.states).forEach(visit);
  };
  visit(root);
  return ids;
}

/** What Mermaid would read as its own syntax becomes a character code. */
function toLabel(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,_()[\]*-]/gu, (character) => `#${character.codePointAt(0)};`);
}
