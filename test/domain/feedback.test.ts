import { expect, it } from 'vitest';
import { reflectionBranch, stepFeedback } from '../../src/domain/feedback.ts';

it.each([
  [false, 'direct_answer', 'done'],
  [false, 'update_plan', 'done'],
  [true, 'update_plan', 'update'],
  [true, 'execute_step', 'continue'],
  [true, 'direct_answer', 'continue'],
] as const)('feedback with shouldContinue %s and %s leads to "%s"', (shouldContinue, suggestedAction, branch) => {
  expect(reflectionBranch({ shouldContinue, suggestedAction })).toBe(branch);
});

it('says of a step what it is worth, what it contradicts and why it is done again', () => {
  const feedback = {
    scores: [
      { step: '1', quality: 0.4, why: 'The figures are of last year.' },
      { step: '2', quality: 1, why: 'Good.' },
    ],
    contradictions: [{ steps: ['1', '3'], what: 'Two totals.' }],
    retries: [{ step: '1', why: 'Use this year.' }],
  };
  expect(stepFeedback(feedback, '1')).toBe('The figures are of last year. (0.4)\nTwo totals. (1, 3)\nUse this year.');
  expect(stepFeedback(feedback, '3')).toBe('Two totals. (1, 3)');
  expect(stepFeedback(feedback, '4')).toBeUndefined();
  expect(stepFeedback({}, '1')).toBeUndefined();
});
