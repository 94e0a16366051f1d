import { z } from 'zod';
import { conversationContextSchema } from '../../conversation/conversation-context.ts';
import { feedbackResultSchema } from '../../domain/feedback.ts';
import { messageSchema } from '../../domain/message.ts';
import { collectedResultsSchema } from '../../domain/results.ts';
import { executionStatusSchema } from '../../domain/status.ts';
import { notDoneSchema, thinkingResultSchema } from '../../domain/thinking.ts';
import { taskPlanSchema } from '../../plan/plan.ts';

const executionRecordSchema = z.object({
  round: z.int().min(1),
  planVersion: z.int().min(1),
  results: collectedResultsSchema,
  /** The reflector's judgement of the round; absent until there is one. */
  feedback: feedbackResultSchema.optional(),
  durationMs: z.number().min(0),
  timestamp: z.string(),
  /** `failed` when no step of the round had a result. */
  status: executionStatusSchema,
  metadata: z.record(z.string(), z.unknown()),
});
/** One round: what was executed and how it was judged. */
export type ExecutionRecord = z.infer<typeof executionRecordSchema>;

export const runStateSchema = z.object({
  /** The id of the run. */
  sessionId: z.string(),
  startTime: z.string(),
  originalMessages: z.array(messageSchema),
  conversationContext: conversationContextSchema.optional(),
  currentPlan: taskPlanSchema.optional(),
  /** The versions before the current one as they stood when they were replaced, oldest first. */
  planHistory: z.array(taskPlanSchema),
  executionStatus: executionStatusSchema,
  /** The host's state, such as `reflecting`. */
  currentStep: z.string(),
  executionHistory: z.array(executionRecordSchema),
  thinkingHistory: z.array(thinkingResultSchema),
  feedbackHistory: z.array(feedbackResultSchema),
  roundNumber: z.int().min(0),
  maxRounds: z.int().min(1),
  reflectionCount: z.int().min(0),
  /** Whether there is more to do. */
  shouldContinue: z.boolean(),
  isCompleted: z.boolean(),
  /** True while nothing new begins in the run. States that were written before this field was there have none. */
  isPaused: z.boolean().default(false),
  /** True when the request is answered without a plan. */
  isSimpleTask: z.boolean(),
  finalAnswer: messageSchema.optional(),
  metadata: z.looseObject({
    completionTime: z.string().optional(),
    notDone: z.array(notDoneSchema).optional(),
    limit: z.object({ name: z.string(), max: z.number() }).optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
});
/** The whole state of a run as one value that survives JSON. */
export type RunState = z.infer<typeof runStateSchema>;

/** A copy of a state that shares nothing with it. */
export function cloneState(state: RunState): RunState {
  return structuredClone(state);
}
