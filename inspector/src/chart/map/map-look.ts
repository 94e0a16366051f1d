import { signal } from '@preact/signals';
import { activeNodes } from '../../../../src/inspect/chart/active-nodes.ts';
import { statesIn } from '../../../../src/inspect/chart/chart-parts.ts';
import { type RoomMap, roomMap } from '../../../../src/inspect/chart/map/room-map.ts';
import type { Chart } from '../../../../src/inspect/protocol.ts';
import type { ActorStats } from '../../state/actor-stats.ts';
import { session } from '../../state/store.ts';
import { statsNow } from '../stats-now.ts';

const maps = new WeakMap<Chart, { readonly map: RoomMap | undefined }>();

/** The map of a chart; nothing when it has no rooms. */
export function mapOf(chart: Chart): RoomMap | undefined {
  const known = maps.get(chart) ?? { map: roomMap(chart) };
  maps.set(chart, known);
  return known.map;
}

/** The charts with rooms that are drawn whole all the same, by id. */
export const wholeCharts = signal<ReadonlySet<string>>(new Set());
/** What is drawn on a map besides the main path. */
export const showSteering = signal(false);
export const showGuards = signal(false);

/** The rooms that a person has opened, by the chart's id. */
interface RoomLook {
  /** The one that was opened last; empty: the one that was open was closed. */
  readonly opened?: string;
  readonly pinned: ReadonlySet<string>;
}
const looks = signal<ReadonlyMap<string, RoomLook>>(new Map());
const lookAt = ({ id }: Chart): RoomLook => looks.value.get(id) ?? { pinned: new Set() };
const setLook = ({ id }: Chart, look: RoomLook) => {
  looks.value = new Map(looks.value).set(id, look);
};

export const isMapShown = (chart: Chart) => mapOf(chart) !== undefined && !wholeCharts.value.has(chart.id);

export function toggleWhole({ id }: Chart): void {
  const next = new Set(wholeCharts.value);
  if (!next.delete(id)) next.add(id);
  wholeCharts.value = next;
}

/** The room in which the run that is looked at is, or was last. */
export function lastRoom(chart: Chart): string | undefined {
  const map = mapOf(chart);
  const value = session.value.actor.value?.value;
  const active = value === undefined ? undefined : activeNodes(chart, value);
  return map && (map.rooms.find(({ id }) => active?.has(id))?.id ?? lastVisited(map, statsNow.value));
}

function lastVisited({ rooms }: RoomMap, stats: ActorStats | undefined): string | undefined {
  const orderOf = (id: string) => stats?.states.get(id)?.order ?? 0;
  const last = rooms.toSorted((a, b) => orderOf(b.id) - orderOf(a.id))[0];
  return last && orderOf(last.id) > 0 ? last.id : undefined;
}

/** The rooms that are open: those that are pinned, and the one that was opened or in which the run is. */
export function openRooms(chart: Chart): ReadonlySet<string> {
  const { opened, pinned } = lookAt(chart);
  const one = opened ?? lastRoom(chart);
  return new Set([...pinned, ...(one ? [one] : [])]);
}

/** Opens or closes a room. Another one that is open and not pinned closes. */
export function toggleRoom(chart: Chart, id: string): void {
  const { pinned } = lookAt(chart);
  const isOpen = openRooms(chart).has(id);
  const others = new Set(pinned);
  if (isOpen) others.delete(id);
  setLook(chart, { opened: isOpen ? '' : id, pinned: others });
}

export function openRoom(chart: Chart, id: string): void {
  if (!openRooms(chart).has(id)) toggleRoom(chart, id);
}

export const isPinned = (chart: Chart, id: string) => lookAt(chart).pinned.has(id);

/** A room that is pinned stays open. */
export function togglePin(chart: Chart, id: string): void {
  const { opened, pinned } = lookAt(chart);
  const next = new Set(pinned);
  if (!next.delete(id)) next.add(id);
  setLook(chart, { ...(opened === undefined ? {} : { opened }), pinned: next });
}

/** The run has gone on to another room: that one is open now. */
export function forgetOpened(chart: Chart): void {
  if (lookAt(chart).opened !== undefined) setLook(chart, { pinned: lookAt(chart).pinned });
}

/** The states of a map whose inside is not shown: rooms that are closed, and whatever a state holds. */
export function closedStates(chart: Chart): ReadonlySet<string> {
  const map = mapOf(chart);
  const open = openRooms(chart);
  const inner = (map?.rooms ?? []).flatMap(({ states }) => states.flatMap(statesIn));
  const closed = (map?.rooms ?? []).filter(({ id }) => !open.has(id));
  return new Set([...closed, ...inner, ...(map?.sides ?? [])].map(({ id }) => id));
}
