import type { Measure } from '../../../src/inspect/chart/text-width.ts';

const canvas = document.createElement('canvas').getContext('2d');

const family = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif';
const font = (size: number, weight: string | undefined) => `${weight === 'semibold' ? 600 : 400} ${size}px ${family}`;

const known = new Map<string, number>();

/** How wide a text is on this page, in the font that is there. */
export const measured: Measure = (text, size, weight) => {
  const key = `${size} ${weight} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (!canvas) return text.length * size;
  canvas.font = font(size, weight);
  const width = canvas.measureText(text).width;
  known.set(key, width);
  return width;
};

/** The letters have come, or will not: before that, texts would be measured in another font. */
export const lettersReady: Promise<unknown> = Promise.allSettled(
  [400, 600].map((weight) => document.fonts.load(`${weight} 13px Inter`)),
).then(() => known.clear());

/** A text that fits, with its end cut off where it does not. */
export function cutText(text: string, width: number, size: number, weight?: 'semibold'): string {
  if (measured(text, size, weight) <= width) return text;
  let end = text.length;
  while (end > 0 && measured(`${text.slice(0, end)}…`, size, weight) > width) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}
