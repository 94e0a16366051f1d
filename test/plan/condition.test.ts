import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConditionStep, type ConditionView, parseCondition } from '../../src/plan/condition.ts';

const steps: Readonly<Record<string, ConditionStep>> = {
  '1': { status: 'completed', quality: 0.8, text: 'Revenue was 1,234.50 Dollars, not 7.' },
  '2': { status: 'failed', quality: 0, text: '' },
  '3': { status: 'skipped', quality: 0, text: ' \n' },
  '4': { status: 'blocked', quality: 0, text: '' },
  '5': { status: 'completed', text: 'nobody has looked at it' },
  'fetch-2b': { status: 'completed', quality: 1, text: 'it fell by -12%' },
};
const view: ConditionView = (id) => (Object.hasOwn(steps, id) ? steps[id] : undefined);

describe('a condition', () => {
  it.each([
    ['step 1 succeeded', true],
    ['step 1 completed', true],
    ['step 1 is done', true],
    ['step 1 failed', false],
    ['step 2 failed', true],
    ['step 2 is failed', true],
    ['step 2 succeeded', false],
    ['step 3 skipped', true],
    ['step 4 is blocked', true],
    ['step fetch-2b succeeded', true],
    ['STEP 2 FAILED', true],
    ['  step   2\tfailed ', true],
  ])('%j asks how a step came out: %s', (text, expected) => {
    expect(parseCondition(text)?.(view)).toBe(expected);
  });

  it.each([
    ['step 2 is empty', true],
    ['step 3 empty', true],
    ['step 1 is empty', false],
    ['step 1 contains "revenue"', true],
    ['step 1 contains "DOLLARS, not"', true],
    ['step 1 contains "euros"', false],
    ['step 1 contains "(and) or"', false],
    ['step 2 contains ""', true],
  ])('%j asks for words of a result: %s', (text, expected) => {
    expect(parseCondition(text)?.(view)).toBe(expected);
  });

  it.each([
    ['quality of 1 >= 0.8', true],
    ['quality of 1 > 0.8', false],
    ['quality of 1 <= 0.8', true],
    ['quality of 1 < 0.8', false],
    ['quality of 1 = 0.8', true],
    ['quality of 1 != 0.8', false],
    ['quality of 1>=0.5', true],
    ['number in 1 > 1000', true],
    ['number in 1 = 1234.5', true],
    ['number in fetch-2b < -10', true],
    ['number in fetch-2b < -12.5', false],
    ['number in 2 > 0', false],
    ['number in 2 <= 0', false],
  ])('%j compares numbers, of which a text has its first or none: %s', (text, expected) => {
    expect(parseCondition(text)?.(view)).toBe(expected);
  });

  it.each([
    'quality of 5 < 0.5',
    'quality of 5 >= 0',
    'not (quality of 5 < 0.5)',
    'quality of 5 < 0.5 and step 1 succeeded',
    'step 1 succeeded and quality of 5 < 0.5',
    'quality of 5 < 0.5 or step 1 failed',
    'step 1 failed or quality of 5 < 0.5',
  ])('%j cannot be known of a step without a score', (text) => {
    expect(parseCondition(text)?.(view)).toEqual({ unknown: 'Step 5 has no score.' });
  });

  it.each([
    ['quality of 5 < 0.5 or step 1 succeeded', true],
    ['step 1 succeeded or quality of 5 < 0.5', true],
    ['quality of 5 < 0.5 and step 1 failed', false],
    ['step 1 failed and quality of 5 < 0.5', false],
    ['not (step 1 succeeded or quality of 5 < 0.5)', false],
  ])('%j does not depend on the score that is missing: %s', (text, expected) => {
    expect(parseCondition(text)?.(view)).toBe(expected);
  });

  it.each([
    ['not step 1 failed', true],
    ['not (step 1 failed)', true],
    ['not not step 1 failed', false],
    ['step 1 succeeded and step 2 failed', true],
    ['step 1 succeeded and step 2 succeeded', false],
    ['step 1 failed or step 2 failed', true],
    ['step 1 failed or step 2 succeeded', false],
    ['step 1 succeeded or step 1 failed and step 1 failed', true],
    ['(step 1 succeeded or step 1 failed) and step 1 failed', false],
    ['not step 1 failed and step 2 failed', true],
    ['not (step 1 succeeded and step 2 failed)', false],
    ['not step 1 succeeded or step 2 failed', true],
    ['step 1 failed or step 1 failed or step 2 failed', true],
    ['step 1 contains "not" and quality of 1 >= 0.5', true],
  ])('%j binds "not" before "and" before "or": %s', (text, expected) => {
    expect(parseCondition(text)?.(view)).toBe(expected);
  });

  it.each([['step 9 failed'], ['step 9 is empty'], ['step 9 contains ""'], ['quality of 9 >= 0'], ['number in 9 < 1']])(
    '%j about a step that is not in the plan is not met',
    (text) => {
      expect(parseCondition(text)?.(view)).toBe(false);
    },
  );

  it.each([
    [''],
    ['   '],
    ['the customer is in Germany'],
    ['step 1'],
    ['step 1 is'],
    ['step 1 looks good'],
    ['step 1 contains revenue'],
    ['step 1 contains'],
    ['step 1 failed step 2 failed'],
    ['step 1 failed and'],
    ['and step 1 failed'],
    ['or'],
    ['not'],
    ['()'],
    ['(step 1 failed'],
    ['step 1 failed)'],
    ['not (step 1 failed'],
    [`${'('.repeat(300)}step 1 failed${')'.repeat(300)}`],
    [`${'not '.repeat(300)}step 1 failed`],
    ['quality of 1'],
    ['quality of 1 >='],
    ['quality of 1 >= high'],
    ['quality of 1 0.8'],
    ['quality 1 >= 0.8'],
    ['number 1 > 3'],
    ['number in 1 => 3'],
    ['number in 1 > 3%'],
    ['step 1 failed?'],
    ['step 1 failed; step 2 failed'],
    ['if step 1 failed'],
    ['第1步失败'],
  ])('%j is not in this form', (text) => {
    expect(parseCondition(text)).toBeUndefined();
  });

  it('can be read, or not, from every text, and is then true or false', () => {
    const words = fc.constantFrom(
      ...['step', '1', '2', '9', 'is', 'failed', 'succeeded', 'empty', 'contains', '"x"', '""', '"', 'quality', 'of'],
      ...['number', 'in', '>', '>=', '=', '!=', '0.5', '-3', 'not', 'and', 'or', '(', ')', ' ', '\n', 'é', '--', '.'],
    );
    const sentences = fc.array(words, { maxLength: 14 }).map((parts) => parts.join(' '));
    let readable = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), sentences), (text) => {
        const condition = parseCondition(text);
        if (!condition) return;
        readable++;
        expect(typeof condition(view)).toBe('boolean');
        expect(typeof condition(() => undefined)).toBe('boolean');
      }),
      { numRuns: 5000, seed: 1 },
    );
    expect(readable).toBeGreaterThan(0);
  });

  it('means what its parts mean, however they are put together', () => {
    interface Tree {
      readonly text: string;
      readonly value: boolean;
    }
    const leaf: fc.Arbitrary<Tree> = fc.constantFrom(
      { text: 'step 1 succeeded', value: true },
      { text: 'step 1 failed', value: false },
      { text: 'quality of 1 > 0.5', value: true },
      { text: 'number in 1 > 5000', value: false },
      { text: 'step 1 contains "or not ("', value: false },
    );
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        tie('tree').map(({ text, value }) => ({ text: `not (${text})`, value: !value })),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
          text: `(${a.text}) and (${b.text})`,
          value: a.value && b.value,
        })),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
          text: `(${a.text}) or (${b.text})`,
          value: a.value || b.value,
        })),
      ),
    }));
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(parseCondition(text)?.(view)).toBe(value);
      }),
    );
  });
});
