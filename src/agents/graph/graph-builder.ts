import type { Message } from '../../domain/message.ts';
import type { Agent, AgentProblem } from '../agent.ts';
import { type GivenBy, type Graph, type GraphAbout, type GraphInput, toGraph } from './graph.ts';
import type { AgentReply, GraphShape, NodeContext, NodeShape, Way } from './graph-shape.ts';

/** What a node takes and what it gives: only for the compiler. */
export interface NodeTypes<Takes = unknown, Gives = unknown> {
  readonly takes: Takes;
  readonly gives: Gives;
}

/** What an agent can be asked. */
export type AgentInput = string | readonly Message[];

/** What an agent gives: its data, or its text where it has none. */
export type GivenByAgent<Output> = unknown extends Output ? string : Output;

type Names<Nodes> = keyof Nodes & string;
type Gives<Nodes, From extends keyof Nodes> = Nodes[From] extends NodeTypes<unknown, infer Given> ? Given : never;

/** The nodes that take what is given, and the end, which takes everything. */
export type Takers<Nodes, Given> =
  | {
      [Name in keyof Nodes]: Nodes[Name] extends { takes: infer Takes }
        ? [Given] extends [Takes]
          ? Name
          : never
        : never;
    }[keyof Nodes]
  | 'end';

/** What a join gives: each node's output under its name; those with a `?` may be missing. */
export type Joined<Nodes, From extends string> = {
  readonly [Name in From as Name extends `${string}?` ? never : Name]: Name extends keyof Nodes
    ? Gives<Nodes, Name>
    : never;
} & {
  readonly [Name in From as Name extends `${infer Plain}?` ? Plain : never]?: Name extends `${infer Plain}?`
    ? Plain extends keyof Nodes
      ? Gives<Nodes, Plain>
      : never
    : never;
};

/** How one node works. `before` and `after` are pure: they see the graph's state and may replace it. */
export interface NodeOptions<State, Given, Takes, Result, Made, Instead> {
  /** Makes its input of what has arrived. */
  readonly before?: (input: Given, state: State) => { readonly input: Takes; readonly state?: State };
  /** Makes what goes on of its result. */
  readonly after?: (output: Result, state: State) => { readonly output: Made; readonly state?: State };
  /** What goes on when it has failed for good: pure. @default the graph fails */
  readonly onError?: (problem: AgentProblem, state: State) => Instead;
  /** How often it runs at most in one run of the graph. @default the graph's */
  readonly visits?: number;
}

/** How a function works. */
export interface FunctionOptions<State, Given, Takes, Result, Made, Instead>
  extends NodeOptions<State, Given, Takes, Result, Made, Instead> {
  /** How often it is tried. @default 1 */
  readonly attempts?: number;
  /** How long it waits before the next attempt. @default 1000 */
  readonly retryMs?: number;
  /** How long one attempt may take. @default 60000 */
  readonly timeoutMs?: number;
}

/** Adds nodes and the ways between them. Each call gives a builder of its own; a way whose ends do not fit does not compile. */
export interface GraphBuilder<State, Nodes, Output> {
  /** Adds a function. It is an effect: it may be async and reach outside, and is not called again once its result is stored. */
  node<Name extends string, Takes, Result, Given = Takes, Made = Result, Instead = never>(
    name: Name,
    run: (input: Takes, context: NodeContext) => Result | Promise<Result>,
    options?: FunctionOptions<State, Given, Takes, Result, Made, Instead>,
  ): GraphBuilder<State, Nodes & { readonly [Key in Name]: NodeTypes<Given, Made | Instead> }, Output>;
  /** Adds an agent. It begins with what arrives, a text or messages, and nothing else. */
  agent<Name extends string, Data, Given = AgentInput, Made = GivenByAgent<Data>, Instead = never>(
    name: Name,
    agent: Agent<Data>,
    options?: NodeOptions<State, Given, AgentInput, AgentReply<GivenByAgent<Data>>, Made, Instead>,
  ): GraphBuilder<State, Nodes & { readonly [Key in Name]: NodeTypes<Given, Made | Instead> }, Output>;
  /** Adds a graph. */
  graph<Name extends string, Takes, Result, Given = Takes, Made = Result, Instead = never>(
    name: Name,
    graph: Graph<Takes, Result>,
    options?: NodeOptions<State, Given, Takes, Result, Made, Instead>,
  ): GraphBuilder<State, Nodes & { readonly [Key in Name]: NodeTypes<Given, Made | Instead> }, Output>;
  /** What one node gives goes to another one. A node with several edges runs for each arrival. */
  edge<From extends Names<Nodes>, To extends Takers<Nodes, Gives<Nodes, From>>>(
    from: From,
    to: To,
  ): GraphBuilder<State, Nodes, To extends 'end' ? Output | Gives<Nodes, From> : Output>;
  /** Waits for several nodes; their outputs come as an object. A name with a `?` may be skipped; without one, so is the target. */
  join<From extends Names<Nodes> | `${Names<Nodes>}?`, To extends Takers<Nodes, Joined<Nodes, From>>>(
    from: readonly From[],
    to: To,
  ): GraphBuilder<State, Nodes, To extends 'end' ? Output | Joined<Nodes, From> : Output>;
  /** Goes on with the first of several nodes that gives something; what the others give later is dropped. */
  first<From extends Names<Nodes>, To extends Takers<Nodes, Gives<Nodes, From>>>(
    from: readonly From[],
    to: To,
  ): GraphBuilder<State, Nodes, To extends 'end' ? Output | Gives<Nodes, From> : Output>;
  /** Goes on with the targets that a pure function chooses: one, several, or none. */
  branch<From extends Names<Nodes>, To extends Takers<Nodes, Gives<Nodes, From>>>(
    from: From,
    decide: (output: Gives<Nodes, From>, state: State) => NoInfer<To> | readonly NoInfer<To>[],
    to: readonly To[],
  ): GraphBuilder<State, Nodes, 'end' extends To ? Output | Gives<Nodes, From> : Output>;
  /** @throws TroupeError `bad-config` for a graph that cannot work. */
  build(
    options?: BuildOptions<State, Output>,
  ): Graph<Nodes extends { start: NodeTypes<never, infer Input> } ? Input : never, Output>;
}

