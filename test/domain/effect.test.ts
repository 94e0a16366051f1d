import { TroupeError } from 'troupe';
import { describe, expect, it } from 'vitest';
import { afterFailure, firstTry, isWorthRetrying, retryDelayMs, toEffectError } from '../../src/domain/effect.ts';

describe('retryDelayMs', () => {
  const policy = { baseMs: 500, maxMs: 3000 };
  const keys = Array.from({ length: 100 }, (_, index) => `s${index}#1/ask#1.1`);
  const delays = (attempt: number, parts: { code?: string; retryAfterMs?: number } = {}) =>
    keys.map((key) => retryDelayMs(attempt, { key, code: 'unavailable', ...parts }, policy));

  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 3000],
    [50, 3000],
  ])(
    'is between half and all of what doubles with each attempt up to the maximum: attempt %i, %i ms',
    (attempt, most) => {
      const all = delays(attempt);
      expect(Math.max(...all)).toBeLessThanOrEqual(most);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(most / 2);
    },
  );

  it('differs from key to key, so that those who failed together do not come back together', () => {
    const all = delays(3);
    expect(new Set(all).size).toBeGreaterThan(80);
    // Every quarter of the range has its share.
    for (const from of [1000, 1250, 1500, 1750]) {
      expect(all.filter((delay) => delay >= from && delay < from + 250).length).toBeGreaterThan(10);
    }
  });

  it('is the same for the same key, so that a replay waits the same', () => {
    expect(delays(2)).toEqual(delays(2));
  });

  it('is what the other side asked for, even above the maximum', () => {
    expect(new Set(delays(1, { code: 'rate-limit', retryAfterMs: 60_000 }))).toEqual(new Set([60_000]));
    expect(new Set(delays(3, { code: 'rate-limit', retryAfterMs: 0 }))).toEqual(new Set([0]));
  });

  it.each(['bad-output', 'truncated'])('is nothing for an answer that is asked for in another way: %s', (code) => {
    expect(new Set(delays(3, { code }))).toEqual(new Set([0]));
  });
});

describe('isWorthRetrying', () => {
  const policy = { attempts: 3, retry: { baseMs: 500, maxMs: 3000, maxAskedMs: 60_000 } };
  const isWorth = (attempt: number, parts: { code?: string; retryable?: boolean; retryAfterMs?: number } = {}) =>
    isWorthRetrying({ ...firstTry, attempt }, { code: 'unavailable', retryable: true, ...parts }, policy);

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

describe('an endpoint that is busy', () => {
  const policy = { attempts: 3, retry: { baseMs: 500, maxMs: 3000 } };
  const error = (code: string) => ({ key: 'k', code, message: '', retryable: true, startedAt: 0, at: 0 });
  /** How often something is tried that fails with these codes in turn, and with the last of them from then on. */
  const triesOn = (...codes: string[]) => {
    let tries = firstTry;
    for (;;) {
      const failure = error(codes[tries.attempt - 1] ?? codes.at(-1) ?? '');
      if (!isWorthRetrying(tries, failure, policy)) return tries.attempt;
      tries = { ...tries, ...afterFailure(tries, failure, policy.retry), attempt: tries.attempt + 1 };
    }
  };

  it('takes no attempt away from what fails for another reason', () => {
    expect(triesOn('server')).toBe(3);
    expect(triesOn('rate-limit', 'server')).toBe(4);
    expect(triesOn('server', 'rate-limit', 'rate-limit', 'server', 'rate-limit', 'server')).toBe(6);
  });

  it('is not asked for ever', () => {
    expect(triesOn('rate-limit')).toBe(13);
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
