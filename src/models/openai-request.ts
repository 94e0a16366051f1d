import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Message } from '../domain/message.ts';
import type { ModelRequest } from './model.ts';
import { schemaInstruction, toWireSchema } from './structured-output.ts';

/** How an endpoint is asked for a JSON value, the strictest way first. */
export const rungs = ['json_schema', 'json_object', 'prompt'] as const;
/** One way of asking. */
export type Rung = (typeof rungs)[number];

/** What an endpoint was found to understand. */
export interface Dialect {
  readonly rung: Rung;
  /** Whether it takes `stream_options`. */
  readonly countsTokens: boolean;
  /** The field that bounds an answer: OpenAI has renamed it, most others have not. */
  readonly outputField: 'max_completion_tokens' | 'max_tokens';
}

/** The body of one request, in the words of an endpoint. */
export function toRequestBody(
  model: string,
  request: ModelRequest,
  dialect: Dialect,
): ChatCompletionCreateParamsStreaming {
  const { schema, tools = [] } = request;
  const hasTools = tools.length > 0;
  // With tools the schema goes into the prompt: several servers drop the tool call when both are asked for.
  const rung = hasTools ? 'prompt' : dialect.rung;
  const messages = request.messages.map(toWireMessage);
  return {
    model,
    messages: schema && rung !== 'json_schema' ? withInstruction(messages, schemaInstruction(schema)) : messages,
    stream: true,
    ...(request.maxOutputTokens !== undefined && { [dialect.outputField]: request.maxOutputTokens }),
    ...(dialect.countsTokens && { stream_options: { include_usage: true } }),
    ...(hasTools && { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
    ...(schema &&
      rung === 'json_schema' && {
        response_format: {
          type: 'json_schema' as const,
          json_schema: { name: schema.name, schema: toWireSchema(schema), strict: true },
        },
      }),
    ...(schema && rung === 'json_object' && { response_format: { type: 'json_object' as const } }),
  };
}

function toWireMessage(message: Message): ChatCompletionMessageParam {
  const { role, content, toolCalls = [], toolCallId = '' } = message;
  if (role === 'tool') return { role, content, tool_call_id: toolCallId };
  const name = message.name && /^[^\s<|\\/>]{1,64}$/.test(message.name) ? { name: message.name } : {};
  if (role !== 'assistant' || toolCalls.length === 0) return { role, content, ...name };
  const tool_calls = toolCalls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call }));
  return { role, content, ...name, tool_calls };
}

/** Adds to the first system message: many chat templates take one only, and only in front. */
function withInstruction(
  messages: readonly ChatCompletionMessageParam[],
  instruction: string,
): ChatCompletionMessageParam[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest];
}
