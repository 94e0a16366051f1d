import { activeNodes } from '../../../../src/inspect/chart/active-nodes.ts';
import type { Chart } from '../../../../src/inspect/protocol.ts';
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
  const { entries, entry, plan, asking } = session.value;
  const [first] = entries;
  const elapsed = first && entry.value ? Date.parse(entry.value.at) - Date.parse(first.at) : 0;
  const active = actor.value === undefined ? new Set<string>() : activeNodes(chart, actor.value);
  return mapFacts({ map, stats: statsNow.value, active, actor, plan: plan.value, asking: asking.value, elapsed });
}
