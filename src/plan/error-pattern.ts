import type { SpecialistResult } from '../domain/results.ts';

/** Something that goes wrong again and again: what, where and in whose hands. */
export interface ErrorPattern {
  /** All of it on one line, such as `useTool query_table of analyst: tool`. */
  readonly pattern: string;
  /** The kind of effect, `step` for a step that failed as a whole, or the source of a chart. */
  readonly kind: string;
  /** The code of the error; of a step, the way in which its attempts failed. */
  readonly code: string;
  readonly step?: string;
  readonly specialist?: string;
  readonly tool?: string;
  readonly count: number;
  /** What the last one said. */
  readonly message: string;
}

/** What is tried when something has failed in the same way too often. */
export type CorrectionAction = 'specialist' | 'prompt' | 'plan';

/** A correction, and what was tried. */
export interface Correction {
  readonly id: string;
  readonly pattern: string;
  readonly reason: string;
  readonly at: string;
  /** The step that it is about, where a run has corrected itself. */
  readonly step?: string;
  readonly attempts: readonly CorrectionAttempt[];
}

export interface CorrectionAttempt {
  /** In a run that corrects itself: `specialist`, `prompt` or `plan`. */
  readonly action: string;
  /** Who takes over. */
  readonly specialist?: string;
  readonly at: string;
  /** `in_progress` until the step has an end. */
  readonly status?: string;
}

/** What has gone wrong more than once, and what was done about it. */
export interface WentWrong {
  readonly patterns: readonly ErrorPattern[];
  readonly corrections: readonly Correction[];
}

/** How often a specialist has failed in one way. */
export interface FailureCount {
  readonly specialist: string;
  readonly code: string;
  readonly count: number;
  /** What the last one said. */
  readonly message: string;
}

/** The name of a pattern. */
export function patternName({
  kind,
  code,
  step,
  specialist,
  tool,
}: Pick<ErrorPattern, 'kind' | 'code' | 'step' | 'specialist' | 'tool'>): string {
  const where = [kind, step, tool, ...(specialist === undefined ? [] : ['of', specialist])];
  return `${where.filter(Boolean).join(' ')}: ${code}`;
}

/** How the attempts at a step failed, counted by who made them and in which way. Results of logs from before these were counted have none. */
export function failureCounts(results: readonly SpecialistResult[]): FailureCount[] {
  return results.flatMap(({ specialistName: specialist, failures = [], error: message = '' }) =>
    [...Map.groupBy(failures, (code) => code)].map(([code, { length: count }]) => ({
      specialist,
      code,
      count,
      message,
    })),
  );
}

/** Failures, with more of them. */
export function withFailures(before: readonly FailureCount[], more: readonly FailureCount[]): FailureCount[] {
  const isAlike = (a: FailureCount) => (b: FailureCount) => a.specialist === b.specialist && a.code === b.code;
  const counted = before.map((each) => {
    const again = more.find(isAlike(each));
    return again ? { ...again, count: each.count + again.count } : each;
  });
  return [...counted, ...more.filter((each) => !before.some(isAlike(each)))];
}

/** Ways to fail that say nothing of who tried: an endpoint, a limit, a mistake in the program. */
const outside: ReadonlySet<string> = new Set([
  'aborted',
  'auth',
  'bug',
  'disconnected',
  'limit',
  'not-found',
  'protocol',
  'quota',
  'rate-limit',
  'server',
  'unreachable',
]);

/** Whether a failed attempt says something of who made it. */
export const isOwnFailure = (code: string): boolean => !outside.has(code);
