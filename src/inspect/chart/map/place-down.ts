import type { MapOptions, MapSizes } from './map-options.ts';
import { dotOf, MapPlaces, type PlacedMap, statesHeight } from './place-rooms.ts';
import type { RoomMap } from './room-map.ts';

/** The room at both sides for lines that pass others. */
const [outside, top, bottomPad, sideHeight] = [36, 10, 16, 40];

/** Rooms from top to bottom, each as wide as the view. */
export function placeDown(map: RoomMap, options: MapOptions, sizes: MapSizes): PlacedMap {
  const places = new MapPlaces();
  const width = sizes.room;
  const spine = outside + width / 2;
  places.addDot(dotOf(map), spine, top);
  let y = top + 18;
  for (const [number, room] of map.rooms.entries()) {
    const isOpen = options.open.has(room.id);
    const height = isOpen ? sizes.header + statesHeight(room, options, sizes) + bottomPad : sizes.roomHeight;
    const box = { x: outside, y, width, height, room: number, place: -1 };
    places.add(room, isOpen ? 'open-room' : 'room', box);
    if (isOpen) places.addStates(room, number, options, sizes, { x: outside, y: y + sizes.header });
    y += height + sizes.gap;
  }
  y = placeRow(places, map.finals, 'final', sizes.final, y, width);
  placeRow(places, map.sides, 'side', sideHeight, y, width);
  return { nodes: places.nodes, boxes: places.boxes, spine, hasEndRow: true };
}

/** Boxes that share the width; returns where the next row may begin. */
function placeRow(
  places: MapPlaces,
  states: RoomMap['finals'],
  kind: 'final' | 'side',
  height: number,
  y: number,
  width: number,
): number {
  if (states.length === 0) return y;
  const each = Math.min((width + 8) / states.length - 8, kind === 'side' ? 155 : width);
  for (const [number, state] of states.entries())
    places.add(state, kind, { x: outside + number * (each + 8), y, width: each, height, room: -1, place: -1 });
  return y + height + 16;
}
