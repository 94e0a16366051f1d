import { describe, expect, it } from 'vitest';
import { termsOf } from '../../src/text/terms-of.ts';

describe('termsOf', () => {
  it.each([
    ['The prices of the offices', ['pric', 'offic']],
    ['It is 4,310.50 in Q3', ['4310.50', 'q3']],
    ['那北区的销售额呢？', ['北区', '销售', '售额']],
    ['李明的预算是4310元', ['李明', '预算', '4310', '元']],
    ['what is it about', []],
    ['Привет, мир', ['привет', 'мир']],
    ['Counting red Birds, bird 7', ['count', 'red', 'bird', '7']],
    ['销售数据', ['销售', '售数', '数据']],
    ['茶', ['茶']],
    ['', []],
  ])('of %j are %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('brings forms of a word together', () => {
    for (const [one, other] of [
      ['decided', 'decide'],
      ['price', 'prices'],
      ['companies', 'company'],
      ['planning', 'plann'],
      ['reports', 'report'],
      ['boxes', 'box'],
      ['tables', 'table'],
      ['writing', 'write'],
      ['returned', 'returns'],
      ['buildings', 'building'],
      ['flies', 'fly'],
      ['ties', 'tie'],
    ] as const) {
      expect(termsOf(one)).toEqual(termsOf(other));
    }
  });

  it('cuts a word that is none', () => {
    expect(termsOf('x'.repeat(1_000_000))).toEqual(['x'.repeat(64)]);
  });

  it('takes lone surrogates', () => {
    expect(termsOf('a\ud800b \udc00')).toEqual(['a', 'b'].filter((term) => termsOf(term).length > 0));
  });
});
