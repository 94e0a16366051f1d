import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chart } from '../protocol.ts';
import type { ChartOptions, Drawing } from './drawing.ts';
import { toDrawing } from './to-drawing.ts';
import { toElkGraph } from './to-elk-graph.ts';

/** What finds the places: ELK, in a worker in the browser, in the same process in Node (`src/cli/charts/load-elk.ts`). */
export interface Elk {
  layout(graph: ElkNode): Promise<ElkNode>;
}

/** Lays out a chart. The same chart and options give the same drawing, wherever ELK runs. */
export async function layoutChart(chart: Chart, options: ChartOptions, elk: Elk): Promise<Drawing> {
  return toDrawing(await elk.layout(toElkGraph(chart, options)), chart, options);
}
