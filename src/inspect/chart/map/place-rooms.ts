import type { ChartNode } from '../../protocol.ts';
import type { DrawnNode, NodeKind, Row } from '../drawing.ts';
import { conditionOf } from '../label-lines.ts';
import { metrics } from '../metrics.ts';
import { chip, fewStates, letters, type MapOptions, type MapSizes } from './map-options.ts';
import type { RoomMap } from './room-map.ts';

/** A place of a map with its room, and its number among the states there; both -1 where there is none. */
export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly room: number;
  readonly place: number;
}

export interface PlacedMap {
  readonly nodes: DrawnNode[];
  readonly boxes: ReadonlyMap<string, MapBox>;
  /** Where the main path runs: its height across, its middle down. */
  readonly spine: number;
  /** Whether the ends stand in a row below the last room. */
  readonly hasEndRow: boolean;
}

/** Collects places. */
export class MapPlaces {
  readonly nodes: DrawnNode[] = [];
  readonly boxes = new Map<string, MapBox>();

  add(state: ChartNode, kind: NodeKind, box: MapBox, rows: readonly Row[] = []): void {
    const { x, y, width, height } = box;
    this.boxes.set(state.id, box);
    const title = kind === 'state' || kind === 'final' ? state.key : capital(state.key);
    const depth = kind === 'state' ? 1 : 0;
    this.nodes.push({ id: state.id, x, y, width, height, kind, title, rows, depth, header: 0 });
  }

  addDot(id: string, x: number, y: number): void {
    const { dot } = metrics;
    const place = { x: x - dot / 2, y: y - dot / 2, width: dot, height: dot };
    this.boxes.set(id, { ...place, room: -1, place: -1 });
    this.nodes.push({ id, ...place, kind: 'initial', title: '', rows: [], depth: 0, header: 0 });
  }

  /** The states of an open room, one below the other. */
  addStates(room: ChartNode, number: number, options: MapOptions, sizes: MapSizes, at: { x: number; y: number }): void {
    const width = openWidth(room, options, sizes) - 2 * sizes.margin;
    let y = at.y;
    for (const [place, state] of room.states.entries()) {
      const rows = guardRows(state, options);
      const height = stateHeight(room, state, options, sizes);
      this.add(state, 'state', { x: at.x + sizes.margin, y, width, height, room: number, place }, rows);
      y += height + gapIn(room, sizes);
    }
  }
}

const capital = (key: string) => key.slice(0, 1).toUpperCase() + key.slice(1);

const gapIn = ({ states }: ChartNode, { stateGap, isShort }: MapSizes) =>
  states.length > fewStates ? Math.min(stateGap, isShort ? 12 : 20) : stateGap;

/** Name and note below each other, or on one line where there are many; below them the steps, or the ways out. */
export function stateHeight(room: ChartNode, state: ChartNode, options: MapOptions, sizes: MapSizes): number {
  const isOneLine = sizes.isDown || room.states.length > fewStates;
  const text = isOneLine ? (sizes.isDown ? 40 : 32) : 44;
  const steps = state.hasSteps ? options.stepRows * (chip.size + chip.gap) + (options.stepRows > 0 ? 6 : 0) : 0;
  return text + steps + guardRows(state, options).length * letters.line;
}

export function statesHeight(room: ChartNode, options: MapOptions, sizes: MapSizes): number {
  const heights = room.states.map((state) => stateHeight(room, state, options, sizes));
  return heights.reduce((sum, height) => sum + height, 0) + (heights.length - 1) * gapIn(room, sizes);
}

/** How wide an open room is: wider when its ways out need it. */
export function openWidth(room: ChartNode, options: MapOptions, sizes: MapSizes): number {
  const rows = room.states.flatMap((state) => guardRows(state, options));
  const widest = Math.max(0, ...rows.map(({ text }) => options.measure(text, letters.note)));
  const needed = Math.ceil(widest) + metrics.row.icon + 2 * metrics.box.padX + 2 * sizes.margin;
  return sizes.isDown ? sizes.open : Math.max(sizes.open, needed);
}

/** The ways out of a state with their guards, in the order in which they are tried. */
function guardRows(state: ChartNode, { hasGuards }: MapOptions): readonly Row[] {
  if (!hasGuards) return [];
  const inside = (node: ChartNode): ChartNode['edges'] => [...node.edges, ...node.states.flatMap(inside)];
  const guarded = inside(state).filter(({ guard, of }) => guard !== undefined || of > 1);
  return guarded.map((edge): Row => {
    const goal = edge.targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ');
    const text = `${edge.label} ${conditionOf(edge)}${goal === '' ? '' : ` → ${goal}`}`;
    return { text, kind: edge.kind, edges: [edge.id], goes: goal === '' ? 'nowhere' : 'away' };
  });
}

/** How wide the box of an end is when they stand in a row. */
export const endWidth = ({ key }: ChartNode, { measure }: MapOptions) =>
  Math.max(84, Math.ceil(measure(key, letters.name, 'semibold')) + 2 * metrics.box.padX + 6);

/** The first room's way in: the dot from which the chart begins. */
export const dotOf = ({ rooms }: RoomMap) => `${rooms[0]?.id ?? ''}|initial`;
