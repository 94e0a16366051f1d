import type { Message } from '../domain/message.ts';
import type { SessionSettings } from '../domain/options.ts';
import { type AnalyzeOptions, conversationContext } from './analyze-conversation.ts';
import { composeHistory } from './compose-history.ts';
import type { ConversationContext } from './conversation-context.ts';
import { HistoryIndex } from './history-index.ts';

export interface AnalystOptions {
  /** Conversations whose analysis is kept, the ones used last. @default 8 */
  maxConversations?: number;
  /** Characters of all kept conversations together, which take several times as much memory; what goes beyond is forgotten, the one used least lately first. @default 20 million */
  maxCharacters?: number;
}

/** Analyses conversations and remembers what it worked out about each message. */
export interface ConversationAnalyst {
  /** What is known of a conversation: the same as `analyzeConversation`, at the cost of the messages that are new. */
  analyze(
    messages: readonly Message[],
    analyzedAt: string,
    options?: Omit<AnalyzeOptions, 'analyzedAt'>,
  ): ConversationContext;
  /**
   * What a model should see of a conversation: system messages, a summary of what does not fit, relevant older messages in order, and
   * the newest ones. A conversation that fits comes back as it is. `relevant` are those of the messages that are relevant, where somebody else has chosen them.
   */
  prepare(messages: readonly Message[], session?: Partial<SessionSettings>, relevant?: readonly Message[]): Message[];
  /** Forgets every conversation. */
  clear(): void;
}

/**
 * An analyst with a memory of the last few conversations.
 *
 * A conversation is known by its content: messages are compared string by string, never by identity, so that histories that come out of a
 * store or were changed in place are distinguished. What was appended is added to what is known; where a history differs, all from there on is
 * worked out again.
 */
export function createConversationAnalyst(options: AnalystOptions = {}): ConversationAnalyst {
  const { maxConversations = 8, maxCharacters = 20_000_000 } = options;
  /** The one used last comes last. */
  let known: HistoryIndex[] = [];

  const indexOf = (messages: readonly Message[]): HistoryIndex => {
    let best: { index?: HistoryIndex; shared: number } = { shared: 0 };
    for (const index of known) {
      const shared = index.shared(messages);
      // Where most would have to be taken off, the other conversation keeps what it has and this one begins afresh.
      if (shared > best.shared && shared * 2 >= index.entries.length) best = { index, shared };
    }
    const index = best.index ?? new HistoryIndex();
    index.follow(messages, best.shared);
    known = within([...known.filter((each) => each !== index), index], maxConversations, maxCharacters);
    return index;
  };

  return {
    analyze: (messages, analyzedAt, analysis = {}) =>
      conversationContext(indexOf(messages), messages, { analyzedAt, ...analysis }),
    prepare(messages, session = {}, relevant = undefined) {
      const { maxHistory = 1000, windowTokens = 32_000, compress = true, relevanceThreshold = 0.2 } = session;
      const index = indexOf(messages);
      return composeHistory(index, messages, {
        question: index.entries[index.users.at(-1) ?? -1]?.content ?? '',
        maxTokens: windowTokens,
        maxMessages: maxHistory,
        threshold: relevanceThreshold,
        relevant: relevant && placesOf(messages, relevant),
        compress,
      });
    },
    clear() {
      known = [];
    },
  };
}

/** The last ones that stay within both bounds. */
function within(known: readonly HistoryIndex[], most: number, maxCharacters: number): HistoryIndex[] {
  const kept: HistoryIndex[] = [];
  let characters = 0;
  for (const index of known.slice(-Math.max(0, most)).toReversed()) {
    characters += index.characters;
    if (characters > maxCharacters) break;
    kept.unshift(index);
  }
  return most > 0 ? kept : [];
}

/** Where some of the messages are, the newest first. */
function placesOf(messages: readonly Message[], some: readonly Message[]): number[] {
  const wanted = new Set(some);
  return [...messages.keys()].filter((place) => wanted.has(messages[place] as Message)).reverse(); // a place of it
}
