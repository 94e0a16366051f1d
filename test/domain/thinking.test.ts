import { describe, expect, it } from 'vitest';
import { responseBranch } from '../../src/domain/thinking.ts';

describe('responseBranch', () => {
  const branch = (
    complexity: 'simple' | 'moderate' | 'complex',
    responseStrategy: 'direct' | 'planned' | 'clarification',
    { threshold = 0.5, isContinuation = false, mayAsk = true, answer = '', question = '' } = {},
  ) =>
    responseBranch(
      { complexity, responseStrategy, answer, question },
      { complexityThreshold: threshold, isContinuation, mayAsk },
    );

  it.each([
    ['simple', 0.5, 'direct'],
    ['moderate', 0.5, 'plan'],
    ['complex', 0.5, 'plan'],
    ['simple', 0, 'plan'],
    ['moderate', 0.6, 'direct'],
    ['moderate', 1, 'direct'],
    ['complex', 1, 'plan'],
  ] as const)(
    'takes a %s request at threshold %d to "%s", whatever strategy was named',
    (complexity, threshold, expected) => {
      expect(branch(complexity, 'planned', { threshold })).toBe(expected);
      expect(branch(complexity, 'direct', { threshold })).toBe(expected);
    },
  );

  it.each([
    ['moderate', true, 'known', 'direct'],
    ['moderate', true, '', 'plan'],
    ['moderate', false, 'known', 'plan'],
    ['complex', true, 'known', 'plan'],
  ] as const)(
    'takes a %s request (continuation: %s, answer: "%s") to "%s"',
    (complexity, isContinuation, answer, expected) => {
      expect(branch(complexity, 'planned', { isContinuation, answer })).toBe(expected);
    },
  );

  it('asks when the strategy is to ask and there is a question', () => {
    expect(branch('simple', 'clarification', { question: 'Which year?' })).toBe('clarify');
    expect(branch('complex', 'clarification', { question: 'Which year?' })).toBe('clarify');
  });

  it('goes on when the strategy is to ask but there is no question', () => {
    expect(branch('simple', 'clarification')).toBe('direct');
    expect(branch('complex', 'clarification')).toBe('plan');
  });

  it('goes on when no question may be asked any more', () => {
    expect(branch('simple', 'clarification', { question: 'Which year?', mayAsk: false })).toBe('direct');
    expect(branch('complex', 'clarification', { question: 'Which year?', mayAsk: false })).toBe('plan');
  });

  it('does not ask a question that came with another strategy', () => {
    expect(branch('complex', 'planned', { question: 'Which year?' })).toBe('plan');
  });
});
