/** How a graph begins, and what a node that has come to its end changes: pure functions for its chart. */
import { messageOf } from '../../errors.ts';
import type { AgentProblem } from '../agent.ts';
import { advance } from './advance.ts';
import { type Arrival, failedWith, type GraphContext, type GraphStart } from './graph-context.ts';
import type { GraphShape, NodeShape, Way } from './graph-shape.ts';

/** How a graph reads what it is given. */
export interface GraphReader {
  /** The input, or what is wrong with it. */
  read(start: GraphStart): { readonly value: unknown } | { readonly problem: string };
  state(): unknown;
}

export function begin(graph: GraphShape, reader: GraphReader, start: GraphStart): GraphContext {
  const { messages, history, runPath, session, moves } = start;
  const empty: GraphContext = {
    messages,
    history,
    runPath,
    session,
    moves,
    state: undefined,
    arrivals: [],
    passed: {},
    work: {},
    ready: [],
    visits: {},
    skipped: [],
    entries: [],
    outcome: undefined,
  };
  try {
    const given = reader.read(start);
    if ('problem' in given) {
      return {
        ...empty,
        outcome: failedWith('bad-request', `The input of the graph "${graph.name}" does not fit: ${given.problem}`),
      };
    }
    return goOn(graph, { ...empty, state: reader.state() }, 'start', given.value);
  } catch (error) {
    return {
      ...empty,
      outcome: failedWith('bad-config', `The graph "${graph.name}" could not begin: ${messageOf(error)}`),
    };
  }
}

export const nodeOf = ({ nodes }: GraphShape, name: string): NodeShape =>
  nodes.find((node) => node.name === name) as NodeShape; // the chart asks for those that it is made of

/** A node has given a value: its handler sees it, and it goes where the ways lead. */
export function afterNode(graph: GraphShape, context: GraphContext, name: string, value: unknown): GraphContext {
  const { after } = nodeOf(graph, name);
  const { [name]: _done, ...work } = context.work;
  const rest = { ...context, work };
  try {
    // The builder has seen that the types fit.
    const made = after?.(value as never, context.state as never) ?? { output: value };
    return goOn(graph, { ...rest, ...('state' in made ? { state: made.state } : {}) }, name, made.output);
  } catch (error) {
    return {
      ...rest,
      outcome: failedWith(
        'bad-config',
        `The handler after "${name}" of the graph "${graph.name}" threw: ${messageOf(error)}`,
      ),
    };
  }
}

/** A node has failed for good: its fallback takes the place of its output, or the graph fails. */
export function afterFailure(
  graph: GraphShape,
  context: GraphContext,
  name: string,
  problem: AgentProblem,
): GraphContext {
  const { onError } = nodeOf(graph, name);
  const { [name]: _done, ...work } = context.work;
  const rest = { ...context, work };
  const told = failedWith(problem.code, `The node "${name}" of the graph "${graph.name}" failed: ${problem.message}`);
  if (!onError) return { ...rest, outcome: told };
  try {
    return goOn(graph, rest, name, onError(problem, context.state as never)); // the builder has seen its type
  } catch (error) {
    return {
      ...rest,
      outcome: failedWith('bad-config', `onError of "${name}" of the graph "${graph.name}" threw: ${messageOf(error)}`),
    };
  }
}

/** The same work once more. */
export function afterAttempt(context: GraphContext, name: string): Partial<GraphContext> {
  const visit = context.work[name] ?? { input: undefined, attempt: 0 };
  return { work: { ...context.work, [name]: { ...visit, attempt: visit.attempt + 1 } } };
}

/** Sends a value along the ways from a node, and lets begin what can. */
function goOn(graph: GraphShape, context: GraphContext, from: string, value: unknown): GraphContext {
  const branch = graph.branches.find((each) => each.from === from);
  let chosen: readonly string[] = [];
  if (branch) {
    try {
      chosen = [branch.decide(value as never, context.state as never)].flat(); // the builder has seen its types
    } catch (error) {
      return {
        ...context,
        outcome: failedWith(
          'bad-config',
          `The branch after "${from}" of the graph "${graph.name}" threw: ${messageOf(error)}`,
        ),
      };
    }
    const unknown = chosen.find((name) => !branch.to.includes(name));
    if (unknown !== undefined) {
      const what = `The branch after "${from}" of the graph "${graph.name}" chose "${unknown}". It may choose: ${branch.to.join(', ')}.`;
      return { ...context, outcome: failedWith('bad-config', what) };
    }
  }
  let next = context;
  for (const [way, { kind, from: sources, to }] of graph.ways.entries()) {
    if (!sources.includes(from) || (kind === 'choice' && !chosen.includes(to))) continue;
    next = arrived(next, { way, from, value }, kind);
  }
  return advance(graph, next);
}

/**
 * Something comes on a way. Of those of whom the first is enough the others come to nothing, until one comes again: then it is the first of a new round. A join
 * takes the newest of each.
 */
function arrived(context: GraphContext, arrival: Arrival, kind: Way['kind']): GraphContext {
  const { way, from } = arrival;
  const isOlder = (other: Arrival) => kind === 'join' && other.way === way && other.from === from;
  const arrivals = [...context.arrivals.filter((other) => !isOlder(other)), arrival];
  if (kind !== 'first') return { ...context, arrivals };
  const before = context.passed[way] ?? [];
  const isLater = before.length > 0 && !before.includes(from);
  const passed = { ...context.passed, [way]: isLater ? [...before, from] : [from] };
  return isLater ? { ...context, passed } : { ...context, passed, arrivals };
}
