import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/tools/expression.ts';

describe('an expression', () => {
  it.each([
    ['12% of 250', 30],
    ['200 + 10%', 220],
    ['200 - 10%', 180],
    ['-2^2', -4],
    ['2^3^2', 512],
    ['2^-1', 0.5],
    ['12 % 5', 2],
    ['1,000 * 3', 3000],
    ['max(3,500)', 500],
    ['round(2.345, 2)', 2.35],
    ['(1 + 2) × 3 ÷ 4 − 1', 1.25],
    ['0.1 + 0.2', 0.3],
    ['sqrt(16) + abs(-3)', 7],
    ['2 * pi', 6.28318530717959],
  ])('%s is %d', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it.each([
    ['1 / 0', 'division by zero has no result'],
    ['5 % 0', 'division by zero has no result'],
    ['3 +', 'a number is missing at the end'],
    ['(2', 'a closing parenthesis is missing'],
    ['2 2', '"2" is not expected'],
    ['sqrt(-1)', 'this has no real result'],
    ['10^999', 'the result is too large'],
    ['constructor(1)', '"constructor" is not known'],
    ['process.exit()', '"process" is not known'],
    [`${'('.repeat(200)}1`, 'nested too deeply'],
    ['1'.repeat(2000), 'longer than 1000 characters'],
  ])('%s is refused: %s', (text, why) => {
    expect(() => evaluate(text)).toThrow(why);
  });
});
