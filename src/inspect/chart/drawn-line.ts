import type { DrawnEdge } from './drawing.ts';
import { metrics } from './metrics.ts';
import { roundedPath } from './rounded-path.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line through points as it is drawn, with its arrow; nothing when there are fewer than two. */
export function drawnLine(points: readonly Point[]): Pick<DrawnEdge, 'path' | 'arrow'> | undefined {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return undefined;
  const angle = Math.round((Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI);
  return {
    path: roundedPath(points, metrics.corner, metrics.arrow.length - 2),
    arrow: { x: end.x, y: end.y, angle },
  };
}
