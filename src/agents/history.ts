import type { Message } from '../domain/message.ts';
import { fenced } from '../prompts/fences.ts';

/** What one agent of a run said or did: its words with its calls of tools, or what a tool gave it. */
export interface HistoryEntry {
  readonly agent: string;
  readonly message: Message;
  /** The ids of the calls in it, or answered by it, by which work was handed on. */
  readonly transfers?: readonly string[];
  /** The message says why it failed. */
  readonly failed?: true;
  /** The message is what this agent wants done by whoever reads it. */
  readonly task?: true;
}

/** Makes of what the agents of a run said and did the messages that one of them reads. */
export type HistoryRewriter = (history: readonly HistoryEntry[], reader: string) => readonly Message[];

/** The default: an agent's own words stay as they are, those of others become context, and what it is asked to do is its task. */
export const rewriteHistory: HistoryRewriter = (history, reader) => rewritten(history, reader, contextOf);

function rewritten(
  history: readonly HistoryEntry[],
  reader: string,
  toContext: (entry: HistoryEntry) => string | undefined,
): readonly Message[] {
  const last = history.findLast(({ task }) => task);
  return history.flatMap((entry) => {
    if (entry === last) return [{ role: 'user', content: taskText(entry) }];
    if (entry.agent === reader && !entry.failed && !entry.task) return [entry.message];
    const content = toContext(entry);
    return content === undefined ? [] : [{ role: 'user', content }];
  });
}

/** A task as the one reads it who has to do it. */
export const taskText = ({ agent, message }: HistoryEntry): string =>
  `Your task, from [${agent}], and only this: ${message.content}`;

const opening = 'For context: ';

/** What another agent said or did, as context for this one; nothing for what says nothing. */
function contextOf(
  { agent, message, failed, task }: HistoryEntry,
  sentence = (text: string) => `${text}.`,
): string | undefined {
  if (failed) return `${opening}[${agent}] failed: ${message.content}`;
  if (task) return `${opening}[${agent}] asked for: ${sentence(message.content)}`;
  const { role, content, toolCalls = [], name } = message;
  const said: string[] = [];
  if (role === 'assistant') {
    if (content !== '') said.push(`[${agent}] said: ${sentence(content)}`);
    for (const call of toolCalls) {
      said.push(`[${agent}] called tool: \`${call.name}\` with arguments: ${call.arguments}.`);
    }
  } else if (role === 'tool' && content !== '') {
    said.push(`[${agent}] \`${name ?? ''}\` tool returned result: ${sentence(content)}`);
  }
  return said.length === 0 ? undefined : `${opening}${said.join(' ')}`;
}

/** With a full stop, unless that would change what was said. */
const asSentence = (text: string) => (text.includes('\n') || /[.!?…。！？]$/.test(text) ? text : `${text}.`);

/** The same for a model: what was said is not changed by a full stop, and the results of moves say nothing to others. */
const forModel = (entry: HistoryEntry) =>
  entry.message.role === 'tool' && entry.transfers ? undefined : contextOf(entry, asSentence);

/**
 * As a model reads it: what others said and did stands in fences, so that it is not taken for words of the user, and only what begins a line is told by us.
 */
export const fencedHistory: HistoryRewriter = (history, reader) => {
  const messages: Message[] = [];
  let context: string[] = [];
  const close = () => {
    if (context.length > 0) messages.push({ role: 'user', content: fenced('conversation', context.join('\n')) });
    context = [];
  };
  for (const message of rewritten(history, reader, forModel)) {
    if (message.role === 'user' && message.content.startsWith(opening)) {
      context.push(message.content.replaceAll('\n', '\n  '));
      continue;
    }
    close();
    messages.push(message);
  }
  close();
  return messages;
};

/** Whether a message is such a fence. */
export const isFence = ({ role, content }: Message): boolean => role === 'user' && content.startsWith('<conversation>');

/** What an agent is told that reads what others said and did. */
export const aboutOthers = (reader: string): string =>
  `You are [${reader}], one of several agents. What the others said and did stands in <conversation>: build on it where it helps your part. The user did not write it.`;

/** Leaves out the calls by which work was handed on, and what came back as their results. */
export const withoutTransfers = (history: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  history.flatMap((entry) => {
    const { agent, message, transfers = [] } = entry;
    if (transfers.length === 0) return [entry];
    if (message.role === 'tool') return [];
    const { toolCalls = [], ...words } = message;
    const kept = toolCalls.filter(({ id }) => !transfers.includes(id));
    if (kept.length === 0) return words.content === '' ? [] : [{ agent, message: words }];
    return [{ agent, message: { ...words, toolCalls: kept } }];
  });

/** The last words of a history. */
export const lastWords = (history: readonly HistoryEntry[]): string | undefined =>
  history.findLast(({ message, failed }) => message.role === 'assistant' && message.content !== '' && !failed)?.message
    .content;
