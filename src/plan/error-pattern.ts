import type { SpecialistResult } from '../domain/results.ts';

/** Something that goes wrong again and again: what, where and in whose hands. */
export interface ErrorPattern {
  /** All of it on one line, such as `useTool query_table of analyst at step 2: tool`. */
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
export type CorrectionAction = 'specialist' | 'tool' | 'prompt' | 'plan';

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
  /** In a run that corrects itself: `specialist`, `tool`, `prompt` or `plan`. */
  readonly action: string;
  /** Who takes over, or who is told to use another tool. */
  readonly specialist?: string;
  readonly at: string;
  /** `in_progress` until it is known what came of it. */
  readonly status?: string;
}

/** What has gone wrong more than once, and what was done about it. */
export interface WentWrong {
  readonly patterns: readonly ErrorPattern[];
  readonly corrections: readonly Correction[];
}

/** Tools that have failed a specialist at a step too often and are taken away, with what they said last, and the tools that it still has. */
export interface FailingTools {
  readonly tools: readonly { readonly tool: string; readonly count: number; readonly message: string }[];
  readonly others: readonly string[];
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
  const isStep = kind === 'step';
  const by = specialist === undefined ? '' : `of ${specialist}`;
  const place = step === undefined || isStep ? '' : `at step ${step}`;
  return `${[kind, isStep ? step : tool, by, place].filter(Boolean).join(' ')}: ${code}`;
}

const toolMark = 'tool ';
/** The way in which a step goes wrong when a tool fails. */
export const toolFailure = (tool: string): string => `${toolMark}${tool}`;
/** The tool that such a way is about; nothing for any other. */
export const toolOf = (code: string): string | undefined =>
  code.startsWith(toolMark) ? code.slice(toolMark.length) : undefined;

/** The name under which the failures of a specialist at a step are counted, those of its tools by the tool. */
export function patternOf({ step, specialist, code }: Pick<FailureCount, 'specialist' | 'code'> & { step: string }) {
  const tool = toolOf(code);
  return tool === undefined
    ? patternName({ kind: 'step', step, specialist, code })
    : patternName({ kind: 'useTool', tool, step, specialist, code: 'tool' });
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
