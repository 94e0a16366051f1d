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
  // A spacing vowel has a column of its own, like the vowel sign of a syllable.
  ['กำ', 2],
  ['की', 2],
  // Brackets of mathematics and old Kana are wide, a watch as text is not.
  ['\u2329x\u232a', 5],
  ['\u{1b000}', 2],
  ['⌚\ufe0e', 1],
  // A flag, a key and a hand with a skin tone are one picture each.
  ['🇩🇪', 2],
  ['1\ufe0f\u20e3', 2],
  ['👍🏽', 2],
  // The mark for a picture makes none of a letter.
  ['a\ufe0f', 1],
])('measures %j as %i columns', (text, width) => expect(textWidth(text)).toBe(width));

it.each([
  ['revenue', 7, 'revenue'],
  ['revenue', 6, 'reven…'],
  ['销售额', 6, '销售额'],
  ['销售额', 5, '销售…'],
  ['销售额', 4, '销…'],
  ['销售额', 1, '…'],
  ['abc', 0, ''],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
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
