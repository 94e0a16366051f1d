import { ModelError, type ModelResponse, type Usage } from 'troupe';
import type { Reply } from 'troupe/testing';

/** A reply as a model gives it that a test writes itself. */
export function toResponse(
  reply: Reply,
  usage: Usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 },
): ModelResponse {
  if (reply instanceof ModelError) throw reply;
  const { text = '', toolCalls } = typeof reply === 'string' ? { text: reply, toolCalls: [] } : reply;
  return {
    text,
    toolCalls: toolCalls.map((call, place) => ({ id: `call-${place + 1}`, ...call })),
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage,
  };
}
