import type { Message } from '../domain/message.ts';
import { partTokens } from '../domain/part.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

/** About four tokens frame each message. */
const frame = 4;

/** Guesses the tokens of one message, its tool calls and parts included; a request is never guessed higher than the sum of its messages. */
export function messageTokens({ content, toolCalls = [], parts = [] }: Message): number {
  const calls = toolCalls.map((call) => estimateTokens(`${call.name} ${call.arguments}\n`));
  return [...calls, ...parts.map(partTokens)].reduce(
    (sum, tokens) => sum + tokens,
    frame + estimateTokens(`${content}\n`),
  );
}
