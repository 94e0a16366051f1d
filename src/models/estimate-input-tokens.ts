import { estimateTokens } from '../text/estimate-tokens.ts';
import type { ModelRequest } from './model.ts';
import { toWireSchema } from './structured-output.ts';

/** Guesses the tokens of a request: before it is made, and for endpoints that do not count. */
export function estimateInputTokens({
  messages,
  tools = [],
  schema,
}: Pick<ModelRequest, 'messages' | 'tools' | 'schema'>): number {
  // A thought that goes back is read again.
  const texts = messages.map(
    ({ content, toolCalls = [], provider = {} }) =>
      `${content}${toolCalls.map((call) => call.arguments).join()}${provider.reasoning_content ?? ''}`,
  );
  const extras = [...tools, ...(schema ? [toWireSchema(schema)] : [])].map((extra) => JSON.stringify(extra));
  // Each message is framed by about four tokens.
  return messages.length * 4 + estimateTokens([...texts, ...extras].join('\n'));
}
