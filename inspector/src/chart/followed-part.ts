import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import { type Rect, readable } from './camera.ts';
import { view } from './shown-drawing.ts';

/** What of a drawing is kept in view while the camera follows: the room in which the run is with the active state, if both fit, or else that state. */
export function partToFollow(drawing: Drawing, active: ReadonlySet<string>): Rect | undefined {
  const lit = drawing.nodes.filter(({ id, kind }) => active.has(id) && kind !== 'initial');
  const depth = Math.max(...lit.map((node) => node.depth));
  const state = lit.find((node) => node.depth === depth && node.kind !== 'side');
  const room = drawing.nodes.findLast(({ kind }) => kind === 'open-room');
  if (!room || !drawing.isMap) return state;
  const scale = readable(drawing);
  const fits = ({ width, height }: Rect) => width * scale <= view.value.width && height * scale <= view.value.height;
  if (!state) return room;
  // A run that has ended is in a state beside its rooms.
  const both = around(room, state);
  return fits(both) ? both : state;
}

function around(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
