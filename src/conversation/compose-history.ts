import type { Message } from '../domain/message.ts';
import { languageOf } from '../text/language-of.ts';
import type { HistoryIndex } from './history-index.ts';
import { HistorySelection } from './history-selection.ts';
import { HistorySummary } from './history-summary.ts';
import { Relevance } from './relevance.ts';
import { relevantPlaces } from './relevant-places.ts';

export interface Composition {
  /** What is looked for in the older messages. */
  readonly question: string;
  readonly maxTokens: number;
  readonly maxMessages: number;
  /** Older messages at or above it are kept whole; nothing keeps none. */
  readonly threshold?: number | undefined;
  /** Their places, in the order in which they are wanted, where somebody else has chosen them. */
  readonly relevant?: readonly number[] | undefined;
  /** Whether a summary stands for what is left out. */
  readonly compress: boolean;
}

// Parts of the room that is left beside system messages and the last user message. What one part does not use goes to the next.
const newestPart = 0.25;
const relevantPart = 0.2;
const askedPart = 0.75;
/** Of what is then left: the rest is for facts that nobody asked for. */
const furtherPart = 0.75;

/**
 * What a model should see of a history: system messages, a summary of what does not fit, relevant older messages, the newest ones.
 *
 * A history that fits comes back as it is, save for results of tools whose calls are not there.
 */
export function composeHistory(index: HistoryIndex, messages: readonly Message[], composition: Composition): Message[] {
  const { question, maxTokens, maxMessages, threshold, relevant, compress } = composition;
  if (index.tokens <= maxTokens && messages.length <= maxMessages) {
    return index.hasStrays ? messages.filter((_, place) => index.unit(place).length > 0) : [...messages];
  }
  const selection = new HistorySelection(index);
  const free = {
    tokens: Math.max(0, maxTokens - selection.tokens),
    messages: Math.max(0, maxMessages - selection.size),
  };
  const base = { tokens: selection.tokens, messages: selection.size };
  // The summary is a message, too.
  const most = compress ? maxMessages - 1 : maxMessages;
  const room = (part: number, messagePart: number) => ({
    tokens: base.tokens + free.tokens * part,
    messages: Math.min(most, base.messages + Math.ceil(free.messages * messagePart)),
  });
  const relevance = new Relevance(index, question);
  const from = selection.addNewest(room(newestPart, 0.5));
  const older = relevant ?? (threshold === undefined ? [] : relevantPlaces(index, relevance, threshold, from));
  const relevantRoom = room(newestPart + relevantPart, 0.75);
  for (const place of older) {
    if (selection.size >= relevantRoom.messages) break;
    selection.add(place, relevantRoom);
  }
  const everything = { tokens: maxTokens, messages: most };
  if (!compress || maxMessages <= base.messages) {
    selection.addNewest(everything);
    return selection.from(messages);
  }
  const isLeftOut = (place: number) => {
    const role = index.entries[place]?.role;
    return role !== undefined && role !== 'system' && !selection.has(place);
  };
  const summary = new HistorySummary(index, languageOf(question));
  summary.addAsked(relevance, isLeftOut, Math.min(maxTokens - selection.tokens, free.tokens * askedPart));
  const left = maxTokens - selection.tokens - summary.tokens;
  const oldest = selection.addNewest({ ...everything, tokens: selection.tokens + left * furtherPart });
  summary.addOther(isLeftOut, oldest, maxTokens - selection.tokens);
  selection.addNewest({ ...everything, tokens: maxTokens - summary.tokens });
  return withSummary(selection, messages, summary.toMessage(isLeftOut));
}

/** The kept messages with the summary behind the system messages at the start. */
function withSummary(
  selection: HistorySelection,
  messages: readonly Message[],
  summary: Message | undefined,
): Message[] {
  const kept = selection.from(messages);
  if (!summary) return kept;
  const firstOther = kept.findIndex((message) => message.role !== 'system');
  return kept.toSpliced(firstOther < 0 ? kept.length : firstOther, 0, summary);
}
