import { z } from 'zod';
import { lastUserText, type Message } from '../../domain/message.ts';
import { messageOf } from '../../errors.ts';
import type { Agent, AgentStart } from '../agent.ts';
import { checkAgent } from '../check-agent.ts';
import { rewriteHistory } from '../history.ts';
import { checkGraph } from './check-graph.ts';
import type { GraphStart } from './graph-context.ts';
import { graphMachine } from './graph-machine.ts';
import type { GraphShape } from './graph-shape.ts';
import type { GraphReader } from './graph-work.ts';
import { performNode } from './perform-node.ts';

/** What a graph takes: the text of the last user message, all messages, or data of a shape. */
export type GraphInput = 'text' | 'messages' | z.ZodType;

/** What the first nodes of a graph get. */
export type GivenBy<Input extends GraphInput> =
  Input extends z.ZodType<infer Value> ? Value : Input extends 'messages' ? readonly Message[] : string;

/** Nodes that work together along typed ways. It is an agent: its answer is what arrives at the end, as text and as data. */
export interface Graph<Input = unknown, Output = unknown> extends Agent<Output> {
  /** The names of its nodes, in the order in which they were added. */
  readonly nodes: readonly string[];
  /** Only for the compiler: what it takes as a node of another graph. */
  readonly inputType?: (input: Input) => void;
}

/** What is settled about a graph beside its nodes and ways. */
export interface GraphAbout {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly input: GraphInput;
  readonly state: () => unknown;
}

/** Makes an agent of a graph. @throws TroupeError `bad-config` for one that cannot work. */
export function toGraph<Input, Output>(about: GraphAbout, shape: GraphShape): Graph<Input, Output> {
  const { name, description, version, input, state } = about;
  checkGraph(shape);
  const agents = shape.nodes.flatMap((node) => node.agent ?? []);
  const parts = agents.filter((agent, index) => agents.indexOf(agent) === index);
  checkAgent({ name, description, parts });
  const actors = Object.fromEntries(
    shape.nodes.map((node) => [node.name, node.agent ? node.agent.machine : performNode(node)]),
  );
  const reader: GraphReader = { state, read: (start) => readInput(input, start) };
  return {
    name,
    description,
    version,
    parts,
    givesData: true,
    nodes: shape.nodes.map((node) => node.name),
    machine: graphMachine(shape, reader).provide({ actors: actors as never }), // one for each node, by its name
  };
}

function readInput(input: GraphInput, start: GraphStart): ReturnType<GraphReader['read']> {
  if (typeof input === 'object') return 'value' in start ? checked(input, start.value) : fromText(input, start);
  if ('value' in start) return { value: start.value };
  return { value: input === 'messages' ? messagesIn(start) : (lastUserText(start.messages) ?? '') };
}

/** What the user and, as context, other agents said. */
const messagesIn = ({ messages, history, runPath }: AgentStart): readonly Message[] => [
  ...messages,
  ...rewriteHistory(history, runPath.at(-1) ?? ''),
];

/** Data that came as the text of a message. */
function fromText(schema: z.ZodType, { messages }: AgentStart): ReturnType<GraphReader['read']> {
  const text = lastUserText(messages) ?? '';
  const asText = schema.safeParse(text);
  if (asText.success) return { value: asText.data };
  try {
    return checked(schema, JSON.parse(text));
  } catch (error) {
    return { problem: `the message is not JSON: ${messageOf(error)}` };
  }
}

function checked(schema: z.ZodType, value: unknown): ReturnType<GraphReader['read']> {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
}
