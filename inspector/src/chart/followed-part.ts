import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import { type Rect, readable } from './camera.ts';
import { view } from './shown-drawing.ts';

/** What of a drawing is kept in view while the camera follows: the room in which the run is, if it fits, or else its innermost active state. */
export function partToFollow(drawing: Drawing, active: ReadonlySet<string>): Rect | undefined {
  const lit = drawing.nodes.filter(({ id, kind }) => active.has(id) && kind !== 'initial');
  const depth = Math.max(...lit.map((node) => node.depth));
  const state = lit.find((node) => node.depth === depth && node.kind !== 'side');
  const room = drawing.nodes.findLast(({ kind }) => kind === 'open-room');
  if (!room || !drawing.isMap) return state;
  const scale = readable(drawing);
  const fits = room.width * scale <= view.value.width && room.height * scale <= view.value.height;
  return fits || !state ? room : state;
}
