import type { Row } from './drawing.ts';

/** The sign before a row as SVG path data in 9 by 9 pixels. Drawn, not written: not every font has these signs. */
export function rowIcon({ kind, goes }: Row): string {
  if (kind === 'invoke') return 'M 2 0.5 L 8 4.5 L 2 8.5 Z';
  if (kind === 'action') return 'M 2.5 8 L 6 0.5';
  if (kind === 'hidden') return 'M 0.5 4.5 h 8 M 4.5 0.5 v 8';
  if (kind === 'error') return 'M 1.5 1.5 l 6 6 m 0 -6 l -6 6';
  if (goes === 'again') return 'M 7.8 3 A 3.7 3.7 0 1 0 8.2 5.2 M 8.4 0.6 V 3.2 H 5.8';
  if (goes === 'away') return 'M 1.5 0.5 v 5 h 6.5 M 5.7 3.2 l 2.3 2.3 l -2.3 2.3';
  return 'M 4.5 2.7 a 1.8 1.8 0 1 0 0.01 0 Z';
}