/** What `build` takes. */
export interface BuildOptions<State, Output> {
  /** What the graph gives when a node would run too often: pure. @default nothing, and a message that says so */
  readonly onLimit?: (about: { readonly node: string; readonly state: State }) => NoInfer<Output>;
}

/** What `graph` takes. */
export interface GraphDefinition<State, Input extends GraphInput> {
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. @default '1' */
  readonly version?: string;
  /** What it takes: the text of the last user message, all messages, or data of a shape. @default 'text' */
  readonly input?: Input;
  /** The state at the beginning: plain data, which handlers and branches read. @default none */
  readonly state?: () => State;
  /** How often one node runs at most. A graph that would go on ends there. @default 10 */
  readonly visits?: number;
}

/** Begins a graph: nodes that are functions, agents or graphs, and typed ways between them. */
export function graph<State = undefined, Input extends GraphInput = 'text'>(
  definition: GraphDefinition<State, Input>,
): GraphBuilder<State, { readonly start: NodeTypes<never, GivenBy<Input>> }, never> {
  const { name, description, version = '1', input = 'text', state = () => undefined, visits = 10 } = definition;
  const shape: GraphShape = { name, visits, nodes: [], ways: [], branches: [] };
  return builderOf({ name, description, version, input, state }, shape) as never; // the types say what was added, the shape has it
}

interface Options extends Partial<Omit<NodeShape, 'name' | 'run' | 'agent' | 'takesValue'>> {}

/** The builder without its types: whatever is added, the next builder has it. */
function builderOf(about: GraphAbout, shape: GraphShape): unknown {
  const next = (more: Partial<GraphShape>) => builderOf(about, { ...shape, ...more });
  const add = (node: Pick<NodeShape, 'name' | 'takesValue'> & Partial<NodeShape>, options: Options = {}) =>
    next({ nodes: [...shape.nodes, { attempts: 1, retryMs: 1_000, timeoutMs: 60_000, ...options, ...node }] });
  const way = (kind: Way['kind'], from: readonly string[], to: string): Way => ({
    kind,
    from: from.map((name) => name.replace(/\?$/, '')),
    optional: from.filter((name) => name.endsWith('?')).map((name) => name.slice(0, -1)),
    to,
  });
  const lead = (...ways: readonly Way[]) => next({ ways: [...shape.ways, ...ways] });
  return {
    node: (name: string, run: NodeShape['run'], options?: Options) =>
      add({ name, takesValue: false, ...(run ? { run } : {}) }, options),
    agent: (name: string, agent: Agent, options?: Options) => add({ name, agent, takesValue: false }, options),
    graph: (name: string, agent: Agent, options?: Options) => add({ name, agent, takesValue: true }, options),
    edge: (from: string, to: string) => lead(way('edge', [from], to)),
    join: (from: readonly string[], to: string) => lead(way('join', from, to)),
    first: (from: readonly string[], to: string) => lead(way('first', from, to)),
    branch: (from: string, decide: GraphShape['branches'][number]['decide'], to: readonly string[]) =>
      next({
        ways: [...shape.ways, ...to.map((each) => way('choice', [from], each))],
        branches: [...shape.branches, { from, decide, to }],
      }),
    build: (options: Pick<GraphShape, 'onLimit'> = {}) => toGraph(about, { ...shape, ...options }),
  };
}
