import { describe, expect, it } from 'vitest';
import { type RunOptions, runSettingsSchema } from '../../src/domain/options.ts';
import { quoteOf, reserves } from '../../src/orchestrator/quote.ts';

const options = (settings: Parameters<typeof runSettingsSchema.parse>[0] = {}): RunOptions => ({
  ...runSettingsSchema.parse(settings),
  specialists: [],
});

describe('quoteOf', () => {
  it('gives the limits, and null where there is none', () => {
    expect(quoteOf(options(), 700)).toEqual({
      rounds: 3,
      steps: 50,
      modelCalls: 200,
      tokens: null,
      costUsd: null,
      wallMs: null,
      tokensOfOneCall: 700,
    });
    const limits = { rounds: 2, steps: 4, modelCalls: 7, tokens: 8000, costUsd: 0.5, wallMs: 60_000 };
    expect(quoteOf(options({ limits }), 700)).toEqual({ ...limits, tokensOfOneCall: 700 });
  });

  it('counts calls by what the charts can try when that is less than the limit', () => {
    const small = { limits: { rounds: 1, steps: 1, modelCalls: 1000 }, attempts: 1, turns: 1 };
    const { modelCalls } = quoteOf(options(small), 0);
    // Thinking, planning, six tries at the step, reflecting and the answer.
    expect(modelCalls).toBeGreaterThanOrEqual(10);
    expect(modelCalls).toBeLessThan(1000);
  });

  it.each([
    ['rounds', { limits: { rounds: 2, steps: 1, modelCalls: 100_000 } }],
    ['steps', { limits: { rounds: 1, steps: 2, modelCalls: 100_000 } }],
    ['attempts', { limits: { rounds: 1, steps: 1, modelCalls: 100_000 }, attempts: 4 }],
    ['turns', { limits: { rounds: 1, steps: 1, modelCalls: 100_000 }, turns: 9 }],
  ])('rises with %s', (_, settings) => {
    const least = quoteOf(options({ limits: { rounds: 1, steps: 1, modelCalls: 100_000 } }), 0);
    expect(quoteOf(options(settings), 0).modelCalls).toBeGreaterThan(least.modelCalls);
  });
});

describe('reserves', () => {
  const price = { inputUsd: 1, outputUsd: 4 };

  it('leaves a call alone and keeps one call back when only calls are limited', () => {
    expect(reserves(options(), undefined)).toEqual({
      maxOutputTokens: undefined,
      keptBack: { modelCalls: 1, tokens: 0, costUsd: 0 },
    });
  });

  it('keeps no call back when there is only one', () => {
    expect(reserves(options({ limits: { modelCalls: 1 } }), undefined).keptBack.modelCalls).toBe(0);
  });

  it.each([
    ['a large limit of tokens', { limits: { tokens: 1_000_000 } }, 4096],
    ['a small limit of tokens', { limits: { tokens: 8000 } }, 1000],
    ['a tiny limit of tokens', { limits: { tokens: 10 } }, 16],
    ['a small limit of money', { limits: { costUsd: 0.032 } }, 1000],
    ['a large limit of money', { limits: { costUsd: 100 } }, 4096],
    ['its own setting', { limits: { tokens: 8000 }, maxOutputTokens: 50 }, 50],
    ['its own setting without a limit', { maxOutputTokens: 50 }, 50],
  ])('lets one call write as much as %s allows', (_, settings, expected) => {
    expect(reserves(options(settings), price).maxOutputTokens).toBe(expected);
  });

  it('keeps back what an answer reads and writes, in tokens and in money', () => {
    const { keptBack } = reserves(options({ limits: { tokens: 8000 } }), price);
    expect(keptBack).toEqual({ modelCalls: 1, tokens: 2000, costUsd: 0.005 });
  });

  it.each([{ tokens: 200 }, { tokens: 8000 }, { tokens: 1_000_000 }])(
    'leaves more for the work than it keeps back of %j',
    (limits) => {
      expect(reserves(options({ limits }), price).keptBack.tokens * 2).toBeLessThanOrEqual(limits.tokens);
    },
  );

  it('does not divide by a price of nothing', () => {
    const free = reserves(options({ limits: { costUsd: 1 } }), { inputUsd: 0, outputUsd: 0 });
    expect(free).toEqual({ maxOutputTokens: 4096, keptBack: { modelCalls: 1, tokens: 8192, costUsd: 0 } });
  });
});
