import { estimateTokens } from 'troupe/conversation';
import { z } from 'zod';

const functionSchema = z.object({ name: z.string().nullish(), arguments: z.unknown().optional() });
const callSchema = z.object({ index: z.number().nullish(), function: functionSchema.nullish() });
const partsSchema = z.array(z.object({ text: z.string().nullish() }));
const messageSchema = z.object({
  content: z.union([z.string(), partsSchema]).nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const requestSchema = z.object({
  messages: z.array(messageSchema),
  tools: z.array(z.unknown()).default([]),
  response_format: z.unknown().optional(),
});
const answerSchema = z.object({
  choices: z.array(z.object({ message: messageSchema.nullish(), delta: messageSchema.nullish() })).nullish(),
});
type WireMessage = z.output<typeof messageSchema>;

const asText = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));
const contentOf = ({ content }: WireMessage) =>
  Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : (content ?? '');
const callsOf = ({ tool_calls }: WireMessage) =>
  (tool_calls ?? []).map((call) => `${call.function?.name ?? ''} ${asText(call.function?.arguments)}`);

/** The tokens of a request, by estimate: its messages, each framed by about four, the tools and the shape that are sent along. */
export function inputTokensOf(body: string): number {
  const { messages, tools, response_format } = requestSchema.parse(JSON.parse(body));
  const texts = messages.flatMap((message) => [
    contentOf(message),
    asText(message.reasoning_content),
    ...callsOf(message),
  ]);
  const extras = [...tools, response_format].map(asText);
  return messages.length * 4 + estimateTokens([...texts, ...extras].join('\n'));
}

/** What a model wrote in one call. */
export interface Spoken {
  readonly tokens: number;
  /** Its words: the text, and the texts in the arguments of its calls of tools. */
  readonly words: string;
}

/** Reads the body of an answer, streamed or not; one that cannot be read says nothing. */
export function spokenIn(body: string): Spoken {
  const chunks = body.trimStart().startsWith('{')
    ? [body]
    : [...body.matchAll(/^data:\s*(\{.*)$/gm)].map(([, data = '']) => data);
  let [content, reasoning] = ['', ''];
  const calls: { name: string; arguments: string }[] = [];
  for (const message of chunks.flatMap(messagesIn)) {
    content += contentOf(message);
    reasoning += message.reasoning_content ?? message.reasoning ?? '';
    for (const [place, call] of (message.tool_calls ?? []).entries()) {
      const at = call.index ?? place;
      const begun = calls[at] ?? { name: '', arguments: '' };
      calls[at] = {
        name: begun.name + (call.function?.name ?? ''),
        arguments: begun.arguments + asText(call.function?.arguments),
      };
    }
  }
  const written = calls.filter(Boolean);
  return {
    tokens: estimateTokens([reasoning, content, ...written.map((call) => `${call.name} ${call.arguments}`)].join(' ')),
    words: [content, ...written.flatMap((call) => textsIn(parsed(call.arguments) ?? call.arguments))].join('\n'),
  };
}

function messagesIn(chunk: string): WireMessage[] {
  const answer = answerSchema.safeParse(parsed(chunk));
  return (answer.data?.choices ?? []).flatMap(({ message, delta }) => message ?? delta ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
