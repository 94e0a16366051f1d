import { z } from 'zod';
import type { FeedbackResult } from './feedback.ts';
import { reachedLimitSchema } from './limit.ts';

export const specialistResultSchema = z.object({
  stepId: z.string(),
  specialistName: z.string(),
  status: z.enum(['success', 'failed', 'partial']),
  error: z.string().optional(),
  /** The key of the effect whose output is the result; the text itself is in the log. */
  resultKey: z.string().optional(),
  startTime: z.string(),
  endTime: z.string(),
  durationMs: z.number().min(0),
  retryCount: z.int().min(0),
  /** In which way each failed attempt failed: `refused`, `cannot`, or the code of an error; and each call of a tool that failed: `tool NAME`. Faults of an endpoint are not here. */
  failures: z.array(z.string()).optional(),
  /** Scores are there where there is evidence: a check of the result, a tool that failed, the word of a specialist's function, a judgement. */
  confidence: z.number().min(0).max(1).optional(),
  qualityScore: z.number().min(0).max(1).optional(),
  relevanceScore: z.number().min(0).max(1).optional(),
  /** The limit that ended the work. */
  limit: reachedLimitSchema.optional(),
  /** What a specialist's function has to say beside its result. */
  metadata: z.record(z.string(), z.unknown()),
});
/** How a specialist's work on one step came out. */
export type SpecialistResult = z.infer<typeof specialistResultSchema>;

export const collectedResultsSchema = z.object({
  /** By specialist, in the order in which they came. */
  results: z.record(z.string(), z.array(specialistResultSchema)),
  /** Step ids. */
  successfulResults: z.array(z.string()),
  failedResults: z.array(z.string()),
  partialResults: z.array(z.string()),
  summary: z.string(),
  /** The mean of the results that have a score, a failure counting 0; absent when none has one. */
  overallQuality: z.number().min(0).max(1).optional(),
  /** 1 less the share of steps that contradict another; absent until somebody has looked for contradictions. */
  consistencyScore: z.number().min(0).max(1).optional(),
  totalDurationMs: z.number().min(0),
});
/** The results of a round, sorted and scored. */
export type CollectedResults = z.infer<typeof collectedResultsSchema>;

/** Sorts the results of a round and sums them up. */
export function collectResults(results: readonly SpecialistResult[]): CollectedResults {
  const bySpecialist = Object.fromEntries(Map.groupBy(results, (result) => result.specialistName));
  const ids = (status: SpecialistResult['status']) =>
    results.filter((result) => result.status === status).map((result) => result.stepId);
  const [successful, failed, partial] = [ids('success'), ids('failed'), ids('partial')];
  const parts = [`${successful.length} of ${results.length} ${results.length === 1 ? 'step' : 'steps'} succeeded`];
  if (partial.length > 0) parts.push(`in part: ${partial.join(', ')}`);
  for (const result of results) {
    if (result.status === 'failed') parts.push(`step ${result.stepId} failed: ${result.error ?? 'no reason given'}`);
  }
  return {
    results: bySpecialist,
    successfulResults: successful,
    failedResults: failed,
    partialResults: partial,
    summary: `${parts.join('; ')}.`,
    ...qualityOf(results),
    totalDurationMs: results.reduce((sum, result) => sum + result.durationMs, 0),
  };
}

function qualityOf(results: readonly SpecialistResult[]): Pick<CollectedResults, 'overallQuality'> {
  if (!results.some((result) => result.qualityScore !== undefined)) return {};
  const scores = results.flatMap((result) => (result.status === 'failed' ? 0 : (result.qualityScore ?? [])));
  return { overallQuality: scores.reduce((sum, score) => sum + score, 0) / scores.length };
}

/** Results with the scores that a judgement gave their steps. A result is worth what the worst of its evidence says. */
export function withScores(
  results: readonly SpecialistResult[],
  scores: FeedbackResult['scores'] = [],
): SpecialistResult[] {
  const judged = new Map(scores.map(({ step, quality }) => [step, quality]));
  return results.map((result) => {
    const quality = judged.get(result.stepId);
    return quality === undefined
      ? result
      : { ...result, qualityScore: Math.min(quality, result.qualityScore ?? quality) };
  });
}

/** What was collected, with what a judgement says of it. */
export function withFeedback(
  collected: CollectedResults,
  { scores, contradictions }: Pick<FeedbackResult, 'scores' | 'contradictions'>,
): CollectedResults {
  const results = Object.fromEntries(
    Object.entries(collected.results).map(([name, list]) => [name, withScores(list, scores)]),
  );
  const all = Object.values(results).flat();
  return {
    ...collected,
    results,
    ...qualityOf(all),
    ...(contradictions && { consistencyScore: consistencyOf(all, contradictions) }),
  };
}

/** 1 less the share of steps that contradict another. */
function consistencyOf(
  results: readonly SpecialistResult[],
  contradictions: NonNullable<FeedbackResult['contradictions']>,
): number {
  const steps = new Set(results.map((result) => result.stepId));
  const contradicting = new Set(contradictions.flatMap((each) => each.steps.filter((step) => steps.has(step))));
  return steps.size === 0 ? 1 : 1 - contradicting.size / steps.size;
}
