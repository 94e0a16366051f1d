/**
 * What comes next in a graph, by what has arrived where: pure functions for its chart. Values travel along the ways; a node takes what has come on one of them
 * and is at work. A join waits for whatever can still come, and goes on when nothing at work leads to what it waits for.
 */
import { messageOf } from '../../errors.ts';
import { type Arrival, failedWith, type GraphContext, type GraphOutcome } from './graph-context.ts';
import { type GraphShape, leadsTo, type Way } from './graph-shape.ts';

/** What a node can take: the arrivals that it takes, the value they make, or nothing when they lead nowhere. */
interface Taking {
  readonly taken: readonly Arrival[];
  readonly input: { readonly value: unknown } | undefined;
}

/** Lets every node begin that can. */
export function advance(graph: GraphShape, context: GraphContext): GraphContext {
  const names = ['end', ...graph.nodes.map(({ name }) => name)];
  let now = context;
  for (let isMoving = true; isMoving && !now.outcome; ) {
    const at = now;
    const next = firstTaking(names, (name) => takingOf(graph, at, name, false));
    // Joins that wait for each other would wait for ever: the first of them goes on.
    const forced = isAtRest(now) && !next ? firstTaking(names, (name) => takingOf(graph, at, name, true)) : next;
    isMoving = forced !== undefined;
    if (forced) now = taken(graph, now, forced);
  }
  if (now.outcome) return now;
  if (isAtRest(now)) return { ...now, outcome: nowhere(graph, now) };
  return { ...now, skipped: skippedIn(graph, now) };
}

const isAtRest = ({ work }: GraphContext) => Object.keys(work).length === 0;

function firstTaking(names: readonly string[], of: (name: string) => Taking | undefined) {
  for (const name of names) {
    const taking = of(name);
    if (taking) return { name, taking };
  }
  return undefined;
}

function takingOf(graph: GraphShape, context: GraphContext, name: string, isForced: boolean): Taking | undefined {
  if (Object.hasOwn(context.work, name)) return undefined;
  for (const [index, way] of graph.ways.entries()) {
    if (way.to !== name) continue;
    const arrivals = context.arrivals.filter((arrival) => arrival.way === index);
    const [first] = arrivals;
    if (!first) continue;
    if (way.kind !== 'join') return { taken: [first], input: { value: first.value } };
    const joined = joinedAt(graph, context, way, arrivals, isForced);
    if (joined) return joined;
  }
  return undefined;
}

function joinedAt(
  graph: GraphShape,
  context: GraphContext,
  way: Way,
  arrivals: readonly Arrival[],
  isForced: boolean,
): Taking | undefined {
  const found = way.from.flatMap((name) => arrivals.find(({ from }) => from === name) ?? []);
  const missing = way.from.filter((name) => !found.some(({ from }) => from === name));
  if (!isForced && missing.some((name) => canCome(graph, context, name, way.to))) return undefined;
  const isWhole = missing.every((name) => way.optional.includes(name));
  const value = Object.fromEntries(found.map((arrival) => [arrival.from, arrival.value]));
  return { taken: found, input: isWhole ? { value } : undefined };
}

/** Whether a node can still come to a result before the one that waits for it runs. */
function canCome(graph: GraphShape, { work, arrivals }: GraphContext, name: string, waiting: string): boolean {
  const others = arrivals.map(({ way }) => graph.ways[way]?.to ?? '').filter((to) => to !== waiting);
  return [...Object.keys(work), ...others].some((at) => at === name || leadsTo(graph, at, name, waiting));
}

/** A node takes what has come and is ready, or the end has come. */
function taken(
  graph: GraphShape,
  context: GraphContext,
  { name, taking }: { name: string; taking: Taking },
): GraphContext {
  const rest = { ...context, arrivals: context.arrivals.filter((arrival) => !taking.taken.includes(arrival)) };
  if (!taking.input) return rest;
  const { value } = taking.input;
  if (name === 'end') return { ...rest, outcome: { type: 'arrived', value } };
  const node = graph.nodes.find((each) => each.name === name);
  const before = context.visits[name] ?? 0;
  const max = node?.visits ?? graph.visits;
  try {
    if (before >= max) return { ...rest, outcome: spent(graph, rest, name, max) };
    // The builder has seen that the types fit.
    const made = node?.before?.(value as never, rest.state as never) ?? { input: value };
    return {
      ...rest,
      ...('state' in made ? { state: made.state } : {}),
      work: { ...rest.work, [name]: { input: made.input, attempt: 1 } },
      ready: [...rest.ready, name],
      visits: { ...rest.visits, [name]: before + 1 },
    };
  } catch (error) {
    return {
      ...rest,
      outcome: failedWith(
        'bad-config',
        `The handler before "${name}" of the graph "${graph.name}" threw: ${messageOf(error)}`,
      ),
    };
  }
}

/** A node would run too often. */
function spent({ onLimit }: GraphShape, { state }: GraphContext, node: string, max: number): GraphOutcome {
  const value = onLimit?.({ node, state: state as never }); // the builder has seen its type
  return { type: 'spent', node, max, ...(value === undefined ? {} : { value }) };
}

function nowhere({ name, nodes }: GraphShape, { visits }: GraphContext) {
  const without = nodes.filter((node) => !visits[node.name]).map((node) => `"${node.name}"`);
  const what = without.length === 0 ? '' : ` It did not come to ${without.join(', ')}.`;
  return failedWith(
    'bad-config',
    `The graph "${name}" did not come to its end: nothing more was chosen or joined.${what}`,
  );
}

/** The nodes that have not run and that nothing leads to any more. */
function skippedIn(graph: GraphShape, { work, arrivals, visits }: GraphContext): readonly string[] {
  const live = [...Object.keys(work), ...arrivals.map(({ way }) => graph.ways[way]?.to ?? '')];
  return graph.nodes
    .map(({ name }) => name)
    .filter((name) => !visits[name] && !live.some((at) => at === name || leadsTo(graph, at, name)));
}
