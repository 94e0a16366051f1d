import { effect } from '@preact/signals';
import { indexChart, pathTo, visibleId } from '../../../src/inspect/chart/chart-index.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { collapsedOf, hiddenInside, setCollapsed } from './chart-layout.ts';
import { isMapShown, mapOf, openRoom } from './map/map-look.ts';
import { centre, foundState, shownDrawing } from './shown-drawing.ts';

/** How long a state that was found stays marked. */
const markedMs = 4000;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopWaiting = () => {};

/** Opens what a state stands in, puts it in the middle and marks it; then calls back. */
export function showState(chart: Chart, id: string, onShown: () => void = () => {}): void {
  const index = indexChart(chart);
  const around = pathTo(index, id).slice(0, -1);
  const room = isMapShown(chart) ? mapOf(chart)?.rooms.find((each) => around.includes(each.id)) : undefined;
  if (room) openRoom(chart, room.id);
  const collapsed = collapsedOf(chart);
  if (around.some((each) => collapsed.has(each)))
    setCollapsed(chart, new Set([...collapsed].filter((each) => !around.includes(each))));
  goWhenDrawn(chart, visibleId(index, id, hiddenInside(chart)), onShown);
}

function goWhenDrawn(chart: Chart, id: string, onShown: () => void): void {
  stopWaiting();
  stopWaiting = effect(() => {
    const shown = shownDrawing.value;
    const node = shown?.chart === chart ? shown.drawing.nodes.find((each) => each.id === id) : undefined;
    if (!node) return;
    queueMicrotask(() => {
      stopWaiting();
      mark(id);
      centre(node.height > 200 ? { ...node, height: 60 } : node);
      requestAnimationFrame(onShown);
    });
  });
}

function mark(id: string): void {
  foundState.value = id;
  clearTimeout(timer);
  timer = setTimeout(() => {
    foundState.value = undefined;
  }, markedMs);
}
