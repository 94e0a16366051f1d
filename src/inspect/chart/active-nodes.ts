import type { Chart, ChartNode, StateValue } from '../protocol.ts';
import { indexChart, visibleId } from './chart-index.ts';

/** The ids of the active states for a state value, the root included; of those inside a collapsed state, that one. */
export function activeNodes(chart: Chart, value: StateValue, collapsed: ReadonlySet<string> = new Set()): Set<string> {
  const active = new Set<string>();
  enter(chart.root, value, active);
  if (collapsed.size === 0) return active;
  const index = indexChart(chart);
  return new Set([...active].map((id) => visibleId(index, id, collapsed)));
}

function enter(node: ChartNode, value: StateValue | undefined, active: Set<string>): void {
  active.add(node.id);
  if (value === undefined) return;
  const inside = typeof value === 'string' ? [[value, undefined] as const] : Object.entries(value);
  for (const [key, rest] of inside) {
    const child = node.states.find((state) => state.key === key);
    if (child) enter(child, rest, active);
  }
}
