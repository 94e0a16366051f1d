import { activeNodes } from '../../../../src/inspect/chart/active-nodes.ts';
import type { Chart } from '../../../../src/inspect/protocol.ts';
import { timeHere } from '../../gantt/gantt-state.ts';
import type { ActorState } from '../../state/fold.ts';
import { session } from '../../state/store.ts';
import { statsNow } from '../stats-now.ts';
import { mapFacts, type PlaceFact } from './map-facts.ts';
import { isMapShown, mapOf } from './map-look.ts';

const none: ReadonlyMap<string, PlaceFact> = new Map();

/** What the map of a chart says at the entry that is looked at. */
export function useFacts(chart: Chart, actor: ActorState): ReadonlyMap<string, PlaceFact> {
  const map = isMapShown(chart) ? mapOf(chart) : undefined;
  if (!map) return none;
  const { entries, entryCount, isLive, plan, asking } = session.value;
  const [first, last] = [entries[0], entries[entryCount.value - 1]];
  const elapsed = first ? timeHere.value - Date.parse(first.at) : 0;
  const sinceLast = isLive.value && last ? Math.max(0, timeHere.value - Date.parse(last.at)) : 0;
  const active = actor.value === undefined ? new Set<string>() : activeNodes(chart, actor.value);
  const stats = statsNow.value;
  return mapFacts({ map, stats, active, actor, plan: plan.value, asking: asking.value, elapsed, sinceLast });
}
