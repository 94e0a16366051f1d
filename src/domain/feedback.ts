import { z } from 'zod';
import { actionTypeSchema } from './status.ts';
import { notDoneSchema } from './thinking.ts';

const unit = z.number().min(0).max(1);

export const feedbackResultSchema = z.object({
  feedback: z.string(),
  shouldContinue: z.boolean(),
  suggestedAction: actionTypeSchema,
  planUpdateSuggestion: z.string(),
  /** The final answer, when the results already are one. */
  finalAnswer: z.string().optional(),
  conversationCoherence: unit,
  userSatisfactionPrediction: unit,
  improvementSuggestions: z.array(z.string()),
  riskWarnings: z.array(z.string()),
  /** Parts of the request that the results do not cover. */
  notDone: z.array(notDoneSchema),
  generatedAt: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
/** What the reflector says of a round. */
export type FeedbackResult = z.infer<typeof feedbackResultSchema>;

/** The three ways out of reflection. */
export function reflectionBranch(
  feedback: Pick<FeedbackResult, 'shouldContinue' | 'suggestedAction'>,
): 'done' | 'continue' | 'update' {
  if (!feedback.shouldContinue) return 'done';
  return feedback.suggestedAction === 'update_plan' ? 'update' : 'continue';
}
