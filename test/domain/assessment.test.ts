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
    ['7\n**ASSESSMENT**: confidence 0.9, quality 0.8', '7', { confidence: 0.9, quality: 0.8, isPartial: false }],
    ['7\nAssessment: confidence 0.9, quality 1', '7', { confidence: 0.9, quality: 1, isPartial: false }],
  ])('takes the last line off %j', (text, rest, own) => {
    expect(readOwnAssessment(text)).toEqual({ text: rest, own });
  });

  it.each([
    '7 apples',
    'ASSESSMENT: confidence 0.9\nthat was a quote',
    'My ASSESSMENT: none',
    'The shop has apples.\nAssessment: worth a visit.',
  ])('leaves %j as it is', (text) => {
    expect(readOwnAssessment(text)).toEqual({ text, own: {} });
  });
});
