import { z } from 'zod';
import type { JsonValue } from './json.ts';
import { partSchema, withNotes } from './part.ts';

/** What an endpoint gave beside a message or a call and wants to have back as it came, such as the signature of a thought. */
export const providerSchema = z.record(z.string(), z.custom<JsonValue>());
/** Such fields, by the names that the endpoint has for them. */
export type ProviderFields = z.infer<typeof providerSchema>;

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  /** Nobody but the adapter of the model reads it. */
  provider: providerSchema.optional(),
});
/** One call of a tool that a model asked for; `arguments` is the JSON text as the model wrote it. */
export type ToolCall = z.infer<typeof toolCallSchema>;

export const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  /** Images and files beside the text, of a user or of a tool's result. */
  parts: z.array(partSchema).optional(),
  name: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  toolCallId: z.string().optional(),
  /** Of an assistant message with calls of tools. Nobody but the adapter of the model reads it. */
  provider: providerSchema.optional(),
});
/** One message of a conversation. */
export type Message = z.infer<typeof messageSchema>;

/** A message without its parts, where its text alone is kept. */
export const withoutParts = (message: Message): Message => {
  if (!message.parts) return message;
  const { parts: _, ...rest } = message;
  return rest;
};

/** A message whose parts are described, without their bytes. */
export const inWords = (message: Message): Message =>
  message.parts ? { ...withoutParts(message), content: withNotes(message.content, message.parts) } : message;

/** The text of the last user message; nothing when there is none. */
export const lastUserText = (messages: readonly Message[]): string | undefined =>
  messages.findLast((message) => message.role === 'user')?.content;

const messagesSchema = z.array(messageSchema);

/** Says why a list of messages cannot be worked on, or nothing when it can. */
export function requestProblem(messages: unknown): string | undefined {
  const parsed = messagesSchema.safeParse(messages);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
    return `messages${where.join('')}: ${issue?.message ?? 'not a list of messages'}. Give a list of { role, content }.`;
  }
  const odd = parsed.data.findIndex(({ role, parts = [] }) => parts.length > 0 && role !== 'user' && role !== 'tool');
  if (odd >= 0) {
    return `messages[${odd}].parts: a message from "${parsed.data[odd]?.role}" has no parts. Give them with a message from "user".`;
  }
  const last = parsed.data.findLast((message) => message.role !== 'system');
  if (!last) return 'There is no message to answer. Give at least one { role: "user", content }.';
  if (last.role !== 'user') return `The last message is from "${last.role}". It has to be from "user".`;
  if (last.content.trim() === '') return 'The last user message is empty. Write the question into its content.';
  return undefined;
}
