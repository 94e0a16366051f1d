import { effect, signal } from '@preact/signals';
import { roomsOf } from '../../../src/inspect/chart/chart-parts.ts';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import { layoutChart } from '../../../src/inspect/chart/layout.ts';
import type { Chart, ChartNode } from '../../../src/inspect/protocol.ts';
import { density, showErrors } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { ElkClient } from './elk-client.ts';
import { closedStates, isMapShown } from './map/map-look.ts';
import { lettersReady, measured } from './measured-text.ts';

const elk = new ElkClient();
const drawings = new WeakMap<Chart, Map<string, Promise<Drawing>>>();

/** The states of each chart whose inside is not shown, by the chart's id. */
const collapsedStates = signal<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

const none: ReadonlySet<string> = new Set();

export const collapsedOf = (chart: Chart) => collapsedStates.value.get(chart.id) ?? none;

/** The states whose inside is not drawn now, on a map as well. */
export const hiddenInside = (chart: Chart) => (isMapShown(chart) ? closedStates(chart) : collapsedOf(chart));

export function setCollapsed(chart: Chart, ids: ReadonlySet<string>): void {
  collapsedStates.value = new Map(collapsedStates.value).set(chart.id, ids);
}

export function toggleCollapsed(chart: Chart, id: string): void {
  const ids = new Set(collapsedOf(chart));
  if (!ids.delete(id)) ids.add(id);
  setCollapsed(chart, ids);
}

/** The states with an inside, the root apart. */
export function foldable(chart: Chart): string[] {
  const inside = (node: ChartNode): string[] =>
    node.states.flatMap((each) => (each.states.length > 0 ? [each.id, ...inside(each)] : []));
  return inside(chart.root);
}

/** The states that are collapsed when all are: the outermost ones, and in one that is opened what stands deepest. */
export const allFolds = (chart: Chart): string[] => [...new Set([...roomsOf(chart), ...innermost(chart)])];

/** The states with an inside that stand deepest. Regions stay open. */
function innermost(chart: Chart): string[] {
  const inside = (node: ChartNode, depth: number): { id: string; depth: number }[] =>
    node.states.flatMap((each) => {
      const hasDeeper = each.states.some(({ states }) => states.length > 0);
      if (hasDeeper) return inside(each, depth + 1);
      return each.states.length > 0 && node.type !== 'parallel' ? [{ id: each.id, depth }] : [];
    });
  const found = inside(chart.root, 0);
  const deepest = Math.max(...found.map(({ depth }) => depth));
  return found.flatMap(({ id, depth }) => (depth === deepest ? [id] : []));
}

export interface LayoutKey {
  readonly collapsed: ReadonlySet<string>;
  readonly showErrors: boolean;
  readonly density: 'compact' | 'roomy';
}

/** Loads the layout worker after the first picture, so that it is there when the first chart comes. */
export function warmLayout(): void {
  requestAnimationFrame(() => setTimeout(() => elk.warm(), 0));
}

/** The drawing of a chart, laid out once for each way to look at it. */
export function drawingOf(chart: Chart, options: LayoutKey): Promise<Drawing> {
  const known = drawings.get(chart) ?? new Map<string, Promise<Drawing>>();
  drawings.set(chart, known);
  const key = JSON.stringify([[...options.collapsed].sort(), options.showErrors, options.density]);
  const found = known.get(key) ?? lettersReady.then(() => layoutChart(chart, { ...options, measure: measured }, elk));
  known.set(key, found);
  found.catch(() => known.delete(key)); // the next look tries again
  return found;
}

/** Lays out the first chart of a session while the rest of it comes. */
export function drawAhead(): void {
  effect(() => {
    const [first] = session.value.charts.value.values();
    if (!first || session.value.isCurrent.value || isMapShown(first)) return;
    drawingOf(first, lookOf(first)).catch(() => {}); // reported where it is shown
  });
}

/** The way in which a chart is looked at now. */
export const lookOf = (chart: Chart): LayoutKey => ({
  collapsed: collapsedOf(chart),
  showErrors: showErrors.value,
  density: density.value,
});
