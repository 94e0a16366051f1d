import type { ConversationContext } from './conversation-context.ts';
import type { Message } from './message.ts';
import { overlap } from './roster.ts';

/** Which language a text is in, by its letters: Chinese when a quarter of them are Han. */
export function languageOf(text: string): 'zh' | 'en' {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return han > 0 && han * 4 >= han + latin ? 'zh' : 'en';
}

/** The language of what the user last said in words. */
export function conversationLanguage(messages: readonly Message[]): 'zh' | 'en' {
  const said = messages.findLast((message) => message.role === 'user' && /\p{L}/u.test(message.content));
  return languageOf(said?.content ?? '');
}

const relevanceThreshold = 0.2;
const maxRelevant = 20;
const continuationCue =
  /^(and|also|what about|how about|then|but|so|now|it|that|those|these|same|again|那么?|还有|然后|再|另外|它|这个?|同样)(?![\p{L}])|[那还再](?=\p{Script=Han})/iu;

// Bounded repetitions: a hostile text must not take more than linear time.
const entity =
  /\b[\w-]{1,80}\.\w{2,5}\b|"[^"]{1,80}"|「[^」]{1,80}」|“[^”]{1,80}”|\b[A-Z][\p{L}\d]{1,40}(?:\s[A-Z][\p{L}\d]{1,40}){0,4}|\d[\d,.]{0,30}%?/gu;

/** What can be computed about a conversation without asking anyone. */
export function analyzeConversation(messages: readonly Message[], analyzedAt: string): ConversationContext {
  const users = messages.filter((message) => message.role === 'user');
  const latest = users.at(-1);
  const assistant = messages.findLast((message) => message.role === 'assistant');
  const question = latest?.content ?? '';
  const history = latest ? messages.slice(0, messages.lastIndexOf(latest)) : [];
  const relevant = history
    .filter((message) => message.role !== 'system' && overlap(question, message.content) >= relevanceThreshold)
    .slice(-maxRelevant);
  const isFirstTurn = users.length <= 1 && !assistant;
  const entities = question.match(entity) ?? [];
  return {
    turnCount: users.length,
    isFirstTurn,
    isContinuation: !isFirstTurn && (relevant.length > 0 || continuationCue.test(question.trim())),
    ...(latest ? { latestUserMessage: latest } : {}),
    ...(assistant ? { latestAssistantMessage: assistant } : {}),
    conversationTopic: (users[0]?.content ?? '').slice(0, 120),
    userIntent: /[?？]\s*$/.test(question) ? 'question' : 'request',
    intentConfidence: 0.5,
    emotionalTone: 'neutral',
    keyEntities: [...new Set(entities)].slice(0, 20),
    complexityHint:
      question.length > 200 || /\bthen\b|\band\b.*\band\b|然后|并且/.test(question) ? 'complex' : 'simple',
    relevantHistory: relevant,
    contextSummary: relevant.map((message) => `${message.role}: ${message.content.slice(0, 120)}`).join('\n'),
    language: languageOf(question),
    analyzedAt,
    metadata: {},
  };
}
