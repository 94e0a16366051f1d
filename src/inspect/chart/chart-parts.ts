import type { Chart, ChartEdge, ChartNode } from '../protocol.ts';

/** A state and all states inside of it. */
export const statesIn = (node: ChartNode): ChartNode[] => [node, ...node.states.flatMap(statesIn)];

/** The transitions of a state and of all states inside of it. */
export const edgesIn = (node: ChartNode): ChartEdge[] => [...node.edges, ...node.states.flatMap(edgesIn)];

/** The rooms of a chart: its outermost states with an inside, regions apart. With all of them closed it is a map. */
export function roomsOf({ root }: Chart): string[] {
  const inside = (node: ChartNode): string[] =>
    node.states.flatMap((each) => {
      if (each.states.length === 0) return [];
      return each.type === 'parallel' || node.type === 'parallel' ? inside(each) : [each.id];
    });
  return inside(root);
}
