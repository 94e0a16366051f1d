/** A state of a chart, with everything that is drawn of it. */
export interface DiagramState {
  /** Unique in the chart; words with dots between them. */
  readonly id: string;
  /** Its name among its siblings. */
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The ids of the states it begins with. */
  readonly initial: readonly string[];
  /** The transitions that leave it; one without a target stays where it is. */
  readonly edges: readonly {
    readonly label: string;
    readonly guard?: string | undefined;
    readonly targets: readonly string[];
  }[];
  readonly states: readonly DiagramState[];
}

/**
 * A chart as a Mermaid `stateDiagram-v2`: every state, and every transition with its event and its guard. A transition without a target is
 * drawn as one to its own state.
 */
export function toStateDiagram(root: DiagramState): string {
  const drawing: Drawing = { names: nameStates(root), outside: [] };
  // Regions and transitions of the root need a box to stand in.
  const needsBox = root.type === 'parallel' || root.edges.length > 0;
  const lines = needsBox ? drawState(root, drawing) : drawInside(root, drawing);
  const own = needsBox ? edgesOf(root).map((edge) => drawEdge(edge, drawing)) : [];
  return `${['stateDiagram-v2', ...lines, ...drawing.outside, ...own].join('\n  ')}\n`;
}

interface Drawing {
  /** The words that Mermaid knows the states by. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * Edges between states of different parents. They come last and at the top: Mermaid puts a state into the block that mentions it
   * first.
   */
  readonly outside: string[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

function drawInside(parent: DiagramState, drawing: Drawing): string[] {
  const { states: children, type, initial } = parent;
  const nameOf = (id: string) => drawing.names.get(id) ?? id;
  const ids = new Set(children.map(({ id }) => id));
  const isInside = ({ to }: Edge) => ids.has(to) && type !== 'parallel';
  const states = children.map((child) => drawState(child, drawing));
  const edges = children.flatMap(edgesOf);
  const draw = (list: readonly Edge[]) => list.map((edge) => drawEdge(edge, drawing));
  drawing.outside.push(...draw(edges.filter((edge) => !isInside(edge))));
  if (type === 'parallel') return states.flatMap((region, index) => (index > 0 ? ['--', ...region] : region));
  const start = initial.map((id) => `[*] --> ${nameOf(id)}`);
  const ends = children.filter((child) => child.type === 'final').map(({ id }) => `${nameOf(id)} --> [*]`);
  return [...start, ...states.flat(), ...draw(edges.filter(isInside)), ...ends];
}

function drawState(state: DiagramState, drawing: Drawing): string[] {
  const name = drawing.names.get(state.id);
  const title = `${name}: ${toLabel(state.type === 'history' ? `${state.key} (history)` : state.key)}`;
  if (state.states.length === 0) return [title];
  return [title, `state ${name} {`, ...drawInside(state, drawing).map((line) => `  ${line}`), '}'];
}

function drawEdge({ from, to, label }: Edge, { names }: Drawing): string {
  return `${names.get(from)} --> ${names.get(to)} : ${label}`;
}

function edgesOf({ id, edges }: DiagramState): Edge[] {
  return edges.flatMap(({ label, guard, targets }) => {
    const text = toLabel(guard === undefined ? label : `${label} [${guard}]`);
    return (targets.length > 0 ? targets : [id]).map((to) => ({ from: id, to, label: text }));
  });
}

/** A name for each state that is one word for Mermaid, and no other's. */
function nameStates(root: DiagramState): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const visit = ({ id, states }: DiagramState) => {
    const word = id.replace(/\W/g, '_');
    // Mermaid reads a word that begins with "default" as its own.
    const safe = /^default/i.test(word) ? `_${word}` : word;
    let name = safe;
    for (let number = 2; taken.has(name); number++) name = `${safe}_${number}`;
    names.set(id, name);
    taken.add(name);
    states.forEach(visit);
  };
  visit(root);
  return names;
}

/** What Mermaid would read as its own syntax becomes a character code. */
function toLabel(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,_()[\]*-]/gu, (character) => `#${character.codePointAt(0)};`);
}
