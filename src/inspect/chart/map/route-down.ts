import type { DrawnWay } from './drawn-ways.ts';
import type { MapSizes } from './map-options.ts';
import type { MapBox, PlacedMap } from './place-rooms.ts';
import { bottomOf, middleX, middleY, type Point, rightOf } from './route-across.ts';

/** Finds the way of each line of a map whose rooms stand one below the other. */
export class RoutesDown {
  readonly #placed: PlacedMap;
  readonly #sizes: MapSizes;
  readonly #tracks = new Map<string, number>();

  constructor(placed: PlacedMap, sizes: MapSizes) {
    this.#placed = placed;
    this.#sizes = sizes;
  }

  route({ source, target }: Pick<DrawnWay, 'source' | 'target'>): readonly Point[] {
    const [from, to] = [this.#placed.boxes.get(source), this.#placed.boxes.get(target)];
    if (!from || !to) return [];
    const isNext = to.room === from.room ? to.place === from.place + 1 : to.room === from.room + 1;
    if (from.room === -1 || (isNext && this.#isLast(from) && to.place <= 0) || (isNext && to.room === from.room))
      return this.#straight(from, to);
    if (to.room === -1) return this.#toEnd(from, to);
    const isBack = to.room < from.room || (to.room === from.room && to.place < from.place);
    return this.#beside(from, to, isBack);
  }

  /** Whether nothing of its room stands below it. */
  #isLast({ room, place }: MapBox): boolean {
    return place === -1 || ![...this.#placed.boxes.values()].some((box) => box.room === room && box.place > place);
  }

  #straight(from: MapBox, to: MapBox): Point[] {
    const x = from.room === -1 ? middleX(from) : middleX(to);
    return [
      { x, y: bottomOf(from) },
      { x, y: to.y },
    ];
  }

  /** Past others: down at the right, back up at the left; close to the states when it stays in their room. */
  #beside(from: MapBox, to: MapBox, isBack: boolean): Point[] {
    const isInside = from.room === to.room;
    const name = `${isBack ? 'left' : 'right'} ${isInside ? from.room : ''}`;
    const used = this.#tracks.get(name) ?? 0;
    this.#tracks.set(name, used + 1);
    const border = this.#placed.nodes.find(({ kind }) => kind === 'room' || kind === 'open-room');
    const [left, right] = border ? [border.x, border.x + border.width] : [0, 0];
    const away = isInside ? Math.min(8 + used * 5, this.#sizes.margin - 3) : Math.min(18 + used * 7, 32);
    const x = isInside ? (isBack ? from.x - away : rightOf(from) + away) : isBack ? left - away : right + away;
    const start = { x: isBack ? from.x : rightOf(from), y: middleY(from) + (isBack ? -5 : 5) };
    const end = { x: isBack ? to.x : rightOf(to), y: middleY(to) + (isBack ? 7 : -7) };
    return [start, { x, y: start.y }, { x, y: end.y }, end];
  }

  /** To where the chart ends: straight down from the last room, else past the others. */
  #toEnd(from: MapBox, to: MapBox): Point[] {
    const end = { x: middleX(to), y: to.y };
    const rooms = this.#placed.nodes.filter(({ kind }) => kind === 'room' || kind === 'open-room');
    const last = rooms.at(-1);
    if (!last) return [];
    if (from.room === rooms.length - 1 && from.place === -1) return [{ x: end.x, y: bottomOf(from) }, end];
    const x = last.x + last.width + 12;
    const y = to.y - this.#sizes.gap / 2;
    return [{ x: rightOf(from), y: middleY(from) }, { x, y: middleY(from) }, { x, y }, { x: end.x, y }, end];
  }
}
