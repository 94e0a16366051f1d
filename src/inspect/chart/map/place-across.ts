import type { ChartNode } from '../../protocol.ts';
import type { MapOptions, MapSizes } from './map-options.ts';
import { dotOf, endWidth, MapPlaces, openWidth, type PlacedMap, stateHeight, statesHeight } from './place-rooms.ts';
import type { RoomMap } from './room-map.ts';

const [left, bottomPad, sideHeight] = [30, 16, 48];

/** Rooms from left to right on one line, which runs through the first state of those that are open. */
export function placeAcross(map: RoomMap, options: MapOptions, sizes: MapSizes, overhead: number): PlacedMap {
  const places = new MapPlaces();
  const { rooms } = map;
  const isOpen = (room: ChartNode) => options.open.has(room.id);
  const halfOf = (room: ChartNode) => {
    const [first] = room.states;
    return isOpen(room) && first ? sizes.header + stateHeight(room, first, options, sizes) / 2 : sizes.roomHeight / 2;
  };
  const spine = overhead + Math.max(...rooms.map(halfOf));
  places.addDot(dotOf(map), left - 20, spine);
  let x = left;
  for (const [number, room] of rooms.entries()) {
    const width = isOpen(room) ? openWidth(room, options, sizes) : sizes.room;
    const y = spine - halfOf(room);
    const height = isOpen(room) ? sizes.header + statesHeight(room, options, sizes) + bottomPad : sizes.roomHeight;
    places.add(room, isOpen(room) ? 'open-room' : 'room', { x, y, width, height, room: number, place: -1 });
    if (isOpen(room)) places.addStates(room, number, options, sizes, { x, y: y + sizes.header });
    x += width + sizes.gap;
  }
  const lastRoom = rooms.at(-1);
  const hasEndRow = lastRoom !== undefined && isOpen(lastRoom);
  placeEnds(places, map, options, sizes, hasEndRow);
  placeSides(places, map, sizes);
  return { nodes: places.nodes, boxes: places.boxes, spine, hasEndRow };
}

/** The ends: below the last room, one below the other; beside each other when it is open. */
function placeEnds(
  places: MapPlaces,
  { rooms, finals }: RoomMap,
  options: MapOptions,
  sizes: MapSizes,
  isRow: boolean,
) {
  const last = places.boxes.get(rooms.at(-1)?.id ?? '');
  if (!last) return;
  const own = { room: -1, place: -1, height: sizes.final };
  const widths = finals.map((state) => endWidth(state, options));
  let x = last.x + last.width - widths.reduce((sum, width) => sum + width + 8, -8);
  let y = last.y + last.height + (isRow ? 28 : sizes.gap);
  for (const [number, state] of finals.entries()) {
    const width = widths[number] ?? 0;
    if (isRow) places.add(state, 'final', { ...own, x, y, width });
    else places.add(state, 'final', { ...own, x: last.x, y, width: last.width });
    x += width + 8;
    if (!isRow) y += sizes.final + (number === 0 ? 16 : 8);
  }
}

/** What stands beside the rooms: low, below the first room that is closed. */
function placeSides(places: MapPlaces, { rooms, sides }: RoomMap, sizes: MapSizes) {
  const closed = places.nodes.find(({ kind }) => kind === 'room') ?? places.boxes.get(rooms[0]?.id ?? '');
  if (!closed) return;
  const lowest = Math.max(...places.nodes.map(({ y, height }) => y + height));
  const stack = sides.length * (sideHeight + 8) - 8;
  let y = Math.max(closed.y + closed.height + 56, lowest - stack);
  for (const side of sides) {
    places.add(side, 'side', { x: closed.x, y, width: sizes.room, height: sideHeight, room: -1, place: -1 });
    y += sideHeight + 8;
  }
}
