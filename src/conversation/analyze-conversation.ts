import { type Message, withoutParts } from '../domain/message.ts';
import { clip } from '../text/clip.ts';
import { analyzeIntent } from './analyze-intent.ts';
import { complexityHint } from './complexity-hint.ts';
import { continuationOf } from './continuation-of.ts';
import type { ConversationContext } from './conversation-context.ts';
import { conversationLanguage } from './conversation-language.ts';
import { conversationTopic } from './conversation-topic.ts';
import { entitiesIn } from './entities-in.ts';
import { HistoryIndex } from './history-index.ts';
import { Relevance } from './relevance.ts';
import { relevantPlaces } from './relevant-places.ts';
import { segmentLines } from './segment-lines.ts';

export interface AnalyzeOptions {
  /** When the analysis is made, in ISO 8601. */
  analyzedAt: string;
  /** From which relevance on a message belongs to the relevant history, from 0 to 1, as for `filterHistory`. @default 0.2 */
  relevanceThreshold?: number;
  /** Messages of relevant history at most: the most relevant, of equals the newest. @default 20 */
  maxRelevant?: number;
  /** The relevant history, where somebody else has chosen it: of more than `maxRelevant` the newest count. @default by relevance */
  relevant?: readonly Message[] | undefined;
}

const mostEntities = 20;
const summaryLine = 120;
/** Characters of an older message that are read for what it names. */
const readForEntities = 5_000;

/** What can be computed about a conversation without asking anyone. `createConversationAnalyst` does the same for a conversation that grows. */
export function analyzeConversation(messages: readonly Message[], options: AnalyzeOptions): ConversationContext {
  return conversationContext(HistoryIndex.of(messages), messages, options);
}

/** The context of a conversation from its index. */
export function conversationContext(
  index: HistoryIndex,
  messages: readonly Message[],
  { analyzedAt, relevanceThreshold = 0.2, maxRelevant = 20, relevant: chosen }: AnalyzeOptions,
): ConversationContext {
  const place = index.users.at(-1);
  const latest = place === undefined ? undefined : messages[place];
  const assistant = messages.findLast((message) => message.role === 'assistant');
  const question = latest?.content ?? '';
  const intent = analyzeIntent(question);
  const relevance = new Relevance(index, question);
  const { isContinuation, isElliptical, isAnswer } = continuationOf(index, relevance, intent, relevanceThreshold);
  const found = () =>
    relevantBefore(index, relevance, place ?? 0, {
      threshold: relevanceThreshold,
      most: maxRelevant,
      withLastTurn: isElliptical || isAnswer,
    }).flatMap((each) => messages[each] ?? []);
  // What comes of it is written down: images and files stay where the conversation is.
  const relevantHistory = (chosen?.slice(-maxRelevant) ?? found()).map(withoutParts);
  const lines = relevantHistory.map((message) => `${message.role}: ${clip(message.content, summaryLine)}`);
  return {
    turnCount: index.users.length,
    isFirstTurn: index.users.length <= 1 && !assistant,
    isContinuation,
    ...(latest ? { latestUserMessage: withoutParts(latest) } : {}),
    ...(assistant ? { latestAssistantMessage: withoutParts(assistant) } : {}),
    conversationTopic: conversationTopic(index, isContinuation),
    userIntent: isAnswer && intent.intent === 'statement' ? 'answer' : intent.intent,
    intentConfidence: isAnswer && intent.intent === 'statement' ? answerConfidence(question) : intent.confidence,
    emotionalTone: intent.tone,
    keyEntities: keyEntities(question, isContinuation ? relevantHistory : []),
    complexityHint: complexityHint(question),
    relevantHistory,
    contextSummary: [...segmentLines(index), ...lines].join('\n'),
    language: conversationLanguage(messages),
    tokenCount: index.tokens,
    analyzedAt,
    metadata: {
      messageCount: messages.length,
      segmentCount: Math.ceil(messages.length / HistoryIndex.segment),
      toneConfidence: intent.toneConfidence,
    },
  };
}

/** The place of an answer says more about it than its words; the shorter it is, the less it is likely to be anything else. */
const answerConfidence = (text: string) => Math.round(90 - 40 * Math.min(1, text.length / 200)) / 100;

interface Wanted {
  readonly threshold: number;
  readonly most: number;
  /** Whether the turn before the question belongs to it whatever words they share. */
  readonly withLastTurn: boolean;
}

/** Places of the messages before the question that matter for it, in order; a tool call and its results together. */
function relevantBefore(index: HistoryIndex, relevance: Relevance, question: number, wanted: Wanted): number[] {
  const chosen = new Set<number>();
  const last = wanted.withLastTurn ? lastTurn(index, question) : [];
  for (const place of [...last, ...relevantPlaces(index, relevance, wanted.threshold, question)]) {
    if (chosen.size >= wanted.most) break;
    const unit = index.unit(place).filter((member) => member < question);
    if (!chosen.has(place) && chosen.size + unit.length <= wanted.most) for (const member of unit) chosen.add(member);
  }
  return [...chosen].sort((one, other) => one - other);
}

/** The user message before the question and the last answer to it. */
function lastTurn(index: HistoryIndex, question: number): number[] {
  const from = index.users.at(-2) ?? 0;
  const answer = index.entries.slice(from, question).findLastIndex(({ role }) => role === 'assistant');
  const said = index.users.length > 1 ? [from] : [];
  return answer < 0 ? said : [from + answer, ...said];
}

/** What the question names, then what the messages name that it follows up on, the newest first. */
function keyEntities(question: string, relevant: readonly Message[]): string[] {
  const found = new Set(entitiesIn(question, mostEntities));
  for (const { content } of relevant.toReversed()) {
    if (found.size >= mostEntities) break;
    for (const entity of entitiesIn(content.slice(0, readForEntities), mostEntities))
      if (found.size < mostEntities) found.add(entity);
  }
  return [...found];
}
