import type { MapOptions } from './map-options.ts';
import type { RoomMap, Way } from './room-map.ts';

/** A line of a map: ways whose ends look the same while rooms are closed. */
export interface DrawnWay {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly ids: readonly string[];
  readonly label?: string;
}

/** The lines that are drawn: the main path, what is asked for, and whatever was taken. */
export function drawnWays({ rooms, ways }: RoomMap, options: MapOptions): readonly DrawnWay[] {
  const { open, shown, taken, last } = options;
  const roomOf = new Map(rooms.flatMap((room) => room.states.map(({ id }) => [id, room.id] as const)));
  const seenAt = (id: string) => {
    const room = roomOf.get(id);
    return room === undefined || open.has(room) ? id : room;
  };
  const isDrawn = ({ sort, ids }: Way) => sort === 'main' || shown.has(sort) || ids.some((id) => taken.has(id));
  const lines = new Map<string, DrawnWay & { readonly ids: string[] }>();
  for (const way of ways.filter(isDrawn)) {
    const source = way.source === undefined ? last : seenAt(way.source);
    const target = seenAt(way.target);
    // From wherever the run is into the room where it is: to be seen in the room itself.
    const stays = source === target || (way.source === undefined && roomOf.get(way.target) === last);
    if (source === undefined || stays) continue;
    const id = `${source}|${target}`;
    const line = lines.get(id) ?? { id, source, target, ids: [] };
    line.ids.push(...way.ids);
    lines.set(id, way.label === undefined || line.label !== undefined ? line : { ...line, label: way.label });
  }
  return [...lines.values()];
}
