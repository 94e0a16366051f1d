import { describe, expect, it } from 'vitest';
import { assessWork, type OwnAssessment, readOwnAssessment } from '../../src/domain/assessment.ts';

describe('assessWork', () => {
  const assess = (text: string, { failedTools = 0, ...own }: OwnAssessment & { failedTools?: number } = {}) =>
    assessWork({ description: 'count the red apples', text, failedTools, own });

  it('accepts a text', () => {
    expect(assess('There are 7 red apples.')).toEqual({
      accepted: true,
      final: false,
      isPartial: false,
      quality: 1,
      relevance: 0.5,
      confidence: 0.8,
    });
  });

  it('lowers the quality when a tool failed on the way', () => {
    expect(assess('about 7', { failedTools: 1 })).toMatchObject({ accepted: true, isPartial: true, quality: 0.5 });
    expect(assess('about 7', { failedTools: 1, quality: 0.9 }).quality).toBe(0.5);
    expect(assess('about 7', { failedTools: 1, quality: 0.2 }).quality).toBe(0.2);
  });

  it('takes the word of the specialist on its own result', () => {
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

  it('does not take the word inside a text for a refusal', () => {
    expect(assess('One CANNOT: say that.').accepted).toBe(true);
  });

  it.each([
    [7, 1],
    [-1, 0],
    [0.3, 0.3],
    [Number.NaN, 0],
  ])('brings a confidence of %d to %d', (confidence, expected) => {
    expect(assess('7', { confidence }).confidence).toBe(expected);
  });
});

describe('readOwnAssessment', () => {
  it.each([
    [
      '7 apples\nASSESSMENT: confidence 0.9, quality 0.8',
      '7 apples',
      { confidence: 0.9, quality: 0.8, isPartial: false },
    ],
    [
      '7\n\n**ASSESSMENT:** confidence: 90%, quality = .5, partial\n',
      '7',
      { confidence: 0.9, quality: 0.5, isPartial: true },
    ],
    ['七个\nASSESSMENT：confidence 1, quality 0.25。', '七个', { confidence: 1, quality: 0.25, isPartial: false }],
    ['7\nASSESSMENT: very good', '7', { confidence: undefined, quality: undefined, isPartial: false }],
  ])('takes the last line off %j', (text, rest, own) => {
    expect(readOwnAssessment(text)).toEqual({ text: rest, own });
  });

  it.each(['7 apples', 'ASSESSMENT: confidence 0.9\nthat was a quote', 'My ASSESSMENT: none'])(
    'leaves %j as it is',
    (text) => {
      expect(readOwnAssessment(text)).toEqual({ text, own: {} });
    },
  );
});
