import type { Message } from '../../domain/message.ts';
import type { RequestContext } from '../../domain/options.ts';
import type { SessionAccess } from '../../tools/tool.ts';
import type { Agent, AgentProblem } from '../agent.ts';
import type { HistoryEntry } from '../history.ts';

/** What a function in a graph gets beside its input. */
export interface NodeContext {
  /** Aborts when nobody wants the result any more, and when its time is up. */
  readonly signal: AbortSignal;
  /** The effect's key: the same when the work is repeated after a crash. */
  readonly key: string;
  /** What the caller knows about this request. */
  readonly context: RequestContext;
  /** What is shared in the run; what is set is there for others when the function has come to its end. */
  readonly session: SessionAccess;
  /** The agents from the root of the run to the graph. */
  readonly runPath: readonly string[];
}

/** What an agent in a graph came to. */
export interface AgentReply<Output = unknown> {
  readonly text: string;
  readonly message: Message;
  /** Its answer as data; its text where it gives none. */
  readonly output: Output;
  /** What it said and did. */
  readonly history: readonly HistoryEntry[];
}

/** A node as the graph runs it: its types are checked where it was added. */
export interface NodeShape {
  readonly name: string;
  readonly run?: (input: never, context: NodeContext) => unknown;
  readonly agent?: Agent;
  /** Its agent is a graph, which takes a value and no messages. */
  readonly takesValue: boolean;
  readonly before?: (input: never, state: never) => { readonly input: unknown; readonly state?: unknown };
  readonly after?: (output: never, state: never) => { readonly output: unknown; readonly state?: unknown };
  readonly onError?: (problem: AgentProblem, state: never) => unknown;
  readonly attempts: number;
  readonly retryMs: number;
  readonly timeoutMs: number;
  /** How often it runs at most; the graph's own number where nothing is said. */
  readonly visits?: number;
}

/** A way into a node, or to the end. */
export interface Way {
  /** `edge`: each arrival counts; `join`: all of them are waited for; `first`: one of them is enough; `choice`: one target of a branch. */
  readonly kind: 'edge' | 'join' | 'first' | 'choice';
  readonly from: readonly string[];
  /** Those of a join that may be left out. */
  readonly optional: readonly string[];
  readonly to: string;
}

/** Who decides where it goes on after a node. */
export interface BranchShape {
  readonly from: string;
  readonly decide: (output: never, state: never) => string | readonly string[];
  readonly to: readonly string[];
}

export interface GraphShape {
  readonly name: string;
  readonly visits: number;
  readonly nodes: readonly NodeShape[];
  readonly ways: readonly Way[];
  readonly branches: readonly BranchShape[];
  /** What it gives when a node would run too often. */
  readonly onLimit?: (about: { readonly node: string; readonly state: never }) => unknown;
}

type Ways = Pick<GraphShape, 'ways'>;

/** Whether one comes from a node to another one; not through `without`. */
export function leadsTo({ ways }: Ways, from: string, to: string, without?: string): boolean {
  const seen = new Set<string>();
  const next = [from];
  for (const place of next) {
    for (const way of ways) {
      if (!way.from.includes(place) || seen.has(way.to)) continue;
      if (way.to === to) return true;
      seen.add(way.to);
      if (way.to !== without) next.push(way.to);
    }
  }
  return false;
}

/** The nodes that run in every run, whatever is chosen. */
export function certainNodes({ ways }: Ways): ReadonlySet<string> {
  const certain = new Set(['start']);
  const isCertain = ({ kind, from, optional }: Way) => {
    if (kind === 'choice') return false;
    const needed = kind === 'join' ? from.filter((name) => !optional.includes(name)) : [];
    return from.some((name) => certain.has(name)) && needed.every((name) => certain.has(name));
  };
  for (let size = 0; size !== certain.size; ) {
    size = certain.size;
    for (const way of ways) if (isCertain(way)) certain.add(way.to);
  }
  return certain;
}

/** The nodes that may run more than once: on a way round, with several ways in, or after one of these. */
export function repeatedNodes({ ways }: Ways): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const { to } of ways) {
    if (leadsTo({ ways }, to, to) || ways.filter((way) => way.to === to).length > 1) repeated.add(to);
  }
  for (let size = -1; size !== repeated.size; ) {
    size = repeated.size;
    for (const { from, to } of ways) if (from.some((name) => repeated.has(name))) repeated.add(to);
  }
  return repeated;
}
