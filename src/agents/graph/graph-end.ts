import type { JsonValue } from '../../domain/json.ts';
import { type Message, messageSchema } from '../../domain/message.ts';
import { type AgentEnd, toProblem } from '../agent.ts';
import type { GraphContext } from './graph-context.ts';
import type { GraphShape } from './graph-shape.ts';

/** What a graph ends with. */
export function toEnd({ name }: GraphShape, { outcome, entries }: GraphContext): AgentEnd {
  if (outcome?.type === 'arrived') return ended(name, entries, outcome.value);
  if (outcome?.type === 'spent') {
    const { node, max, value } = outcome;
    const limit = { name: 'rounds', max } as const;
    if (value !== undefined) return { ...ended(name, entries, value), limit };
    const content = `[The graph "${name}" stopped: "${node}" has run ${max} times, which is the most it may.]`;
    return { ...ended(name, entries, content, false), limit };
  }
  const error = outcome?.problem ?? toProblem(new Error('It has no end.'));
  return { status: 'failed', error, history: entries, moves: [] };
}

function ended(agent: string, entries: GraphContext['entries'], value: unknown, isOutput = true): AgentEnd {
  const message: Message = { role: 'assistant', content: textOf(value) };
  const last = entries.at(-1)?.message;
  // What an agent in it has said last is not said again.
  const isSaid = last?.role === 'assistant' && last.content === message.content;
  return {
    status: 'completed',
    message,
    ...(isOutput && value !== undefined ? { output: value as JsonValue } : {}), // whatever came through the log is data
    history: isSaid ? entries : [...entries, { agent, message }],
    moves: [],
  };
}

/** A value as a person reads it: of messages the words of the last one, of data its JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const message = messageSchema.safeParse(Array.isArray(value) ? value.at(-1) : value);
  return message.success ? message.data.content : (JSON.stringify(value) ?? '');
}
