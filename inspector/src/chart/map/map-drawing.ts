import { signal } from '@preact/signals';
import type { Drawing } from '../../../../src/inspect/chart/drawing.ts';
import { layoutMap } from '../../../../src/inspect/chart/map/layout-map.ts';
import { chip, type MapOptions, mapSizes, mostChipRows } from '../../../../src/inspect/chart/map/map-options.ts';
import type { Chart } from '../../../../src/inspect/protocol.ts';
import { showErrors } from '../../state/page-state.ts';
import { session } from '../../state/store.ts';
import { lettersReady, measured } from '../measured-text.ts';
import { view } from '../shown-drawing.ts';
import { statsNow } from '../stats-now.ts';
import { clockOf } from './map-facts.ts';
import { lastRoom, mapOf, openRooms, showGuards, showSteering } from './map-look.ts';

/** Whether the letters are there: before that nothing is measured. */
const hasLetters = signal(false);
void lettersReady.then(() => {
  hasLetters.value = true;
});

const drawings = new WeakMap<Chart, Map<string, Drawing>>();

/** The map of a chart as it is looked at now: the same object as long as nothing moves. */
export function mapDrawing(chart: Chart): Drawing | undefined {
  const map = mapOf(chart);
  if (!map || !hasLetters.value) return undefined;
  const options = lookNow(chart);
  const key = JSON.stringify(options, (_, value) => (value instanceof Set ? [...value] : value));
  const known = drawings.get(chart) ?? new Map<string, Drawing>();
  drawings.set(chart, known);
  if (known.size > 200) known.clear();
  const found = known.get(key) ?? layoutMap(map, options);
  known.set(key, found);
  return found;
}

function lookNow(chart: Chart): MapOptions {
  const map = mapOf(chart);
  const stats = statsNow.value;
  // The main path is always there: what else was taken changes the drawing.
  const others = (map?.ways ?? []).filter(({ sort }) => sort !== 'main').flatMap(({ ids }) => ids);
  return {
    open: openRooms(chart),
    shown: new Set([
      ...(showSteering.value ? (['steering'] as const) : []),
      ...(showErrors.value ? (['rare'] as const) : []),
    ]),
    hasGuards: showGuards.value,
    taken: new Set(others.filter((id) => (stats?.edges.get(id)?.taken ?? 0) > 0)),
    last: lastRoom(chart),
    hasClock: clockOf(session.value.actor.value?.context) !== undefined,
    stepRows: chipRows(),
    view: view.value,
    measure: measured,
  };
}

/** How many steps stand in a row. */
export function chipsInRow(width: number): number {
  return Math.max(1, Math.floor((width - 24 + chip.gap) / (chip.size + chip.gap)));
}

function chipRows(): number {
  const steps = session.value.plan.value?.steps.length ?? 0;
  const { open, margin } = mapSizes({ view: view.value });
  return Math.min(mostChipRows, Math.ceil(steps / chipsInRow(open - 2 * margin)));
}
