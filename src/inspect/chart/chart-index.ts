import type { Chart, ChartNode } from '../protocol.ts';

/** The states of a chart by id, each with its parent. */
export type ChartIndex = ReadonlyMap<string, { readonly node: ChartNode; readonly parent: string | undefined }>;

export function indexChart(chart: Chart): ChartIndex {
  const index = new Map<string, { node: ChartNode; parent: string | undefined }>();
  const add = (node: ChartNode, parent: string | undefined): void => {
    index.set(node.id, { node, parent });
    for (const child of node.states) add(child, node.id);
  };
  add(chart.root, undefined);
  return index;
}

/** The ids from the root down to a state, both included; empty when there is no such state. */
export function pathTo(index: ChartIndex, id: string): string[] {
  const path: string[] = [];
  for (let at: string | undefined = id; at !== undefined && index.has(at); at = index.get(at)?.parent) path.unshift(at);
  return path;
}

/** The state itself, or the outermost collapsed state around it. */
export function visibleId(index: ChartIndex, id: string, collapsed: ReadonlySet<string>): string {
  return pathTo(index, id).find((each) => collapsed.has(each) && hasInside(index, each)) ?? id;
}

const hasInside = (index: ChartIndex, id: string) => (index.get(id)?.node.states.length ?? 0) > 0;
