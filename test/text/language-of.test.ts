import { describe, expect, it } from 'vitest';
import { languageOf } from '../../src/text/language-of.ts';

describe('languageOf', () => {
  it.each([
    ['What is the total?', 'en'],
    ['总额是多少？', 'zh'],
    ['请用 SQL 查询 sales.csv 的总额', 'zh'],
    ['Translate 你好 for the people in the room, please, and tell me how it is said', 'en'],
    ['What is the revenue of 北区?', 'en'],
    ['Show revenue of 华东 and 华北', 'en'],
    ['revenue of 北区 in /data/2024/sales.csv', 'en'],
    ['给我解释 Kubernetes ReplicaSet', 'zh'],
    ['请比较 React Vue Angular Svelte Solid Preact Lit Qwik Alpine Ember 哪个好', 'zh'],
    ['用 sales-by-region-and-month.csv 画图', 'zh'],
    ['', 'en'],
    ['123', 'en'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
