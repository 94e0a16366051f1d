import { signal } from '@preact/signals';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { camera, fitted, type Rect, revealing, type Size, zoomed } from './camera.ts';
import { setCollapsed } from './chart-layout.ts';

/** The drawing on the page, for what is done with it from elsewhere. */
export const shownDrawing = signal<{ readonly drawing: Drawing; readonly chart: Chart } | undefined>(undefined);

/** The room that the chart has, in pixels. */
export const view = signal<Size>({ width: 800, height: 800 });

/** Whether the next drawing is shown as a whole, because it was asked for. */
let wantsFit = false;

export function fitChart(): void {
  const shown = shownDrawing.value;
  if (shown) camera.value = fitted(shown.drawing, view.value);
}

export function zoomChart(factor: number): void {
  camera.value = zoomed(camera.value, factor, { x: view.value.width / 2, y: view.value.height / 2 });
}

/** Moves just so far that a part of the drawing is in view. */
export function reveal(part: Rect): void {
  camera.value = revealing(camera.value, part, view.value);
}

/** Collapses or expands all of a chart, and shows it as a whole. */
export function foldAll(chart: Chart, ids: ReadonlySet<string>): void {
  wantsFit = true;
  setCollapsed(chart, ids);
}

/** Shows a drawing: as a whole when it is of another chart, else with the anchor, a state, where it was. */
export function showDrawing(chart: Chart, drawing: Drawing, anchor: string | undefined): void {
  const before = shownDrawing.value;
  shownDrawing.value = { drawing, chart };
  if (before?.chart !== chart || wantsFit) fitChart();
  else if (anchor !== undefined) keepInPlace(before.drawing, drawing, anchor);
  wantsFit = false;
}

/** A state that was collapsed or expanded stays under the pointer. */
function keepInPlace(before: Drawing, after: Drawing, id: string): void {
  const [from, to] = [before, after].map(({ nodes }) => nodes.find((node) => node.id === id));
  if (!from || !to) return;
  const { x, y, scale } = camera.value;
  camera.value = { scale, x: x + (from.x - to.x) * scale, y: y + (from.y - to.y) * scale };
}
