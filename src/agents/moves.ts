import type { JsonValue } from '../domain/json.ts';
import type { ToolCall } from '../domain/message.ts';
import type { ToolSpec } from '../models/model.ts';

/** A move that an agent is offered: to a model it looks like a tool. */
export interface MoveSpec extends ToolSpec {
  /** What the model reads as its result. It may name arguments, as in `Transferred to {agent}.` */
  readonly reply: string;
  /** The run path of whoever offers it. */
  readonly offeredBy?: readonly string[];
}

/** Hands the work on to another agent. */
export const transferName = 'transfer_to_agent';
/** Says that the work is over. */
export const exitName = 'exit';

/** A move that an agent has made. */
export interface AgentMove {
  readonly name: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
}

/** The arguments of a call, as far as they can be read. */
export function argumentsOf(call: Pick<ToolCall, 'arguments'>): Readonly<Record<string, JsonValue>> {
  try {
    const parsed: unknown = call.arguments.trim() === '' ? {} : JSON.parse(call.arguments);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, JsonValue>) // JSON gives nothing else
      : {};
  } catch {
    return {};
  }
}

/** Says what is wrong with the arguments of a move, for the model that made it; nothing when they fit. */
export function moveProblem({ name, parameters }: MoveSpec, given: AgentMove['arguments']): string | undefined {
  const { properties = {}, required = [] } = parameters as {
    properties?: Readonly<Record<string, { type?: string; enum?: readonly string[] }>>;
    required?: readonly string[];
  }; // what JSON Schema has of these
  for (const [field, { type, enum: choices }] of Object.entries(properties)) {
    const value = given[field];
    if (value === undefined) {
      if (required.includes(field)) return `The call of "${name}" has no "${field}".`;
    } else if (choices) {
      const names = choices.join(', ');
      if (!choices.includes(String(value))) return `There is no ${field} "${String(value)}". It is one of: ${names}.`;
    } else if (type === 'array' ? !Array.isArray(value) : type === 'string' && typeof value !== 'string') {
      return `"${field}" of "${name}" has to be ${type === 'array' ? 'an array' : 'a string'}.`;
    }
  }
  return undefined;
}

export const toMove = (call: ToolCall): AgentMove => ({ name: call.name, arguments: argumentsOf(call) });
