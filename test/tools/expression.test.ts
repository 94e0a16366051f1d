import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/tools/calculator/expression.ts';
import { toText } from '../../src/tools/calculator/expression-value.ts';

describe('an expression', () => {
  it.each([
    ['12% of 250', '30'],
    ['12%', '0.12'],
    ['200 + 10%', '220'],
    ['200 - 10%', '180'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2 * 3 ** 2', '18'],
    ['2^-1', '0.5'],
    ['12 % 5', '2'],
    ['-7 % 3', '-1'],
    ['1,000 * 3', '3000'],
    ['$1,204.50 + €3', '1207.5'],
    ['3 x 4', '12'],
    ['(1 + 2) × 3 ÷ 4 − 1', '1.25'],
    ['sqrt(16) + abs(-3)', '7'],
    ['floor(-1.5) + ceil(1.2)', '0'],
    ['2 * pi', '6.28318530717959'],
    ['sqrt(2) * 2', '2.82842712474619'],
  ])('%s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });

  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1310.77 * 2', '2621.54'],
    ['4.35 * 100', '435'],
    ['19.99 * 3 + 19%', '71.3643'],
    ['100 * (1 + 5%)^10', '162.889462677744140625'],
    ['2^100', '1267650600228229401496703205376'],
    ['1 / 3 * 3', '1'],
    ['2 / 3', '0.666666666666667'],
    ['1e-3 + 1e3', '1000.001'],
  ])('is exact in decimals, and has fifteen digits where they never end: %s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });

  it.each([
    ['round(2.345, 2)', '2.35'],
    ['round(1.005, 2)', '1.01'],
    ['round(-2.5)', '-3'],
    ['round(1234, -2)', '1200'],
    ['round(2 / 3, 4)', '0.6667'],
  ])('rounds as people do, a half away from zero: %s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });

  it.each([
    ['max(3,500)', '500'],
    ['sum(1,200, 3,400)', '4600'],
    ['round(1,234.567, 1)', '1234.6'],
    ['avg([1, 2, 4, 5])', '3'],
    ['min(0.3, [0.2, 0.1])', '0.1'],
    ['sum(0.1, 0.2, 0.3)', '0.6'],
  ])('takes lists, whose commas part values unless blanks do: %s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });

  it.each([
    ['days("2024-03-01", "2024-04-15")', '45'],
    ['"2025-01-01" - "2024-01-01"', '366'],
    ['2024-04-15 - 2024-03-01', '45'],
    ['"2024-03-01" + 45', '2024-04-15'],
    ['7 + “2024/12/31”', '2025-01-07'],
    ['"2024-03-01" - 1', '2024-02-29'],
    ['addmonths("2024-01-31", 1)', '2024-02-29'],
    ['addmonths("2024-03-31", -13)', '2023-02-28'],
    ['days("2024-03-01", addmonths("2024-03-01", 24)) / 2', '365'],
  ])('counts with dates: %s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });

  it.each([
    ['1 / 0', 'division by zero has no result'],
    ['5 % 0', 'division by zero has no result'],
    ['3 +', 'a number is missing at the end'],
    ['(2', 'a closing parenthesis is missing'],
    ['sum([1, 2)', 'a closing bracket is missing'],
    ['2 2', '"2" is not expected'],
    ['sqrt(-1)', 'this has no real result'],
    ['10^999', 'the result is too large'],
    ['10^400', 'the result is too large'],
    ['1e999999999', 'the result is too large'],
    ['round(1, 2, 3)', 'round takes 1 or 2 values, not 3'],
    ['days("2024-02-30", "2024-03-01")', '"2024-02-30" is not a date'],
    ['days(3, 4)', 'a number stands where a date is needed'],
    ['"2024-03-01" * 2', 'a date stands where a number is needed'],
    ['"2024-03-01" + 0.5', 'only whole days'],
    ['"9999-12-31" + 1', 'outside of the years'],
    ['pi = 3', '"pi" cannot be a name'],
    ['constructor(1)', '"constructor" is not known'],
    ['process.exit()', '"process" is not known'],
    [`${'('.repeat(200)}1`, 'nested too deeply'],
    ['1'.repeat(2000), 'longer than 1000 characters'],
  ])('%s is refused: %s', (text, why) => {
    expect(() => evaluate(text)).toThrow(why);
  });

  it.each([
    ['1.000001^4096', '1.00410439801658'],
    ['1.000001^1000000', '2.71828046931938'],
    ['0.999999^-1000000', '2.71828318760121'],
    ['0.5^1000000', '0'],
    ['3^(1/2) * 3^(1/2)', '3'],
  ])('whose digits are too many goes on with as many as it takes: %s is %s', (text, value) => {
    expect(toText(evaluate(text).value)).toBe(value);
  });
});
