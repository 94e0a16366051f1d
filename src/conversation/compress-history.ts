import type { Message } from '../domain/message.ts';
import { composeHistory } from './compose-history.ts';
import { HistoryIndex } from './history-index.ts';

export interface CompressOptions {
  /** Tokens of the result, by `estimateTokens` and about four for each message. */
  maxTokens: number;
  /** What the key facts are chosen by. @default the last user message */
  question?: string;
  /** Messages at most, the summary and system messages included. @default no limit */
  maxMessages?: number;
}

/**
 * A history in fewer tokens: the newest messages as they are, and one message with the key facts of the older ones.
 *
 * That message is from the user, says in the language of the question that it is a summary, and holds sentences of the history word for word: those
 * that the question asks for by a name, a number or a term, then other facts and decisions as far as there is room. A history that
 * fits comes back as it is. System messages and the last user message stay even where they alone do not fit; no tool call is parted
 * from its results.
 */
export function compressHistory(messages: readonly Message[], options: CompressOptions): Message[] {
  const index = HistoryIndex.of(messages);
  const { maxTokens, maxMessages = Number.POSITIVE_INFINITY } = options;
  const question = options.question ?? index.entries[index.users.at(-1) ?? -1]?.content ?? '';
  return composeHistory(index, messages, { question, maxTokens, maxMessages, compress: true });
}
