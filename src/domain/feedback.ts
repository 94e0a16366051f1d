import { z } from 'zod';
import { providerSchema, toolCallSchema } from './message.ts';
import { notDoneSchema } from './thinking.ts';
import { actionTypeSchema, openVerdicts, type Verdict, verdicts } from './verdict.ts';

const retrySchema = z.object({ step: z.string(), why: z.string() });
/** A step that has to be done again, and why. */
export type Retry = z.infer<typeof retrySchema>;

const unit = z.number().min(0).max(1);

export const feedbackResultSchema = z.object({
  feedback: z.string(),
  shouldContinue: z.boolean(),
  suggestedAction: actionTypeSchema,
  planUpdateSuggestion: z.string(),
  /** The final answer, when the results already are one. */
  finalAnswer: z.string().optional(),
  /** What the results of steps are worth, with the reason. */
  scores: z.array(z.object({ step: z.string(), quality: unit, why: z.string() })).optional(),
  /** Steps whose results contradict each other; an empty list says that somebody has looked. */
  contradictions: z.array(z.object({ steps: z.array(z.string()), what: z.string() })).optional(),
  conversationCoherence: unit.optional(),
  userSatisfactionPrediction: unit.optional(),
  improvementSuggestions: z.array(z.string()).optional(),
  riskWarnings: z.array(z.string()).optional(),
  /** Parts of the request that the results do not cover. */
  notDone: z.array(notDoneSchema),
  /** Steps that have to be done again, and why. */
  retries: z.array(retrySchema).optional(),
  /** The new steps of the plan, as Markdown. */
  plan: z.string().optional(),
  /** Calls that read results in full before the judgement. */
  toolCalls: z.array(toolCallSchema).optional(),
  provider: providerSchema.optional(),
  generatedAt: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
/** What the reflector says of a round. */
export type FeedbackResult = z.infer<typeof feedbackResultSchema>;

/** The verdict of a piece of feedback. */
export function reflectionBranch({
  shouldContinue,
  suggestedAction,
}: Pick<FeedbackResult, 'shouldContinue' | 'suggestedAction'>): Verdict {
  if (!shouldContinue) return 'done';
  return openVerdicts.find((verdict) => verdicts[verdict].action === suggestedAction) ?? 'continue';
}

/** What a judgement says of one step; nothing when it does not speak of it. */
export function stepFeedback(
  { scores = [], contradictions = [], retries = [] }: Pick<FeedbackResult, 'scores' | 'contradictions' | 'retries'>,
  id: string,
): string | undefined {
  const said = [
    ...scores.flatMap(({ step, quality, why }) => (step === id ? `${why} (${quality})` : [])),
    ...contradictions.flatMap(({ steps, what }) => (steps.includes(id) ? `${what} (${steps.join(', ')})` : [])),
    ...retries.flatMap(({ step, why }) => (step === id ? why : [])),
  ];
  return said.length === 0 ? undefined : said.join('\n');
}
