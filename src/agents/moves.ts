import type { JsonValue } from '../domain/json.ts';
import type { ToolCall } from '../domain/message.ts';
import type { ToolSpec } from '../models/model.ts';

/** A move that an agent is offered: to a model it looks like a tool. */
export interface MoveSpec extends ToolSpec {
  /** What the model reads as its result. */
  readonly reply: string;
}

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

export const toMove = (call: ToolCall): AgentMove => ({ name: call.name, arguments: argumentsOf(call) });
