import { signal } from '@preact/signals';

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

export const camera = signal<Camera>({ x: 0, y: 0, scale: 1 });

const [smallest, largest] = [0.08, 4];

/** The whole drawing, centred, with air around it and never larger than it is drawn. */
export function fitted(drawing: Size, view: Size): Camera {
  const margin = 20;
  const top = 44;
  const room = { width: view.width - 2 * margin, height: view.height - top - margin };
  const scale = Math.max(smallest, Math.min(1.25, room.width / drawing.width, room.height / drawing.height));
  return {
    scale,
    x: margin + (room.width - drawing.width * scale) / 2,
    y: top + (room.height - drawing.height * scale) / 2,
  };
}

/** Nearer or further, with the point under the pointer staying where it is. */
export function zoomed(before: Camera, factor: number, at: { x: number; y: number }): Camera {
  const scale = Math.min(largest, Math.max(smallest, before.scale * factor));
  const ratio = scale / before.scale;
  return { scale, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio };
}

/** Moved just so far that a part of the drawing is in view. */
export function revealing(before: Camera, part: Rect, view: Size): Camera {
  const scale = Math.max(before.scale, 0.75);
  const x = part.x * scale + before.x;
  const y = part.y * scale + before.y;
  const isIn =
    scale === before.scale &&
    x > 20 &&
    y > 50 &&
    x + part.width * scale < view.width - 20 &&
    y + part.height * scale < view.height - 20;
  if (isIn) return before;
  return {
    scale,
    x: view.width / 2 - (part.x + part.width / 2) * scale,
    y: view.height / 2 - (part.y + part.height / 2) * scale,
  };
}
