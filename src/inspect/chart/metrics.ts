import type { LabelLine, Row } from './drawing.ts';
import { type Measure, textWidth } from './text-width.ts';

/** Sizes in pixels that the layout and the drawing share. */
export const metrics = {
  title: { size: 13, line: 18 },
  row: { size: 11, line: 16, icon: 14 },
  label: { size: 11, line: 15, padX: 8, padY: 4 },
  box: { padX: 12, padY: 7, minWidth: 64 },
  dot: 10,
  history: 22,
  corner: 6,
  arrow: { length: 8, width: 8 },
} as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The room that a title and its rows take, padding included. */
export function headerSize(title: string, rows: readonly Row[], measure: Measure = textWidth): Size {
  const { box, row, title: heading } = metrics;
  const widths = [
    measure(title, heading.size, 'semibold'),
    ...rows.map(({ text }) => row.icon + measure(text, row.size, 'regular')),
  ];
  return {
    width: even(Math.max(box.minWidth, Math.max(...widths) + 2 * box.padX)),
    height: 2 * box.padY + heading.line + (rows.length === 0 ? 0 : 1 + rows.length * row.line),
  };
}

/** The room that a label takes, padding included. */
export function labelSize(lines: readonly LabelLine[], measure: Measure = textWidth): Size {
  const { size, line, padX, padY } = metrics.label;
  const widths = lines.map(({ text, part }) => measure(text, size, part === 'event' ? 'semibold' : 'regular'));
  return { width: even(Math.max(...widths) + 2 * padX), height: lines.length * line + 2 * padY };
}

/** With even widths the middles of boxes and labels are whole pixels, and lines through them need no bends. */
const even = (width: number) => 2 * Math.ceil(width / 2);
