import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { inWords, type Message, type ToolCall } from '../../domain/message.ts';
import type { ModelRequest } from '../model.ts';
import type { Dialect } from './dialect.ts';
import { toWireParts } from './wire-parts.ts';
import { speaksChinese, toWrittenMessages } from './written-protocol.ts';

/**
 * The conversation in the shape that all chat templates take: one system message in front, a user who begins, no two messages of one role in a
 * row. `instructions` are added to the system message.
 */
export function toWireMessages(
  request: ModelRequest,
  dialect: Dialect,
  instructions: readonly string[],
): ChatCompletionMessageParam[] {
  const told = dialect.parts === 'shown' ? request : { ...request, messages: request.messages.map(inWords) };
  const all = dialect.tools === 'written' ? toWrittenMessages(told) : told.messages.flatMap(showAfterTools(request));
  const system = [...all.filter(({ role }) => role === 'system').map(({ content }) => content), ...instructions]
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  const spoken = merged(all.filter(({ role }) => role !== 'system'));
  const begun = spoken[0]?.role === 'user' ? spoken : [{ role: 'user' as const, content: opening(request) }, ...spoken];
  const shaped = dialect.afterTool === 'bridged' ? bridged(begun) : begun;
  const wire = (message: Message) => toWireMessage(message, dialect);
  if (system === '') return shaped.map(wire);
  if (dialect.system === 'own') return [{ role: 'system', content: system }, ...shaped.map(wire)];
  return shaped.map((message, at) =>
    wire(at > 0 ? message : { ...message, content: `${system}\n\n${message.content}` }),
  );
}

/** The results of tools are text: what they show follows them as a message of the user. */
function showAfterTools(request: ModelRequest) {
  return (message: Message, at: number, all: readonly Message[]): readonly Message[] => {
    if (message.role !== 'tool') return [message];
    const { parts: _, ...own } = message;
    if (all[at + 1]?.role === 'tool') return [own];
    const first = all.findLastIndex(({ role }, place) => place < at && role !== 'tool') + 1;
    const shown = all.slice(first, at + 1).filter(({ parts = [] }) => parts.length > 0);
    if (shown.length === 0) return [own];
    const names = shown.map(({ name = '?' }) => name).join(', ');
    const content = speaksChinese(request) ? `（工具 ${names} 给出的内容：）` : `(Shown by ${names}:)`;
    return [own, { role: 'user', content, parts: shown.flatMap(({ parts = [] }) => parts) }];
  };
}

/** What a user says where the conversation begins with something else. */
const opening = (request: ModelRequest) =>
  speaksChinese(request) ? '（此前的内容从略。）' : '(What came before is left out.)';

/** One message for several in a row of the same role. Calls of tools end a message: their results have to follow. */
function merged(messages: readonly Message[]): Message[] {
  const list: Message[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last && last.role === message.role && message.role !== 'tool' && !last.toolCalls?.length) {
      list[list.length - 1] = joined(last, message);
    } else list.push(message);
  }
  return list;
}

function joined(one: Message, other: Message): Message {
  const { name, ...rest } = { ...one, ...other };
  const isOneSpeaker = one.name === other.name;
  const said = ({ name: speaker, content }: Message) =>
    isOneSpeaker || speaker === undefined ? content : `${speaker}: ${content}`;
  const content = [said(one), said(other)].filter((text) => text !== '').join('\n\n');
  const parts = [...(one.parts ?? []), ...(other.parts ?? [])];
  return {
    ...rest,
    ...(isOneSpeaker && name !== undefined ? { name } : {}),
    ...(parts.length > 0 ? { parts } : {}),
    content,
  };
}

/** A word of the assistant between a result and the next message of the user, as some templates want it. */
const bridged = (messages: readonly Message[]): Message[] =>
  messages.flatMap((message, at): Message[] =>
    message.role === 'user' && messages[at - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: 'OK.' }, message]
      : [message],
  );

function toWireMessage(message: Message, { providerFields }: Dialect): ChatCompletionMessageParam {
  const { role, content, toolCalls = [], toolCallId = '' } = message;
  if (role === 'tool') return { role, content, tool_call_id: toolCallId };
  const name = message.name && /^[^\s<|\\/>]{1,64}$/.test(message.name) ? { name: message.name } : {};
  if (role === 'user' && message.parts?.length) return { role, content: toWireParts(content, message.parts), ...name };
  if (role !== 'assistant' || toolCalls.length === 0) return { role, content, ...name };
  const isReturned = providerFields === 'returned';
  const tool_calls = toolCalls.map(({ id, name: tool, arguments: given, provider }: ToolCall) => ({
    ...(isReturned ? provider : {}),
    id,
    type: 'function' as const,
    function: { name: tool, arguments: given },
  }));
  return { ...(isReturned ? message.provider : {}), role, content, ...name, tool_calls };
}
