import { describe, expect, it } from 'vitest';
import { assessWork, type OwnAssessment, withVerdict } from '../../src/domain/assessment.ts';

describe('assessWork', () => {
  const assess = (
    text: string,
    { failedTools = 0, format, ...own }: OwnAssessment & { failedTools?: number; format?: string } = {},
  ) => assessWork({ text, failedTools, format, own });

  it('accepts a text, without a score where there is no evidence', () => {
    expect(assess('There are 7 red apples.')).toEqual({ accepted: true, final: false, isPartial: false });
    expect(assess('There are 7 red apples.', { format: 'two sentences' })).not.toHaveProperty('quality');
  });

  it('takes the form that was asked for as evidence', () => {
    expect(assess('7', { format: 'one number' })).toMatchObject({ accepted: true, quality: 1 });
    expect(assess('7', { format: 'one number', failedTools: 1 })).toMatchObject({ isPartial: true, quality: 0.5 });
    expect(assess('7', { format: 'one number', quality: 0.3 })).toMatchObject({ accepted: true, quality: 0.3 });
  });

  it('refuses another form, worth another try, with what was expected', () => {
    const remark = expect.stringContaining('The step asks for "one number": the result has to be one number');
    expect(assess('many', { format: 'one number' })).toMatchObject({ accepted: false, final: false, remark });
  });

  it('lets nobody refuse who cannot do it for its form', () => {
    expect(assess('CANNOT: no table', { format: 'one number' })).toMatchObject({ final: true, remark: 'no table' });
  });

  it('lowers the quality when a tool failed for good', () => {
    expect(assess('about 7', { failedTools: 1 })).toMatchObject({ accepted: true, isPartial: true, quality: 0.5 });
    expect(assess('about 7', { failedTools: 1, quality: 0.9 }).quality).toBe(0.5);
    expect(assess('about 7', { failedTools: 1, quality: 0.2 }).quality).toBe(0.2);
  });

  it('takes the word of a function on its own result', () => {
    expect(assess('7', { confidence: 0.6, quality: 0.7, relevance: 0.9, isPartial: true })).toMatchObject({
      accepted: true,
      confidence: 0.6,
      quality: 0.7,
      relevance: 0.9,
      isPartial: true,
    });
  });

  it('refuses an empty text, worth another try', () => {
    expect(assess(' \n')).toMatchObject({ accepted: false, final: false, remark: 'The result was empty.' });
  });

  it('refuses a text that says CANNOT for good, with the reason', () => {
    expect(assess(' CANNOT: there are no apples')).toMatchObject({
      accepted: false,
      final: true,
      remark: 'there are no apples',
    });
    expect(assess('CANNOT:').remark).toBe('The specialist said that it cannot do it.');
  });

  it.each([
    'CANNOT：there are no apples',
    '**CANNOT:** there are no apples',
    '**CANNOT**: there are no apples',
    '**CANNOT: there are no apples**',
    '`CANNOT:` there are no apples',
    '# CANNOT: there are no apples',
    'cannot: there are no apples',
    'Cannot : there are no apples',
    '__Cannot__： there are no apples',
  ])('refuses it however it is written: %s', (text) => {
    expect(assess(text)).toMatchObject({ accepted: false, final: true, remark: 'there are no apples' });
  });

  it.each(['One CANNOT: say that.', 'Cannot reproduce it: the error is gone.', 'Cannot be counted.', 'cannot'])(
    'does not take the word inside a text for a refusal: %s',
    (text) => {
      expect(assess(text).accepted).toBe(true);
    },
  );

  it.each([
    [7, 1],
    [-1, 0],
    [0.3, 0.3],
    [Number.NaN, 0],
  ])('brings a confidence of %d to %d', (confidence, expected) => {
    expect(assess('7', { confidence }).confidence).toBe(expected);
  });
});

describe('a verdict', () => {
  const given = assessWork({ text: '7', failedTools: 0 });

  it('gives a score to what is fine, and none where nothing was checked', () => {
    expect(withVerdict(given, true)).toEqual({ ...given, quality: 1 });
    expect(withVerdict(given, { quality: 0.5 })).toEqual({ ...given, quality: 0.5 });
    expect(withVerdict(given, undefined)).toEqual(given);
  });

  it.each([
    ['It has no total.', 0, 'It has no total.'],
    [{ quality: 0.4, remark: 'It has no total.' }, 0.4, 'It has no total.'],
    [{ quality: 0.49 }, 0.49, 'A check gave the result a quality of 0.49.'],
    [{ quality: Number.NaN }, 0, 'A check gave the result a quality of 0.'],
    ['', 0, 'A check gave the result a quality of 0.'],
  ])('of %j refuses the result, worth another try', (verdict, quality, remark) => {
    expect(withVerdict(given, verdict)).toMatchObject({ accepted: false, final: false, quality, remark });
  });

  it('does not make a result better than other evidence does', () => {
    expect(withVerdict({ ...given, quality: 0.6 }, true).quality).toBe(0.6);
    expect(withVerdict({ ...given, quality: 0.6 }, { quality: 0.55 }).quality).toBe(0.55);
    expect(withVerdict({ ...given, isPartial: true }, 'no').isPartial).toBe(false);
  });
});
