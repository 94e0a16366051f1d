import type { Chart, ChartEdge, ChartNode } from '../../../src/inspect/protocol.ts';

export const statesIn = (node: ChartNode): ChartNode[] => [node, ...node.states.flatMap(statesIn)];
export const edgesIn = (node: ChartNode): ChartEdge[] => [...node.edges, ...node.states.flatMap(edgesIn)];

/** The events that the active states of a chart name; whether they are taken depends on guards. */
export function eventsOf(chart: Chart, active: ReadonlySet<string>): string[] {
  const named = statesIn(chart.root)
    .filter(({ id }) => active.has(id))
    .flatMap(({ edges }) => edges.filter(({ kind }) => kind === 'event').map(({ event }) => event));
  return [...new Set(named)];
}
