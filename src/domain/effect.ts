import { fractionOf } from './fraction-of.ts';
import type { ReachedLimit } from './limit.ts';

/** Who asks for an effect, and its name in the run: deterministic, so that a finished one is never paid for twice. */
export interface EffectAddress {
  readonly run: string;
  /** The path of the actor that asks, such as `host/step-2#1`. */
  readonly actor: string;
  readonly key: string;
  /** How long one attempt may take. */
  readonly timeoutMs?: number;
  /** What the attempt may write, when one before it was cut. */
  readonly maxOutputTokens?: number;
}

/** What a finished effect hands to the chart. Times are milliseconds since the epoch. */
export interface Settled<T> {
  readonly value: T;
  readonly startedAt: number;
  readonly at: number;
  /** How much of that time it waited for its turn, because the model was busy. */
  readonly waitedMs?: number;
}

/** What went wrong in the world, as data. */
export interface EffectProblem {
  readonly code: string;
  readonly message: string;
  /** Whether the same effect may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** The limit that did not cover it. */
  readonly limit?: ReachedLimit;
  /** What another attempt may write, when this one was cut. */
  readonly maxOutputTokens?: number;
}

/** Why an effect failed, as a chart receives it. */
export interface EffectError extends EffectProblem, Omit<Settled<unknown>, 'value'> {
  /** The effect that failed; absent where somebody else than the effects port fills the slot. */
  readonly key?: string;
}

/** Anything an actor failed with, as data: what is not an effect's error is a mistake in the program. */
export function toEffectError(error: unknown): EffectError {
  if (typeof error === 'object' && error !== null && 'retryable' in error && 'at' in error) return error as EffectError; // made by the effects port
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'bug';
  return { code, message, retryable: false, startedAt: 0, at: 0 };
}

/** How often and how patiently something is tried again. */
export interface RetryPolicy {
  readonly baseMs: number;
  readonly maxMs: number;
  readonly maxAskedMs?: number;
}

/** How often something was tried. */
export interface Tries {
  /** All attempts so far, the present one included: it is part of the key. */
  readonly attempt: number;
  /** Attempts that a busy endpoint turned away. They do not count, up to a bound. */
  readonly turnedAway: number;
  /** What an attempt may write, since one was cut. */
  readonly maxOutputTokens: number | undefined;
}

export const firstTry: Tries = { attempt: 1, turnedAway: 0, maxOutputTokens: undefined };

/** The part of an effect's address that says what it may write. */
export const capOf = ({ maxOutputTokens }: Pick<Tries, 'maxOutputTokens'>): Pick<EffectAddress, 'maxOutputTokens'> =>
  maxOutputTokens === undefined ? {} : { maxOutputTokens };

/** So often a busy endpoint may turn one call away before that counts as a failed attempt. */
const maxTurnedAway = 10;

const isTurnedAway = (tries: Tries, error: Pick<EffectError, 'code'>) =>
  error.code === 'rate-limit' && tries.turnedAway < maxTurnedAway;

/** Whether one more attempt is left. */
export const hasAttemptsLeft = ({ attempt, turnedAway }: Tries, attempts: number): boolean =>
  attempt - turnedAway < attempts;

/** Whether a failed attempt is to be followed by another one. */
export function isWorthRetrying(
  tries: Tries,
  error: Pick<EffectError, 'code' | 'retryable' | 'retryAfterMs'>,
  policy: { attempts: number; retry: RetryPolicy },
): boolean {
  return (
    error.retryable &&
    (isTurnedAway(tries, error) || hasAttemptsLeft(tries, policy.attempts)) &&
    (error.retryAfterMs ?? 0) <= (policy.retry.maxAskedMs ?? Number.POSITIVE_INFINITY)
  );
}

/** What a failed attempt leaves for the next one: how long to wait, and what is counted. */
export function afterFailure(
  tries: Tries,
  error: EffectError,
  retry: RetryPolicy,
): Omit<Tries, 'attempt'> & { waitMs: number; at: number } {
  return {
    turnedAway: tries.turnedAway + (isTurnedAway(tries, error) ? 1 : 0),
    maxOutputTokens: error.maxOutputTokens ?? tries.maxOutputTokens,
    waitMs: retryDelayMs(tries.attempt, error, retry),
    at: error.at,
  };
}

/**
 * How long to wait before attempt `attempt + 1`: what the other side asked for, else twice as long each time, of which the last half is left to
 * chance, so that those who failed together do not come back together. Chance comes from the key: a replay waits the same.
 */
export function retryDelayMs(
  attempt: number,
  error: Pick<EffectError, 'key' | 'code' | 'retryAfterMs'>,
  policy: Pick<RetryPolicy, 'baseMs' | 'maxMs'>,
): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  // An answer of the wrong shape is asked for again at once, with the remark; one that was cut, with more room.
  if (error.code === 'bad-output' || error.code === 'truncated') return 0;
  return Math.round((backoffMs(attempt, policy) / 2) * (1 + fractionOf(error.key ?? '')));
}

/** The longest wait of its own after so many failures in a row. */
export const backoffMs = (failures: number, { baseMs, maxMs }: Pick<RetryPolicy, 'baseMs' | 'maxMs'>): number =>
  Math.min(maxMs, baseMs * 2 ** (failures - 1));

/** Why something ended without a result, as it is kept. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly limit?: ReachedLimit;
}

export const toFailure = ({ code, message, limit }: EffectError): Failure => ({
  code,
  message,
  ...(limit ? { limit } : {}),
});
