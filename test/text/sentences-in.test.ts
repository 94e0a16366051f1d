import { describe, expect, it } from 'vitest';
import { sentencesIn } from '../../src/text/sentences-in.ts';

describe('sentencesIn', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['It costs 4.50 in sales.csv. Next', ['It costs 4.50 in sales.csv.', 'Next']],
    ['Mr. Smith met J. Doe. They left.', ['Mr. Smith met J. Doe.', 'They left.']],
    ['他说：“好。”然后走了。结束', ['他说：“好。”', '然后走了。', '结束']],
    ['a\n\nb', ['a', 'b']],
    ['', []],
    ['...', ['...']],
  ])('of %j are %j', (text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences);
  });

  it('cuts what has no end and loses nothing of it, no number and no surrogate pair', () => {
    const text = `${'a'.repeat(290)}1234567890123456789${'😀'.repeat(500)}`;
    const cut = sentencesIn(text);
    expect(cut.join('')).toBe(text);
    expect(cut.some((sentence) => sentence.includes('1234567890123456789'))).toBe(true);
    expect(cut.every((sentence) => sentence.isWellFormed() && sentence.length <= 300)).toBe(true);
  });

  it.each(['.', '!', '。', '\n', '. ', 'a.'])('reads a million characters of %j', (text) => {
    expect(sentencesIn(text.repeat(1_000_000 / text.length)).length).toBeLessThanOrEqual(1_000_000);
  });
});
