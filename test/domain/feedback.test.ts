import { expect, it } from 'vitest';
import { reflectionBranch } from '../../src/domain/feedback.ts';

it.each([
  [false, 'direct_answer', 'done'],
  [false, 'update_plan', 'done'],
  [true, 'update_plan', 'update'],
  [true, 'execute_step', 'continue'],
  [true, 'direct_answer', 'continue'],
] as const)('feedback with shouldContinue %s and %s leads to "%s"', (shouldContinue, suggestedAction, branch) => {
  expect(reflectionBranch({ shouldContinue, suggestedAction })).toBe(branch);
});
