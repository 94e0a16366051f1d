import type { ChartEdge, ChartNode } from '../protocol.ts';

/** A state and all states inside of it. */
export const statesIn = (node: ChartNode): ChartNode[] => [node, ...node.states.flatMap(statesIn)];

/** The transitions of a state and of all states inside of it. */
export const edgesIn = (node: ChartNode): ChartEdge[] => [...node.edges, ...node.states.flatMap(edgesIn)];
