import type { Message } from '../domain/message.ts';

/** What one agent of a run said or did: its words with its calls of tools, or what a tool gave it. */
export interface HistoryEntry {
  readonly agent: string;
  readonly message: Message;
  /** The ids of the calls in it, or answered by it, by which work was handed on. */
  readonly transfers?: readonly string[];
  /** The message says why it failed. */
  readonly failed?: true;
}

/** Makes of what the agents of a run said and did the messages that one of them reads. */
export type HistoryRewriter = (history: readonly HistoryEntry[], reader: string) => readonly Message[];

/** The default: an agent's own words stay as they are, those of others become context. */
export const rewriteHistory: HistoryRewriter = (history, reader) =>
  history.flatMap((entry) => {
    if (entry.agent === reader && !entry.failed) return [entry.message];
    const content = contextOf(entry);
    return content === undefined ? [] : [{ role: 'user', content }];
  });

/** What another agent said or did, as context for this one; nothing for a message that says nothing. */
function contextOf({ agent, message, failed }: HistoryEntry): string | undefined {
  if (failed) return `For context: [${agent}] failed: ${message.content}`;
  const { role, content, toolCalls = [], name } = message;
  const said: string[] = [];
  if (role === 'assistant') {
    if (content !== '') said.push(`[${agent}] said: ${content}.`);
    for (const call of toolCalls) {
      said.push(`[${agent}] called tool: \`${call.name}\` with arguments: ${call.arguments}.`);
    }
  } else if (role === 'tool' && content !== '') {
    said.push(`[${agent}] \`${name ?? ''}\` tool returned result: ${content}.`);
  }
  return said.length === 0 ? undefined : `For context: ${said.join(' ')}`;
}

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
