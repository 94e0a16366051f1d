import type { Assessment } from '../domain/assessment.ts';
import type { EffectError } from '../domain/effect.ts';
import type { ReachedLimit } from '../domain/limit.ts';
import type { ToolCall } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
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
}

export interface SpecialistContext extends Required<SpecialistInput>, Attempts {
  readonly turn: number;
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
    ...(assessment?.confidence === undefined ? {} : { confidence: assessment.confidence }),
    ...(assessment?.quality === undefined ? {} : { qualityScore: assessment.quality }),
    ...(assessment?.relevance === undefined ? {} : { relevanceScore: assessment.relevance }),
    ...(context.limit ? { limit: context.limit } : {}),
    metadata: context.metadata ?? {},
  };
}
