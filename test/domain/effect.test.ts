import { TroupeError } from 'troupe';
import { describe, expect, it } from 'vitest';
import { isWorthRetrying, retryDelayMs, toEffectError } from '../../src/domain/effect.ts';

describe('retryDelayMs', () => {
  const policy = { baseMs: 500, maxMs: 3000 };

  it('doubles with each attempt up to the maximum', () => {
    const delays = [1, 2, 3, 4, 50].map((attempt) => retryDelayMs(attempt, { code: 'unavailable' }, policy));
    expect(delays).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  it('is what the other side asked for, even above the maximum', () => {
    expect(retryDelayMs(1, { code: 'rate-limit', retryAfterMs: 60_000 }, policy)).toBe(60_000);
    expect(retryDelayMs(3, { code: 'rate-limit', retryAfterMs: 0 }, policy)).toBe(0);
  });

  it('is nothing for an answer of the wrong shape', () => {
    expect(retryDelayMs(3, { code: 'bad-output' }, policy)).toBe(0);
  });
});

describe('isWorthRetrying', () => {
  const policy = { attempts: 3, retry: { baseMs: 500, maxMs: 3000, maxAskedMs: 60_000 } };
  const isWorth = (attempt: number, parts: { retryable?: boolean; retryAfterMs?: number } = {}) =>
    isWorthRetrying(attempt, { code: 'unavailable', retryable: true, ...parts }, policy);

  it('is true until the attempts are spent', () => {
    expect([1, 2, 3, 4].map((attempt) => isWorth(attempt))).toEqual([true, true, false, false]);
  });

  it('is false for what would fail again', () => {
    expect(isWorth(1, { retryable: false })).toBe(false);
  });

  it('is false when the other side asks for more patience than there is', () => {
    expect([60_000, 60_001].map((retryAfterMs) => isWorth(1, { retryAfterMs }))).toEqual([true, false]);
  });
});

describe('toEffectError', () => {
  it('leaves an error of an effect as it is', () => {
    const error = { code: 'timeout', message: 'too long', retryable: true, startedAt: 1, at: 2 };
    expect(toEffectError(error)).toBe(error);
  });

  it('takes everything else for a mistake that is not worth another try', () => {
    expect(toEffectError(new TroupeError('bad-plan', 'no'))).toMatchObject({ code: 'bad-plan', message: 'no' });
    expect(toEffectError(new Error('no'))).toMatchObject({ code: 'bug', message: 'no', retryable: false });
    expect(toEffectError('no')).toMatchObject({ code: 'bug', message: 'no', retryable: false });
    expect(toEffectError(undefined)).toMatchObject({ code: 'bug', message: 'undefined' });
  });
});
