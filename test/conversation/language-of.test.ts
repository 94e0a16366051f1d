import { describe, expect, it } from 'vitest';
import { languageOf } from '../../src/conversation/language-of.ts';

describe('languageOf', () => {
  it.each([
    ['What is the total?', 'en'],
    ['总额是多少？', 'zh'],
    ['请用 SQL 查询 sales.csv 的总额', 'zh'],
    ['Translate 你好 for the people in the room, please, and tell me how it is said', 'en'],
    ['', 'en'],
    ['123', 'en'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
