import { expect, it } from 'vitest';
import { textWidth } from '../../../src/inspect/chart/text-width.ts';

it('measures with the widths of Inter, rounded up', () => {
  // The advance widths of its letters add up to 90.2 pixels.
  const width = textWidth('message.added', 12);
  expect(width).toBeGreaterThan(90.2);
  expect(width).toBeLessThan(95);
});

it('gives semibold more room than regular, and a large size more than a small one', () => {
  expect(textWidth('reviewing', 12, 'semibold')).toBeGreaterThan(textWidth('reviewing', 12));
  expect(textWidth('reviewing', 13)).toBeGreaterThan(textWidth('reviewing', 11));
});

it('takes a Chinese character as wide as the font is high', () => {
  expect(textWidth('行人行人行人行人行人', 10)).toBe(103);
});

it('gives marks on a letter no room of their own', () => {
  expect(textWidth('e\u0301', 10)).toBe(textWidth('e', 10));
});

it('is nothing for nothing', () => expect(textWidth('', 12)).toBe(0));
