import { describe, expect, it } from 'vitest';
import { bestSpecialist, otherSpecialist, overlap } from '../../src/plan/best-specialist.ts';

describe('overlap', () => {
  it('is the share of the wanted words that are there', () => {
    expect(overlap('red birds', 'the bird is blue')).toBe(0.5);
    expect(overlap('red birds', 'RED, bird!')).toBe(1);
    expect(overlap('', 'anything')).toBe(0);
    expect(overlap('anything', '')).toBe(0);
  });
});

describe('bestSpecialist', () => {
  const cards = [
    { name: 'data', description: 'works on tables', capabilities: ['sum a column', 'filter rows'] },
    { name: 'writer', description: 'writes reports', capabilities: ['write a report'] },
    { name: '研究员', description: '查找资料', capabilities: ['搜索文档'] },
  ];

  it.each([
    ['write a report about sales', 'writer'],
    ['sum the column "price"', 'data'],
    ['搜索文档里的价格', '研究员'],
  ])('for %j is %s', (task, expected) => {
    expect(bestSpecialist(task, cards)).toBe(expected);
  });

  it('is the first of equals, and nobody when nobody is there', () => {
    expect(bestSpecialist('something else', cards)).toBe('data');
    expect(bestSpecialist('anything', [])).toBe('');
  });
});

describe('otherSpecialist', () => {
  const cards = [
    { name: 'cook', description: 'makes soup', capabilities: [] },
    { name: 'writer', description: 'writes reports', capabilities: [] },
  ];

  it('is the best of those that have something to do with the task, and nobody when none has', () => {
    expect(otherSpecialist('write a report', cards)).toBe('writer');
    expect(otherSpecialist('paint the wall', cards)).toBeUndefined();
    expect(otherSpecialist('write a report', [])).toBeUndefined();
  });

  it('is the one that says of itself what the one before said, though others have more of the words of the task', () => {
    const clerk = { name: 'clerk', description: 'Writes letters to suppliers.', capabilities: [] };
    const keeper = { name: 'keeper', description: 'Knows the stock of lamps in the shop.', capabilities: [] };
    const scribe = { name: 'scribe', description: 'Writes letters and mails.', capabilities: [] };
    const task = 'Write to Hill & Co how many lamps the shop wants, by the stock of lamps in the shop.';
    expect(otherSpecialist(task, [keeper, scribe])).toBe('keeper');
    expect(otherSpecialist(task, [keeper, scribe], [clerk])).toBe('scribe');
    expect(otherSpecialist('paint the wall', [keeper, scribe], [clerk])).toBeUndefined();
  });
});
