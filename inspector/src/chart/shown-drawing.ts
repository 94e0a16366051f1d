import { signal } from '@preact/signals';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { isFollowing } from '../state/page-state.ts';
import { centred, fitted, kept, type Rect, readable, revealing, type Size, starting, zoomed } from './camera.ts';
import { camera, cameraGoal, glideTo, placeCamera } from './glide.ts';

/** The drawing on the page, for what is done with it from elsewhere. */
export const shownDrawing = signal<{ readonly drawing: Drawing; readonly chart: Chart } | undefined>(undefined);

/** The room that the chart has, in pixels. */
export const view = signal<Size>({ width: 800, height: 800 });

/** The state that was searched for and found. */
export const foundState = signal<string | undefined>(undefined);

/** Whether the next drawing is shown as it is first seen, because it was asked for. */
let wantsStart = false;

/** Shows all of the chart, however small that makes it. */
export function fitChart(): void {
  const shown = shownDrawing.value;
  if (shown) glideTo(fitted(shown.drawing, view.value));
}

/** A person moves the camera: it no longer follows by itself. */
export function zoomChart(factor: number): void {
  isFollowing.value = false;
  glideTo(zoomed(cameraGoal(), factor, { x: view.value.width / 2, y: view.value.height / 2 }));
}

/** Moves just so far that a part of the drawing is in view. */
export function reveal(part: Rect): void {
  const shown = shownDrawing.value;
  if (shown) glideTo(revealing(cameraGoal(), part, shown.drawing, view.value));
}

/** Puts a part of the drawing in the middle. */
export function centre(part: Rect): void {
  const shown = shownDrawing.value;
  if (!shown) return;
  const scale = Math.max(cameraGoal().scale, readable(shown.drawing));
  glideTo(kept(centred(part, view.value, scale), shown.drawing, view.value));
}

/** The next drawing is shown as it is first seen. */
export function startAfresh(): void {
  wantsStart = true;
}

/** Shows a drawing: as it is first seen when it is of another chart, else with the anchor, a state, where it was. */
export function showDrawing(chart: Chart, drawing: Drawing, part: Rect | undefined, anchor: string | undefined): void {
  const before = shownDrawing.value;
  shownDrawing.value = { drawing, chart };
  if (before?.chart !== chart || wantsStart) placeCamera(starting(drawing, part, view.value));
  else if (isFollowing.value) follow(drawing, part);
  else if (anchor !== undefined) keepInPlace(before.drawing, drawing, anchor);
  wantsStart = false;
}

/** Goes along with the run: all of the drawing where that can be read, else the part in which the run is. */
export function follow(drawing: Drawing, part: Rect | undefined): void {
  const whole = fitted(drawing, view.value);
  if (whole.scale >= readable(drawing)) glideTo(whole);
  else if (part) glideTo(kept(revealing(cameraGoal(), part, drawing, view.value), drawing, view.value));
}

/** A state that was collapsed or expanded stays under the pointer. */
function keepInPlace(before: Drawing, after: Drawing, id: string): void {
  const [from, to] = [before, after].map(({ nodes }) => nodes.find((node) => node.id === id));
  if (!from || !to) return;
  const { x, y, scale } = camera.value;
  placeCamera({ scale, x: x + (from.x - to.x) * scale, y: y + (from.y - to.y) * scale });
}
