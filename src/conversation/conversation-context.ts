import { z } from 'zod';
import { messageSchema } from '../domain/message.ts';
import { complexitySchema } from '../domain/status.ts';
import type { ConversationJudgement } from '../domain/thinking.ts';
import { memoryUseSchema } from './memory-use.ts';

const shownHistorySchema = z.object({
  /** How many messages there were; what was said since is shown. */
  of: z.int().min(0),
  /** The places of those that stay. */
  kept: z.array(z.int().min(0)),
  /** The message that stands for the others. */
  summary: z.string().exactOptional(),
});
/** What is shown of a conversation, by the places of its messages. */
export type ShownHistory = z.infer<typeof shownHistorySchema>;

export const conversationContextSchema = z.object({
  turnCount: z.int().min(0),
  isFirstTurn: z.boolean(),
  isContinuation: z.boolean(),
  latestUserMessage: messageSchema.optional(),
  latestAssistantMessage: messageSchema.optional(),
  conversationTopic: z.string(),
  userIntent: z.string(),
  intentConfidence: z.number().min(0).max(1),
  emotionalTone: z.string(),
  keyEntities: z.array(z.string()),
  complexityHint: complexitySchema,
  relevantHistory: z.array(messageSchema),
  contextSummary: z.string(),
  language: z.string(),
  /** Tokens of the whole history, by estimate. */
  tokenCount: z.int().min(0),
  analyzedAt: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** What models see of the conversation, where a part of one's own chose it. */
  shown: shownHistorySchema.exactOptional(),
  /** What was learned and recalled, where there is a memory. */
  memory: memoryUseSchema.exactOptional(),
});
/** What is known of a conversation before anyone thinks about its last message. */
export type ConversationContext = z.infer<typeof conversationContextSchema>;

/** What was computed, with what a reader of the conversation says in its place. */
export function withJudgement(context: ConversationContext, judged: ConversationJudgement): ConversationContext {
  return {
    ...context,
    isContinuation: judged.isContinuation ?? context.isContinuation,
    conversationTopic: judged.topic || context.conversationTopic,
    userIntent: judged.intent || context.userIntent,
    intentConfidence: (judged.intent ? judged.intentConfidence : undefined) ?? context.intentConfidence,
    emotionalTone: judged.tone || context.emotionalTone,
    contextSummary: judged.summary || context.contextSummary,
  };
}
