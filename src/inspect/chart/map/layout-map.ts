import type { ChartNode } from '../../protocol.ts';
import type { Drawing, DrawnEdge, DrawnLabel } from '../drawing.ts';
import { drawnLine } from '../drawn-line.ts';
import { type DrawnWay, drawnWays } from './drawn-ways.ts';
import { letters, type MapOptions, mapSizes } from './map-options.ts';
import { placeAcross } from './place-across.ts';
import { placeDown } from './place-down.ts';
import { dotOf, type PlacedMap } from './place-rooms.ts';
import type { RoomMap } from './room-map.ts';
import { type Point, RoutesAcross } from './route-across.ts';
import { RoutesDown } from './route-down.ts';

/** A map with everything in its place. Rooms have fixed places: only what is inside of an open one depends on the chart. */
export function layoutMap(given: RoomMap, options: MapOptions): Drawing {
  const map = options.hasClock ? { ...given, sides: [...given.sides, clock] } : given;
  const sizes = mapSizes(options);
  const ways = drawnWays(map, options);
  const placed = sizes.isDown ? placeDown(map, options, sizes) : placeAcross(map, options, sizes, overhead(map, ways));
  const routes = sizes.isDown ? new RoutesDown(placed, sizes) : new RoutesAcross(placed, sizes);
  const begin = beginning(map, options);
  const lines = [...(begin ? [begin] : []), ...ways].map((way) => ({ way, points: routes.route(way) }));
  const labelOf = (way: DrawnWay, points: readonly Point[], text: string) =>
    sizes.isDown
      ? labelDown(points, ownLabel(text, options), gapBelow(placed, way, sizes.gap))
      : labelAcross(points, ownLabel(text, options), bordersOf(placed));
  const edges = lines.flatMap(({ way, points }) => toEdge(way, points, labelOf));
  return {
    ...extentOf(
      placed,
      lines.flatMap(({ points }) => points),
      edges,
    ),
    nodes: placed.nodes,
    edges,
    isMap: true,
  };
}

/** The place of the clock, which is no state. */
export const clockId = '|clock';
const clock: ChartNode = {
  id: clockId,
  key: 'clock',
  type: 'atomic',
  initial: [],
  tags: [],
  entry: [],
  exit: [],
  invokes: [],
  edges: [],
  states: [],
};

/** The height for lines that pass over rooms. */
function overhead({ rooms }: RoomMap, ways: readonly DrawnWay[]): number {
  const roomOf = (id: string) =>
    rooms.findIndex((room) => room.id === id || room.states.some((state) => state.id === id));
  const over = ways.filter(({ source, target }) => roomOf(source) >= 0 && roomOf(target) > roomOf(source) + 1);
  return over.length === 0 ? 16 : 40 + 14 * (over.length - 1);
}

/** The line from the dot to the first room, or to its first state when it is open. */
function beginning(map: RoomMap, { open }: MapOptions): DrawnWay | undefined {
  const [first] = map.rooms;
  const target = first && (open.has(first.id) ? first.initial[0] : first.id);
  return target === undefined ? undefined : { id: `${dotOf(map)}|0`, source: dotOf(map), target, ids: [] };
}

function toEdge(
  way: DrawnWay,
  points: readonly Point[],
  labelOf: (way: DrawnWay, points: readonly Point[], text: string) => DrawnLabel,
): DrawnEdge[] {
  const line = drawnLine(points);
  if (!line) return [];
  const { label, ...own } = way;
  const kind = way.ids.length === 0 ? 'initial' : 'event';
  return [{ ...own, kind, ...line, ...(label === undefined ? {} : { label: labelOf(way, points, label) }) }];
}

/** Where the left and right borders of rooms are. */
const bordersOf = ({ nodes }: PlacedMap): readonly number[] =>
  nodes.filter(({ kind }) => kind === 'open-room').flatMap(({ x, width }) => [x, x + width]);

/** A label on the longest level part of a line, beside the borders of open rooms that the line crosses. */
function labelAcross(points: readonly Point[], own: OwnLabel, borders: readonly number[]): DrawnLabel {
  const parts = points.slice(1).map((to, place) => ({ from: points[place] ?? to, to }));
  const long = ({ from, to }: { from: Point; to: Point }) => Math.abs(to.x - from.x);
  const level = parts.toSorted((a, b) => long(b) - long(a))[0] ?? { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } };
  // Near the left end of a long one, where rooms are that one has been in.
  const near = Math.min(long(level) / 2, 60 + own.width / 2);
  const [left, right] = [level.from.x, level.to.x].toSorted((a, b) => a - b) as [number, number];
  const x = left + near - own.width / 2;
  const crossed = borders.find((border) => border > left && border < right && border > x - 2 && border < x + own.width);
  return { ...own, x: crossed === undefined ? x : crossed - own.width - 2, y: level.from.y - own.height / 2 };
}

/** A label beside a line that passes rooms, in the gap below the upper one. */
function labelDown(points: readonly Point[], own: OwnLabel, gapBelow: number): DrawnLabel {
  const xs = points.map(({ x }) => x);
  const isLeft = (points[1]?.x ?? 0) < (points[0]?.x ?? 0);
  const x = isLeft ? Math.min(...xs) - 10 : Math.max(...xs) - own.width + 10;
  return { ...own, x, y: gapBelow - own.height / 2 };
}

type OwnLabel = Pick<DrawnLabel, 'text' | 'lines' | 'width' | 'height'>;

function ownLabel(text: string, { measure }: MapOptions): OwnLabel {
  const width = Math.ceil(measure(text, letters.note)) + 12;
  return { text, lines: [{ text, part: 'action', kind: 'event' }], width, height: letters.line };
}

/** The middle of the gap below the upper one of two places' rooms. */
function gapBelow({ boxes }: PlacedMap, { source, target }: DrawnWay, gap: number): number {
  const upper = Math.min(...[source, target].map((id) => boxes.get(id)?.room ?? 0));
  const room = [...boxes.values()].find((box) => box.room === upper && box.place === -1);
  return (room ? room.y + room.height : 0) + gap / 2;
}

function extentOf(placed: PlacedMap, points: readonly Point[], edges: readonly DrawnEdge[]) {
  const labels = edges.flatMap(({ label }) => (label ? [label] : []));
  const boxes = [...placed.nodes, ...labels];
  const margin = 16;
  return {
    width: Math.max(...boxes.map(({ x, width }) => x + width), ...points.map(({ x }) => x)) + margin,
    height: Math.max(...boxes.map(({ y, height }) => y + height), ...points.map(({ y }) => y)) + margin,
  };
}
