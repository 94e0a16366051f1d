import type { Chart, ChartEdge, ChartNode } from '../../protocol.ts';
import { type ChartIndex, indexChart, pathTo } from '../chart-index.ts';
import { edgesIn } from '../chart-parts.ts';

/** A chart whose author has marked rooms, read as a map: what is drawn of it, before it has places. */
export interface RoomMap {
  /** In the order of the chart, which is the order of the main path. */
  readonly rooms: readonly ChartNode[];
  /** Where it ends. */
  readonly finals: readonly ChartNode[];
  /** Regions beside the rooms. */
  readonly sides: readonly ChartNode[];
  readonly ways: readonly Way[];
}

/** Transitions of one sort between two places of a map: states right inside of a room, or final states. */
export interface Way {
  /** Absent: it leaves from wherever the run is. */
  readonly source?: string;
  readonly target: string;
  /** `main` is the path that is always drawn; `steering` is what people do in several rooms; `rare` are errors and all others. */
  readonly sort: 'main' | 'steering' | 'rare';
  readonly ids: readonly string[];
  readonly label?: string;
}

/** The map of a chart; nothing when its author has marked no rooms. */
export function roomMap(chart: Chart): RoomMap | undefined {
  const index = indexChart(chart);
  const rooms = [...index.values()].map(({ node }) => node).filter(({ room }) => room !== undefined);
  if (rooms.length < 2) return undefined;
  const around = new Set(rooms.flatMap(({ id }) => pathTo(index, id).slice(0, -1)));
  const outside = [...index.values()].map(({ node }) => node).filter(({ id }) => isBeside(index, id, around));
  const finals = outside.filter(({ type }) => type === 'final');
  const sides = outside.filter(({ id, room, type }) => {
    const parent = index.get(index.get(id)?.parent ?? '')?.node;
    return room === undefined && type !== 'final' && parent?.type === 'parallel';
  });
  return { rooms, finals, sides, ways: waysOf(chart, rooms, finals, index) };
}

/** Whether a state stands right inside of one that is around the rooms, and is not around them itself. */
function isBeside(index: ChartIndex, id: string, around: ReadonlySet<string>): boolean {
  const parent = index.get(id)?.parent;
  return parent !== undefined && around.has(parent) && !around.has(id);
}

function waysOf(
  chart: Chart,
  rooms: readonly ChartNode[],
  finals: readonly ChartNode[],
  index: ChartIndex,
): readonly Way[] {
  const places = new Set([...rooms.flatMap(({ states }) => states), ...finals].map(({ id }) => id));
  const placeOf = (id: string) => {
    const room = rooms.find((each) => each.id === id);
    return pathTo(index, room?.initial[0] ?? id).find((each) => places.has(each));
  };
  const roomOf = (id: string | undefined) => rooms.findIndex(({ states }) => states.some((state) => state.id === id));
  const steering = sharedEvents(rooms);
  const sortOf = (edge: ChartEdge, source: string | undefined, target: string): Way['sort'] => {
    if (edge.kind === 'error') return 'rare';
    if (isEvent(edge) && steering.has(edge.event)) return 'steering';
    const goesOn = isMain(roomOf(source), roomOf(target), rooms.length) || edge.description !== undefined;
    return goesOn ? 'main' : 'rare';
  };
  const ways = new Map<string, Way & { readonly ids: string[] }>();
  for (const edge of edgesIn(chart.root)) {
    const source = placeOf(edge.source);
    const targets = new Set(edge.targets.map(placeOf));
    for (const target of targets) {
      if (target === undefined || target === source) continue;
      const [sort, label] = [sortOf(edge, source, target), edge.description];
      const key = [source, target, sort, label].join('|');
      const way = ways.get(key) ?? { ...ends(source, target), sort, ids: [], ...(label ? { label } : {}) };
      way.ids.push(edge.id);
      ways.set(key, way);
    }
  }
  return [...ways.values()];
}

const ends = (source: string | undefined, target: string) => ({ ...(source === undefined ? {} : { source }), target });

/** The main path stays in a room, goes on to the next one, or from the last one to an end. -1 is outside of all rooms. */
function isMain(from: number, to: number, count: number): boolean {
  if (from === -1) return false;
  return to === -1 ? from === count - 1 : to === from || to === from + 1;
}

/** Events that states of several rooms listen to: what people may say at any time. */
function sharedEvents(rooms: readonly ChartNode[]): ReadonlySet<string> {
  const listening = rooms.map(
    (room) =>
      new Set(
        edgesIn(room)
          .filter(isEvent)
          .map(({ event }) => event),
      ),
  );
  const seen = new Set<string>();
  const shared = listening.flatMap((events) =>
    [...events].filter((event) => {
      const isKnown = seen.has(event);
      seen.add(event);
      return isKnown;
    }),
  );
  return new Set(shared);
}

const isEvent = ({ kind }: ChartEdge) => kind === 'event';
