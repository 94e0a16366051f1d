import { z } from 'zod';
import { reachedLimitSchema } from './run-result.ts';

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
  confidence: z.number().min(0).max(1),
  qualityScore: z.number().min(0).max(1),
  relevanceScore: z.number().min(0).max(1),
  /** The limit that ended the work. */
  limit: reachedLimitSchema.optional(),
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
  overallQuality: z.number().min(0).max(1),
  consistencyScore: z.number().min(0).max(1),
  totalDurationMs: z.number().min(0),
});
/** The results of a round, sorted and scored. */
export type CollectedResults = z.infer<typeof collectedResultsSchema>;

/**
 * Sorts and scores the results of a round. Quality is the mean of the results' quality, where a failure
 * counts 0; consistency is 1 when all results are equally good and falls with their spread.
 */
export function collectResults(results: readonly SpecialistResult[]): CollectedResults {
  const bySpecialist = Object.fromEntries(Map.groupBy(results, (result) => result.specialistName));
  const ids = (status: SpecialistResult['status']) =>
    results.filter((result) => result.status === status).map((result) => result.stepId);
  const [successful, failed, partial] = [ids('success'), ids('failed'), ids('partial')];
  const scores = results.map((result) => (result.status === 'failed' ? 0 : result.qualityScore));
  const quality = scores.length === 0 ? 0 : scores.reduce((sum, value) => sum + value, 0) / scores.length;
  const spread = scores.length === 0 ? 0 : Math.max(...scores) - Math.min(...scores);
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
    overallQuality: quality,
    consistencyScore: 1 - spread,
    totalDurationMs: results.reduce((sum, result) => sum + result.durationMs, 0),
  };
}
