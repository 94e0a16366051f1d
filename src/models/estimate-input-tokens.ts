import { partTokens } from '../domain/part.ts';
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
  const shown = messages.flatMap(({ parts = [] }) => parts).reduce((sum, part) => sum + partTokens(part), 0);
  // Each message is framed by about four tokens.
  return messages.length * 4 + shown + estimateTokens([...texts, ...extras].join('\n'));
}
