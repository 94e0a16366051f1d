import { z } from 'zod';
import type { FeedbackResult } from '../domain/feedback.ts';
import { complexitySchema } from '../domain/status.ts';
import { notDoneSchema, type ThinkingResult } from '../domain/thinking.ts';

/** What a model writes when it thinks: only shapes that every endpoint accepts, `null` for what is absent. */
export const thinkWire = z.object({
  thought: z.string(),
  reasoning: z.string(),
  topic: z.string(),
  intent: z.string(),
  intentConfidence: z.number(),
  tone: z.string(),
  isContinuation: z.boolean(),
  summary: z.string(),
  needsHistoryContext: z.boolean(),
  complexity: complexitySchema,
  responseStrategy: z.enum(['direct', 'planned', 'clarification']),
  confidence: z.number(),
  question: z.string().nullable(),
  // After what decides whether it is given, so that it can be streamed, and before what nobody waits for.
  answer: z.string().nullable(),
  keyInsights: z.array(z.string()),
  riskAssessment: z.string(),
  notDone: z.array(notDoneSchema),
});
export type ThinkWire = z.infer<typeof thinkWire>;

/** What a model writes when it reflects. */
export const reflectWire = z.object({
  feedback: z.string(),
  verdict: z.enum(['done', 'continue', 'update']),
  planUpdateSuggestion: z.string(),
  finalAnswer: z.string().nullable(),
  coherence: z.number(),
  satisfaction: z.number(),
  improvements: z.array(z.string()),
  riskWarnings: z.array(z.string()),
  notDone: z.array(notDoneSchema),
});
export type ReflectWire = z.infer<typeof reflectWire>;

/** What a model writes when it decides whether a step should be done. */
export const decideWire = z.object({ run: z.boolean(), reason: z.string() });

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export function toThinkingResult(wire: ThinkWire, at: { timestamp: string; durationMs: number }): ThinkingResult {
  return {
    thought: wire.thought,
    complexity: wire.complexity,
    reasoning: wire.reasoning,
    nextAction: wire.responseStrategy === 'planned' ? 'create_plan' : 'direct_answer',
    needsHistoryContext: wire.needsHistoryContext,
    responseStrategy: wire.responseStrategy,
    keyInsights: wire.keyInsights,
    riskAssessment: wire.riskAssessment,
    confidence: clamp(wire.confidence),
    conversation: {
      topic: wire.topic,
      intent: wire.intent,
      intentConfidence: clamp(wire.intentConfidence),
      tone: wire.tone,
      isContinuation: wire.isContinuation,
      summary: wire.summary,
    },
    ...(wire.answer ? { answer: wire.answer } : {}),
    ...(wire.question ? { question: wire.question } : {}),
    notDone: wire.notDone,
    ...at,
    metadata: {},
  };
}

export function toFeedbackResult(wire: ReflectWire, generatedAt: string): FeedbackResult {
  return {
    feedback: wire.feedback,
    shouldContinue: wire.verdict !== 'done',
    suggestedAction: { done: 'direct_answer', continue: 'execute_step', update: 'update_plan' }[wire.verdict] as
      | 'direct_answer'
      | 'execute_step'
      | 'update_plan', // the values of the table
    planUpdateSuggestion: wire.planUpdateSuggestion,
    ...(wire.finalAnswer ? { finalAnswer: wire.finalAnswer } : {}),
    conversationCoherence: clamp(wire.coherence),
    userSatisfactionPrediction: clamp(wire.satisfaction),
    improvementSuggestions: wire.improvements,
    riskWarnings: wire.riskWarnings,
    notDone: wire.notDone,
    generatedAt,
    metadata: {},
  };
}
