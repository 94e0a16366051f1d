import { describe, expect, it } from 'vitest';
import { plainAnswer } from '../../src/prompts/plain-answer.ts';

const output = (stepId: string, text: string) => ({
  stepId,
  description: `work on ${stepId}`,
  specialist: 'worker',
  text,
  data: [],
});
const parts = { outputs: [], notDone: [], limit: undefined, language: 'en' };

describe('plainAnswer', () => {
  it('puts the results together as they are, in their order, each under what it is', () => {
    expect(plainAnswer({ ...parts, outputs: [output('a', 'first\ntext'), output('b', 'second')] })).toBe(
      '## work on a\n\nfirst\ntext\n\n## work on b\n\nsecond',
    );
  });

  it('begins with the limit and ends with what is missing and why', () => {
    const answer = plainAnswer({
      ...parts,
      outputs: [output('a', 'first')],
      limit: '3 rounds',
      notDone: [
        { what: 'work on b', why: 'It broke.' },
        { what: 'work on c', why: 'It needs step b.' },
      ],
    });
    expect(answer).toBe(
      'The work ended at a limit: 3 rounds. This is what there is.\n\n## work on a\n\nfirst\n\n' +
        'Not done:\n- work on b: It broke.\n- work on c: It needs step b.',
    );
  });

  it('has the reading of the thought before the results', () => {
    const answer = plainAnswer({
      ...parts,
      reading: 'For all years: 7.',
      outputs: [output('a', 'first')],
      limit: '1 call',
    });
    expect(answer).toBe(
      'The work ended at a limit: 1 call. This is what there is.\n\nFor all years: 7.\n\n## work on a\n\nfirst',
    );
  });

  it('says so when there is nothing', () => {
    expect(plainAnswer(parts)).toBe('There is no result.');
  });

  it('is never empty', () => {
    for (const language of ['en', 'zh', 'de']) {
      for (const limit of [undefined, '5 tokens']) {
        for (const notDone of [[], [{ what: 'a', why: 'b' }]]) {
          expect(plainAnswer({ outputs: [], notDone, limit, language }).trim()).not.toBe('');
        }
      }
    }
  });

  it('has its own words in Chinese for Chinese', () => {
    const missing = [{ what: '报告', why: '失败' }];
    expect(plainAnswer({ ...parts, language: 'zh' })).toBe('没有结果。');
    expect(plainAnswer({ ...parts, language: 'zh', limit: '3', notDone: missing })).toBe(
      '工作因达到上限而结束：3。以下是已有的结果。\n\n未完成：\n- 报告: 失败',
    );
  });
});
