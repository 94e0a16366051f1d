import type { ChartEdge } from '../protocol.ts';
import { type ChartIndex, pathTo, visibleId } from './chart-index.ts';
import type { ChartOptions } from './drawing.ts';

/**
 * The states to which a transition is drawn as an edge. There are none when it is a folded error or goes nowhere to be seen from
 * outside: it stays, enters its own state again, or a state inside it, to which a line would have to cross the state's own text.
 */
export function drawnTargets(edge: ChartEdge, index: ChartIndex, { collapsed, showErrors }: ChartOptions): string[] {
  if (edge.kind === 'error' && !showErrors) return [];
  const source = visibleId(index, edge.source, collapsed);
  const targets = new Set(edge.targets.map((target) => visibleId(index, target, collapsed)));
  return [...targets].filter((target) => index.has(target) && !pathTo(index, target).includes(source));
}
