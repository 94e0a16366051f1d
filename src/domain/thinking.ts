import { z } from 'zod';
import { providerSchema, toolCallSchema } from './message.ts';
import { complexitySchema } from './status.ts';
import { actionTypeSchema } from './verdict.ts';

export const notDoneSchema = z.object({ what: z.string(), why: z.string() });
/** A part of the request that was not done, with the reason. */
export type NotDone = z.infer<typeof notDoneSchema>;

const conversationJudgementSchema = z.object({
  topic: z.string().optional(),
  intent: z.string().optional(),
  intentConfidence: z.number().min(0).max(1).optional(),
  tone: z.string().optional(),
  isContinuation: z.boolean().optional(),
  summary: z.string().optional(),
});
/** What only a reader can say of a conversation; the thought carries it, so that it costs no call of its own. */
export type ConversationJudgement = z.infer<typeof conversationJudgementSchema>;

export const thinkingResultSchema = z.object({
  thought: z.string(),
  complexity: complexitySchema,
  reasoning: z.string().optional(),
  nextAction: actionTypeSchema,
  needsHistoryContext: z.boolean().optional(),
  responseStrategy: z.enum(['direct', 'planned', 'clarification']),
  keyInsights: z.array(z.string()).optional(),
  riskAssessment: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  /** What the thought says of the conversation as a whole. */
  conversation: conversationJudgementSchema.optional(),
  /** The direct answer, when thinking already holds it. */
  answer: z.string().optional(),
  /** The one question to ask when the request is unclear. */
  question: z.string().optional(),
  /** The plan, as Markdown, when thinking already holds it. */
  plan: z.string().optional(),
  /** What the host looks up before it continues. */
  toolCalls: z.array(toolCallSchema).optional(),
  provider: providerSchema.optional(),
  /** Parts of the request that nobody here can do. */
  notDone: z.array(notDoneSchema),
  /** Nothing of the request can be done: the answer only says why. */
  isRefusal: z.boolean().optional(),
  durationMs: z.number().min(0),
  timestamp: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
/** What the host thought about a request. */
export type ThinkingResult = z.infer<typeof thinkingResultSchema>;

/**
 * Which way a thought leads: the strategy decides, complexity never overrules it. A question is asked while one may be; a plan is made when
 * one was asked for; everything else is answered.
 */
export function responseBranch(
  thought: Pick<ThinkingResult, 'responseStrategy' | 'question'>,
  options: { mayAsk: boolean },
): 'clarify' | 'direct' | 'plan' {
  if (options.mayAsk && thought.responseStrategy === 'clarification' && thought.question) return 'clarify';
  return thought.responseStrategy === 'planned' ? 'plan' : 'direct';
}
