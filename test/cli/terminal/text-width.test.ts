import { expect, it } from 'vitest';
import { cutStart, cutText, padText, textWidth } from '../../../src/cli/terminal/text-width.ts';

it.each([
  ['abc', 3],
  ['销售额', 6],
  ['売上ﾃﾞｰﾀ', 8],
  ['매출', 4],
  ['，', 2],
  ['e\u0301', 1],
  ['✓ ○ –', 5],
  ['👩‍👩‍👧', 2],
  ['', 0],
])('measures %j as %i columns', (text, width) => expect(textWidth(text)).toBe(width));

it.each([
  ['revenue', 7, 'revenue'],
  ['revenue', 6, 'reven…'],
  ['销售额', 6, '销售额'],
  ['销售额', 5, '销售…'],
  ['销售额', 4, '销…'],
  ['销售额', 1, '…'],
  ['abc', 0, ''],
])('cuts %j to %i columns as %j', (text, width, cut) => expect(cutText(text, width)).toBe(cut));

it('fills up to the width with spaces', () => expect(padText('销售', 6)).toBe('销售  '));

it('cuts a very long text without reading all of it', () => {
  const text = '销'.repeat(5_000_000);
  expect(textWidth(cutText(text, 20))).toBeLessThanOrEqual(20);
});

it('keeps the end of a text that is too wide', () => {
  expect(cutStart('short', 5)).toBe('short');
  expect(cutStart('a long line', 5)).toBe('…line');
  expect(cutStart('按地区统计销量', 6)).toBe('…销量');
});
