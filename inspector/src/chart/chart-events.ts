import { statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';

/** The events that the active states of a chart name; whether they are taken depends on guards. */
export function eventsOf(chart: Chart, active: ReadonlySet<string>): string[] {
  const named = statesIn(chart.root)
    .filter(({ id }) => active.has(id))
    .flatMap(({ edges }) => edges.filter(({ kind }) => kind === 'event').map(({ event }) => event));
  return [...new Set(named)];
}
