import type { Message } from '../domain/message.ts';
import { HistoryIndex } from './history-index.ts';
import { HistorySelection } from './history-selection.ts';

export interface WindowOptions {
  /** Tokens of all kept messages together, by `estimateTokens` and about four for each message. @default no limit */
  maxTokens?: number;
  /** Messages at most, system messages included. @default no limit */
  maxMessages?: number;
}

/**
 * The newest messages that fit, in order.
 *
 * System messages and the last user message stay even where they alone do not fit. A tool call and its results stay or go together; a
 * result without its call goes.
 */
export function windowHistory(messages: readonly Message[], options: WindowOptions = {}): Message[] {
  const { maxTokens = Number.POSITIVE_INFINITY, maxMessages = Number.POSITIVE_INFINITY } = options;
  const selection = new HistorySelection(HistoryIndex.of(messages));
  selection.addNewest({ tokens: maxTokens, messages: maxMessages });
  return selection.from(messages);
}
