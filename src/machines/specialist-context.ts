import type { Assessment } from '../domain/assessment.ts';
import type { EffectError } from '../domain/effect.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { ToolCall } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
import { type FailureCount, isOwnFailure } from '../plan/error-pattern.ts';
import { type Attempts, type CallerInput, firstAttempt } from './attempts.ts';
import { growable } from './growable.ts';
import type { ToolCallsOutput } from './tool-calls-machine.ts';

export interface SpecialistInput extends CallerInput {
  readonly stepId: string;
  readonly specialist: string;
  readonly turns: number;
  readonly stepMs: number;
  /** Why the step is done again, when it was done before. */
  readonly remarks?: readonly string[];
  /** So often it may fail in the same way; 0 or nothing is no bound. */
  readonly correctAfter?: number;
  /** So often one of its tools may fail; 0 or nothing is no bound. */
  readonly correctToolsAfter?: number;
  /** In which ways it has failed at the step before. */
  readonly failedBefore?: readonly Pick<FailureCount, 'code' | 'count'>[];
}

export interface SpecialistContext extends Required<SpecialistInput>, Attempts {
  readonly turn: number;
  /** In which way each attempt has failed, and each call of a tool. */
  readonly failures: readonly string[];
  /** When its first call began. */
  readonly startedAt: number;
  /** How long its calls waited for their turn: that is not the step's time. */
  readonly queuedMs: number;
  readonly calls: readonly ToolCall[];
  readonly answers: readonly number[];
  readonly adopts: readonly string[];
  readonly exchange: readonly string[];
  readonly assessment: Assessment | undefined;
  readonly metadata: SpecialistResult['metadata'] | undefined;
  readonly error: string | undefined;
  readonly limit: ReachedLimit | undefined;
  /** The key of the turn whose question to a person has an end, and how long the next question may wait. */
  readonly resumes: string | undefined;
  readonly deadlineMs: number;
}

/** When the step's time is up. */
export const deadlineOf = ({ startedAt, stepMs, queuedMs }: SpecialistContext) => startedAt + stepMs + queuedMs;
/** How long the next call may take: the step's deadline holds for every attempt. */
export const timeLeft = (context: SpecialistContext) => {
  const { callMs, stepMs, startedAt, at, waitMs } = context;
  return startedAt === 0 ? Math.min(callMs, stepMs) : Math.max(1, Math.min(callMs, deadlineOf(context) - at - waitMs));
};
/** The step's clock after a call. */
export const timesOf = (context: SpecialistContext, call: Pick<EffectError, 'startedAt' | 'waitedMs'>) => ({
  startedAt: context.startedAt || call.startedAt,
  queuedMs: context.queuedMs + (call.waitedMs ?? 0),
});
export const askKey = (context: SpecialistContext) => `${context.scope}/ask#${context.attempt}.${context.turn}`;
/** The keys of the tools that were to give the result, when all of them did. */
export const adopted = ({ answers }: SpecialistContext, { keys, succeeded }: ToolCallsOutput): string[] => {
  const wanted = answers.flatMap((index) => keys[index] ?? []);
  return wanted.every((key) => succeeded.includes(key)) ? wanted : [];
};

/** The failures after one more. They are counted where somebody acts on it. */
export const withFailure = ({ failures, correctAfter }: SpecialistContext, code: string) =>
  correctAfter > 0 && isOwnFailure(code) ? [...failures, code] : failures;
/** In which way an attempt failed whose result was not accepted. */
export const refusalOf = ({ assessment }: SpecialistContext) => (assessment?.final ? 'cannot' : 'refused');
/** Whether one more failure of this kind is one too many: another attempt would fail like the others. */
export function isStuck(context: SpecialistContext, code: string): boolean {
  const before = context.failedBefore.find((each) => each.code === code)?.count ?? 0;
  const own = withFailure(context, code).filter((each) => each === code).length;
  return own > 0 && before + own >= context.correctAfter;
}

export const specialistContext = (input: SpecialistInput): SpecialistContext =>
  growable({
    ...input,
    ...firstAttempt,
    turn: 1,
    startedAt: 0,
    queuedMs: 0,
    calls: [],
    answers: [],
    adopts: [],
    exchange: [],
    remarks: input.remarks ?? [],
    correctAfter: input.correctAfter ?? 0,
    correctToolsAfter: input.correctToolsAfter ?? 0,
    failedBefore: input.failedBefore ?? [],
    failures: [],
    assessment: undefined,
    metadata: undefined,
    error: undefined,
    limit: undefined,
    resumes: undefined,
    deadlineMs: 0,
  });

/** What a specialist gives for its step. */
export function toResult(context: SpecialistContext): SpecialistResult {
  const { assessment, startedAt, at } = context;
  const isDone = assessment?.accepted === true;
  return {
    stepId: context.stepId,
    specialistName: context.specialist,
    status: !isDone ? 'failed' : assessment.isPartial ? 'partial' : 'success',
    ...(isDone ? { resultKey: askKey(context) } : { error: context.error ?? 'There is no result.' }),
    startTime: new Date(startedAt).toISOString(),
    endTime: new Date(at).toISOString(),
    durationMs: at - startedAt,
    retryCount: context.attempt - 1,
    ...(context.failures.length > 0 ? { failures: [...context.failures] } : {}),
    ...(assessment?.confidence === undefined ? {} : { confidence: assessment.confidence }),
    ...(assessment?.quality === undefined ? {} : { qualityScore: assessment.quality }),
    ...(assessment?.relevance === undefined ? {} : { relevanceScore: assessment.relevance }),
    ...(context.limit ? { limit: context.limit } : {}),
    metadata: context.metadata ?? {},
  };
}
