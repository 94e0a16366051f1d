import type { z } from 'zod';
import type { Message, ProviderFields, ToolCall } from '../domain/message.ts';
import type { JsonSchema } from '../domain/schemas/standard-schema.ts';
import type { AgentBrief, Brief } from '../prompts/brief.ts';

/** What a tool looks like to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
}

/** A shape that the text has to have, as JSON. */
export interface OutputSchema {
  readonly name: string;
  readonly schema: z.ZodType;
  /** The same as JSON Schema, where it came so. @default made from `schema`, which is then kept to what every endpoint accepts */
  readonly jsonSchema?: JsonSchema;
}

export interface ModelRequest {
  /** What the call is about, as data. Adapters of language models send `messages` and never read it. */
  readonly brief: Brief | AgentBrief;
  readonly messages: readonly Message[];
  /** Never given together with `tools`: some servers silently drop the tool call. */
  readonly schema?: OutputSchema;
  readonly tools?: readonly ToolSpec[];
  /** The tool that has to be called, or `none` where tools were offered before and now a text is wanted. @default the model chooses */
  readonly toolChoice?: { readonly name: string } | 'none';
  /** What the answer may have at most, in tokens. */
  readonly maxOutputTokens?: number;
  /** The effect's key, the same for every repetition of one call: use it as the idempotency key. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Takes pieces of the text as they arrive. */
  readonly onDelta?: (text: string) => void;
  /** Takes pieces of the arguments of tool calls as they arrive; calls are counted from 0. */
  readonly onCallDelta?: (piece: { readonly index: number; readonly name: string; readonly text: string }) => void;
}

/** A model that was asked and did not answer, so that another one was. It is data, as it goes into logs: so it is no interface. */
export type FailedOver = {
  readonly model: string;
  /** The code of its error, and what it said. */
  readonly reason: string;
  readonly message: string;
};

export interface Usage {
  /** Calls that are counted and paid for: 1 for a language model, 0 for rules. */
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Where a price is known. */
  readonly costUsd?: number;
  /** Who answered, where several stand in the place of one (`failover`). */
  readonly model?: string;
  /** Who was asked before, and why they did not answer. */
  readonly failedOver?: readonly FailedOver[];
}

export interface ModelResponse {
  readonly text: string;
  /** Text that the model thought before it answered, where the endpoint reports it. */
  readonly reasoning?: string;
  readonly toolCalls: readonly ToolCall[];
  /** What the endpoint wants to have back on the message that holds these calls: hand it on as `provider` of that message. */
  readonly provider?: ProviderFields;
  readonly finishReason: 'stop' | 'tool_calls';
  readonly usage: Usage;
}

/**
 * A language model, or rules in its place.
 *
 * Contract: `call` makes one attempt and never retries by itself; it rejects only with a `ModelError`; it rejects with
 * code `aborted` soon after `signal` aborts, with the request closed; it keeps no state between calls that changes answers.
 */
export interface Model {
  readonly name: string;
  /** Its calls cost nothing and count for no limit. */
  readonly isFree?: boolean;
  call(request: ModelRequest): Promise<ModelResponse>;
}
