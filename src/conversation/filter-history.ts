import type { Message } from '../domain/message.ts';
import { HistoryIndex } from './history-index.ts';
import { HistorySelection } from './history-selection.ts';
import { Relevance } from './relevance.ts';
import { relevantPlaces } from './relevant-places.ts';

export interface FilterOptions {
  /** Messages below this relevance go: 0 keeps everything, 1 only what contains the question or is contained in it. @default 0.2 */
  threshold?: number;
  /** Messages at most, system messages included; the most relevant are kept, of equals the newest. @default no limit */
  maxMessages?: number;
}

/**
 * The messages that have to do with a question, in order.
 *
 * Relevance is a number from 0 to 1: the larger of the share of the question that a message has and the share of the message that the
 * question asks for, with each term weighing the more the rarer it is in this history. System messages and the last user message always
 * stay. A tool call and its results stay or go together, by the most relevant of them; a result without its call goes.
 */
export function filterHistory(messages: readonly Message[], question: string, options: FilterOptions = {}): Message[] {
  const { threshold = 0.2, maxMessages = Number.POSITIVE_INFINITY } = options;
  const index = HistoryIndex.of(messages);
  const selection = new HistorySelection(index);
  const room = { tokens: Number.POSITIVE_INFINITY, messages: maxMessages };
  for (const place of relevantPlaces(index, new Relevance(index, question), threshold)) selection.add(place, room);
  return selection.from(messages);
}
