import { describe, expect, it } from 'vitest';
import { entitiesIn } from '../../src/conversation/entities-in.ts';

describe('entitiesIn', () => {
  it.each([
    ['What is the total of sales.csv?', ['sales.csv']],
    ['Compare Berlin with New York City', ['Berlin', 'New York City']],
    ['Write to Maria Lopez about the "north plan".', ['Maria Lopez', 'north plan']],
    ['It costs $4,310.50 or 20% more by 2024-03-05', ['$4,310.50', '20%', '2024-03-05']],
    ['Due March 3, 2024, paid 1,200 EUR', ['March 3, 2024', '1,200 EUR']],
    ['Mail ada@example.com or see https://example.com/a?b=c', ['ada@example.com', 'https://example.com/a?b=c']],
    ['《销售》表里「上海」的总额', ['销售', '上海']],
    ['2024年3月5日付款4310万元，增长12.5%', ['2024年3月5日', '4310万元', '12.5%']],
    ['请联系张伟经理和北京大学', ['张伟经理', '北京大学']],
    ['为什么南区比上海市差？哪个地区好', ['南区', '上海市']],
    ['Please tell me. Then do it again.', []],
    ['', []],
  ])('of %j are %j', (text, entities) => {
    expect(entitiesIn(text)).toEqual(entities);
  });

  it('gives each once, and no more than wanted', () => {
    expect(entitiesIn('1 2 1 3 4', 3)).toEqual(['1', '2', '3']);
  });

  it.each(['"', '-a', 'A ', '1,', '《', 'a.', '市', '@', 'Aa&'])('reads a million characters of %j', (text) => {
    expect(entitiesIn(text.repeat(1_000_000 / text.length)).length).toBeLessThanOrEqual(20);
  });
});
