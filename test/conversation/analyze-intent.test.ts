import { analyzeIntent } from 'troupe/conversation';
import { describe, expect, it } from 'vitest';

describe('the intent', () => {
  it.each([
    ['What is the total of sales.csv?', 'question'],
    ['Is it raining', 'question'],
    ['总额是多少？', 'question'],
    ['你知道哪个地区最好吗', 'question'],
    ['Write a poem.', 'request'],
    ['Could you please fix the report?', 'request'],
    ['写一首诗', 'request'],
    ['你好，请帮我分析一下销售数据', 'request'],
    ['Thanks! Now compare it with last year, please.', 'request'],
    ['and for the north only?', 'follow-up'],
    ['what about Berlin?', 'follow-up'],
    ['那北区呢?', 'follow-up'],
    ['还有呢？', 'follow-up'],
    ['No, I meant the south.', 'correction'],
    ['That is wrong, it should be 42.', 'correction'],
    ['不对，应该是上海', 'correction'],
    ['It still does not work, this is useless!', 'complaint'],
    ['还是不行，太差了', 'complaint'],
    ['Yes, go ahead', 'confirmation'],
    ['好的', 'confirmation'],
    ['no thanks', 'refusal'],
    ['不用了', 'refusal'],
    ['Hi there', 'greeting'],
    ['您好', 'greeting'],
    ['Thank you so much!', 'thanks'],
    ['谢谢你', 'thanks'],
    ['The north sold more.', 'statement'],
    ['北区卖得更多。', 'statement'],
    ['', 'statement'],
  ])('of %j is %s', (text, intent) => {
    expect(analyzeIntent(text).intent).toBe(intent);
  });

  it('is surer where more speaks for it and nothing against it', () => {
    const sure = analyzeIntent('Please write a report.').confidence;
    const fair = analyzeIntent('Write a report.').confidence;
    const torn = analyzeIntent('Write a report or what?').confidence;
    expect(sure).toBeGreaterThan(fair);
    expect(fair).toBeGreaterThan(torn);
    expect(analyzeIntent('').confidence).toBe(0);
  });

  it('has a confidence from 0 to 1 that differs from text to text', () => {
    const texts = [
      '',
      '42',
      'so',
      'yes',
      'Write!',
      'What?',
      'What about it, or not?',
      '不对',
      '请问怎么办？',
      'no, that is wrong?',
    ];
    const values = texts.map((text) => analyzeIntent(text).confidence);
    expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(6);
  });
});

describe('the tone', () => {
  it.each([
    ['What is the total?', 'neutral'],
    ['总额是多少？', 'neutral'],
    ['Perfect, I love it', 'positive'],
    ['太好了，非常满意', 'positive'],
    ['It still does not work, this is useless!!!', 'frustrated'],
    ['说了多少次，怎么又错了', 'frustrated'],
    ['Fix the build asap', 'urgent'],
    ['请马上处理，很急', 'urgent'],
    ['I am worried about the risk', 'worried'],
    ['我很担心会不会出问题', 'worried'],
    ['', 'neutral'],
  ])('of %j is %s', (text, tone) => {
    expect(analyzeIntent(text).tone).toBe(tone);
  });
});

it.each(['a', ' ', '?', 'not ', '不是', 'A B', '\n', 'thanks ', '!?', '\ud800'])(
  'a million characters of %j are read before anyone gives up waiting',
  (text) => {
    const long = text.repeat(1_000_000 / text.length);
    // Milliseconds on any machine; what is not bounded takes minutes.
    expect(analyzeIntent(long).confidence).toBeGreaterThanOrEqual(0);
  },
);
