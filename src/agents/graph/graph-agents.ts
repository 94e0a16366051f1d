/** An agent in a graph: what it begins with, and what it came to. */
import type { Message } from '../../domain/message.ts';
import type { Agent, AgentEnd, AgentProblem } from '../agent.ts';
import type { GraphContext, GraphStart } from './graph-context.ts';
import type { AgentReply, NodeShape } from './graph-shape.ts';

/** Why an agent has no value for the graph. */
export function problemIn({ agent }: NodeShape, end: AgentEnd): AgentProblem | undefined {
  const { status, error, output, limit } = end;
  if (status === 'failed') return error ?? { code: 'bug', message: 'There is no answer.' };
  if (!agent?.givesData || output !== undefined) return undefined;
  const why = limit ? ` The limit of ${limit.max} ${limit.name} ended its work.` : '';
  return { code: 'bad-output', message: `"${agent.name}" ended without its data.${why}` };
}

/** What an agent came to, for the graph: as data where it gives data, with all around it for a handler. */
export function replyIn(node: NodeShape, { message, output, history }: AgentEnd): unknown {
  const text = message?.content ?? '';
  const value = output ?? text;
  if (!node.after || node.takesValue) return value;
  const reply: AgentReply = { text, message: message ?? { role: 'assistant', content: text }, output: value, history };
  return reply;
}

/** What a node's agent begins with. */
export function agentStart(context: GraphContext, node: NodeShape): GraphStart {
  const { agent, takesValue, name } = node;
  const { session, runPath } = context;
  const { input } = context.work[name] ?? { input: undefined };
  const about = { history: [], runPath: [...runPath, (agent as Agent).name], session, moves: [] };
  if (takesValue) return { ...about, messages: [], value: input };
  const messages = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
  return { ...about, messages: messages as readonly Message[] }; // the builder has seen that it is one of these
}
