import { z } from 'zod';
import { actionTypeSchema, complexitySchema, type TaskComplexity } from './status.ts';

export const notDoneSchema = z.object({ what: z.string(), why: z.string() });
/** A part of the request that was not done, with the reason. */
export type NotDone = z.infer<typeof notDoneSchema>;

export const conversationJudgementSchema = z.object({
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
  /** Parts of the request that nobody here can do. */
  notDone: z.array(notDoneSchema),
  durationMs: z.number().min(0),
  timestamp: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
/** What the host thought about a request. */
export type ThinkingResult = z.infer<typeof thinkingResultSchema>;

const score: Record<TaskComplexity, number> = { simple: 0, moderate: 0.5, complex: 1 };

/**
 * Which way a thought leads. An unclear request leads to a question while one may be asked. A request below the threshold is answered directly; so is a moderate
 * continuation of the conversation whose answer is already there.
 */
export function responseBranch(
  thought: Pick<ThinkingResult, 'complexity' | 'responseStrategy' | 'answer' | 'question'>,
  options: { complexityThreshold: number; isContinuation: boolean; mayAsk: boolean },
): 'clarify' | 'direct' | 'plan' {
  if (options.mayAsk && thought.responseStrategy === 'clarification' && thought.question) return 'clarify';
  if (score[thought.complexity] < options.complexityThreshold) return 'direct';
  if (options.isContinuation && thought.complexity === 'moderate' && thought.answer) return 'direct';
  return 'plan';
}
