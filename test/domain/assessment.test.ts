import { describe, expect, it } from 'vitest';
import { assessWork } from '../../src/domain/assessment.ts';

describe('assessWork', () => {
  const assess = (text: string, parts: { failedTools?: number; confidence?: number } = {}) =>
    assessWork({ description: 'count the red apples', failedTools: 0, text, ...parts });

  it('accepts a text', () => {
    expect(assess('There are 7 red apples.')).toEqual({
      accepted: true,
      final: false,
      quality: 1,
      relevance: 0.5,
      confidence: 0.8,
    });
  });

  it('lowers the quality when a tool failed on the way', () => {
    expect(assess('about 7', { failedTools: 1 })).toMatchObject({ accepted: true, quality: 0.5 });
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

  it('does not take the word inside a text for a refusal', () => {
    expect(assess('One CANNOT: say that.').accepted).toBe(true);
  });

  it.each([
    [7, 1],
    [-1, 0],
    [0.3, 0.3],
  ])('brings a confidence of %d to %d', (confidence, expected) => {
    expect(assess('7', { confidence }).confidence).toBe(expected);
  });
});
