import { letters } from '../../../src/inspect/chart/map/map-options.ts';
import { metrics } from '../../../src/inspect/chart/metrics.ts';

/** Where the chart is looked at from: a shift in pixels and a scale. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** What is looked at: its size, and whether its letters are those of a map. */
export interface Looked extends Size {
  readonly isMap?: true;
}

const [smallest, largest] = [0.08, 4];
const margin = 12;

/**
 * The smallest scale that the camera takes by itself: all letters have at least 11 px. Further away goes only who wants to.
 */
export const readable = ({ isMap }: Looked) => 11 / (isMap ? letters.note : metrics.label.size);

/** The scale at which all of a drawing is in view, never larger than reads well. */
function wholeScale({ width, height, isMap }: Looked, view: Size): number {
  const pad = isMap ? 0 : 2 * margin;
  const most = isMap ? 1.5 : 1.25;
  return Math.max(smallest, Math.min(most, (view.width - pad) / width, (view.height - pad) / height));
}

/** The whole drawing, centred. */
export function fitted(drawing: Looked, view: Size): Camera {
  return centred({ x: 0, y: 0, width: drawing.width, height: drawing.height }, view, wholeScale(drawing, view));
}

/** A part in the middle of the view. */
export function centred({ x, y, width, height }: Rect, view: Size, scale: number): Camera {
  return { scale, x: view.width / 2 - (x + width / 2) * scale, y: view.height / 2 - (y + height / 2) * scale };
}

/** How a drawing is first seen: whole where its letters can be read then; else at a scale at which they can, with this part in view. */
export function starting(drawing: Looked, part: Rect | undefined, view: Size): Camera {
  const least = readable(drawing);
  if (wholeScale(drawing, view) >= least) return fitted(drawing, view);
  const shown = part ?? { x: 0, y: 0, width: drawing.width, height: 0 };
  return kept(centred(shown, view, least), drawing, view);
}

/** The same scale, with no more empty room beside the drawing than it needs; what fits is centred. */
export function kept({ x, y, scale }: Camera, drawing: Size, view: Size): Camera {
  const along = (at: number, size: number, space: number) => {
    const free = space - size * scale;
    return free >= 0 ? free / 2 : Math.min(margin, Math.max(free - margin, at));
  };
  return { scale, x: along(x, drawing.width, view.width), y: along(y, drawing.height, view.height) };
}

/** Nearer or further, with the point under the pointer staying where it is. */
export function zoomed(before: Camera, factor: number, at: { x: number; y: number }): Camera {
  const scale = Math.min(largest, Math.max(smallest, before.scale * factor));
  const ratio = scale / before.scale;
  return { scale, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio };
}

/** Moved just so far that a part of the drawing is in view, in letters that can be read. */
export function revealing(before: Camera, part: Rect, drawing: Looked, view: Size): Camera {
  const scale = Math.max(before.scale, readable(drawing));
  const x = part.x * scale + before.x;
  const y = part.y * scale + before.y;
  const isIn =
    scale === before.scale &&
    x >= margin &&
    y >= margin &&
    x + part.width * scale <= view.width - margin &&
    y + part.height * scale <= view.height - margin;
  return isIn ? before : kept(centred(part, view, scale), drawing, view);
}
