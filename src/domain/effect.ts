import type { ReachedLimit } from './run-result.ts';

/** Who asks for an effect, and its name in the run: deterministic, so that a finished one is never paid for twice. */
export interface EffectAddress {
  readonly run: string;
  /** The path of the actor that asks, such as `host/step-2#1`. */
  readonly actor: string;
  readonly key: string;
  /** How long one attempt may take. */
  readonly timeoutMs?: number;
}

/** What a finished effect hands to the chart. Times are milliseconds since the epoch. */
export interface Settled<T> {
  readonly value: T;
  readonly startedAt: number;
  readonly at: number;
}

/** Why an effect failed, as data. */
export interface EffectError {
  readonly code: string;
  readonly message: string;
  /** Whether the same effect may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** The limit that did not cover it. */
  readonly limit?: ReachedLimit;
  readonly startedAt: number;
  readonly at: number;
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

/** Whether a failed attempt is to be followed by another one. */
export function isWorthRetrying(
  attempt: number,
  error: Pick<EffectError, 'code' | 'retryable' | 'retryAfterMs'>,
  policy: { attempts: number; retry: RetryPolicy },
): boolean {
  return (
    error.retryable &&
    attempt < policy.attempts &&
    (error.retryAfterMs ?? 0) <= (policy.retry.maxAskedMs ?? Number.POSITIVE_INFINITY)
  );
}

/** How long to wait before attempt `attempt + 1`: what the other side asked for, else twice as long each time. */
export function retryDelayMs(
  attempt: number,
  error: Pick<EffectError, 'code' | 'retryAfterMs'>,
  policy: Pick<RetryPolicy, 'baseMs' | 'maxMs'>,
): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  // An answer of the wrong shape is asked for again at once, with the remark.
  if (error.code === 'bad-output') return 0;
  return Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
}

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
