import type { DrawnWay } from './drawn-ways.ts';
import type { MapSizes } from './map-options.ts';
import type { MapBox, PlacedMap } from './place-rooms.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const middleX = ({ x, width }: MapBox) => x + width / 2;
export const middleY = ({ y, height }: MapBox) => y + height / 2;
export const rightOf = ({ x, width }: MapBox) => x + width;
export const bottomOf = ({ y, height }: MapBox) => y + height;

/** Finds the way of each line of a map whose rooms stand from left to right. */
export class RoutesAcross {
  readonly #placed: PlacedMap;
  readonly #sizes: MapSizes;
  readonly #rooms: readonly MapBox[];
  #above = 0;
  #below = 0;
  readonly #tracks = new Map<string, number>();

  constructor(placed: PlacedMap, sizes: MapSizes) {
    this.#placed = placed;
    this.#sizes = sizes;
    this.#rooms = [...placed.boxes.values()]
      .filter(({ room, place }) => room >= 0 && place === -1)
      .toSorted((a, b) => a.room - b.room);
  }

  route({ source, target }: Pick<DrawnWay, 'source' | 'target'>): readonly Point[] {
    const [from, to] = [this.#placed.boxes.get(source), this.#placed.boxes.get(target)];
    if (!from || !to) return [];
    if (from.room === -1) return [this.#start(from), { x: to.x, y: middleY(to) }];
    if (to.room === -1) return this.#toEnd(from, to);
    if (from.room === to.room) return this.#inside(from, to);
    if (to.room === from.room + 1) return this.#onward(from, to);
    return to.room > from.room ? this.#over(from, to) : this.#back(from, to);
  }

  #start = (box: MapBox): Point => ({ x: rightOf(box), y: middleY(box) });

  /** A track of its own among those that run along the same side of a room. */
  #track(name: string, most: number): number {
    const used = this.#tracks.get(name) ?? 0;
    this.#tracks.set(name, used + 1);
    return Math.min(8 + used * 5, most);
  }

  /** Down from a state to the one below it; past others at the right, back up at the left. */
  #inside(from: MapBox, to: MapBox): Point[] {
    if (to.place === from.place + 1) {
      const x = middleX(from);
      return [
        { x, y: bottomOf(from) },
        { x, y: to.y },
      ];
    }
    const isBack = to.place < from.place;
    const away = this.#track(`${isBack ? 'left' : 'right'} ${from.room}`, this.#sizes.margin - 3);
    const x = isBack ? from.x - away : rightOf(from) + away;
    const [start, end] = isBack ? [from.x, to.x] : [rightOf(from), rightOf(to)];
    const [y0, y1] = isBack ? [middleY(from) - 6, middleY(to) + 8] : [middleY(from) + 8, middleY(to) - 6];
    return [
      { x: start, y: y0 },
      { x, y: y0 },
      { x, y: y1 },
      { x: end, y: y1 },
    ];
  }

  /** To the next room, through the gap between the two. */
  #onward(from: MapBox, to: MapBox): Point[] {
    const [y0, y1] = [middleY(from), middleY(to)];
    if (y0 === y1) return [this.#start(from), { x: to.x, y: y1 }];
    const x = (this.#rooms[to.room]?.x ?? to.x) - this.#sizes.gap / 2;
    return [this.#start(from), { x, y: y0 }, { x, y: y1 }, { x: to.x, y: y1 }];
  }

  /** Over other rooms. */
  #over(from: MapBox, to: MapBox): Point[] {
    const y = 20 + 14 * this.#above++;
    const room = this.#rooms[from.room] ?? from;
    const track = rightOf(from) + this.#track(`right ${from.room}`, this.#sizes.margin - 3);
    const up: Point[] =
      from.place === -1
        ? [
            { x: middleX(room), y: room.y },
            { x: middleX(room), y },
          ]
        : [
            { x: rightOf(from), y: middleY(from) - 6 },
            { x: track, y: middleY(from) - 6 },
            { x: track, y },
          ];
    if (to.place <= 0) return [...up, { x: middleX(to), y }, { x: middleX(to), y: to.y }];
    const gap = (this.#rooms[to.room]?.x ?? to.x) - this.#sizes.gap / 2 + 5;
    return [...up, { x: gap, y }, { x: gap, y: middleY(to) }, { x: to.x, y: middleY(to) }];
  }

  /** Back to a room before: straight to below it where that is free, else below everything between them. */
  #back(from: MapBox, to: MapBox): Point[] {
    const { gap, margin } = this.#sizes;
    const isFree = from.place > 0 && to.place === -1 && middleY(from) > bottomOf(to) + 12;
    if (isFree) {
      const y = middleY(from) + 4;
      return [
        { x: from.x, y },
        { x: middleX(to), y },
        { x: middleX(to), y: bottomOf(to) },
      ];
    }
    const between = this.#rooms.slice(to.room, from.room + 1);
    const y = Math.max(...between.map(bottomOf)) + 20 + 14 * this.#below++;
    const isOver = from.place === -1 && from.room < this.#rooms.length - 1;
    const aside = (this.#rooms[from.room]?.x ?? from.x) - gap / 2;
    const down: Point[] = isOver
      ? [
          { x: middleX(from), y: bottomOf(from) },
          { x: middleX(from), y },
        ]
      : [
          { x: from.x, y: middleY(from) + 8 },
          { x: aside, y: middleY(from) + 8 },
          { x: aside, y },
        ];
    const room = this.#rooms[to.room];
    if (to.place === -1 || !room || bottomOf(room) - bottomOf(to) < 2 * margin)
      return [...down, { x: middleX(to), y }, { x: middleX(to), y: bottomOf(to) }];
    const track = rightOf(to) + this.#track(`right ${to.room}`, margin - 3);
    return [...down, { x: track, y }, { x: track, y: middleY(to) + 8 }, { x: rightOf(to), y: middleY(to) + 8 }];
  }

  /** To where the chart ends. */
  #toEnd(from: MapBox, to: MapBox): Point[] {
    const isLast = from.room === this.#rooms.length - 1;
    const top = { x: middleX(to), y: to.y };
    if (this.#placed.hasEndRow) {
      const y = to.y - 14;
      const x = from.place === -1 ? middleX(from) : rightOf(this.#rooms[from.room] ?? from) + 10;
      const out = from.place === -1 ? { x, y: bottomOf(from) } : this.#start(from);
      return [out, ...(from.place === -1 ? [] : [{ x, y: out.y }]), { x, y }, { x: top.x, y }, top];
    }
    const y = middleY(to);
    if (!isLast) {
      if (from.place === -1 && bottomOf(from) > y)
        return [
          { x: rightOf(from), y },
          { x: to.x, y },
        ];
      if (from.place === -1)
        return [
          { x: middleX(from), y: bottomOf(from) },
          { x: middleX(from), y },
          { x: to.x, y },
        ];
      const x = rightOf(this.#rooms[from.room] ?? from) + this.#sizes.gap / 2 - 5;
      return [this.#start(from), { x, y: middleY(from) }, { x, y }, { x: to.x, y }];
    }
    if (to.y - bottomOf(from) <= this.#sizes.gap) return [{ x: top.x, y: bottomOf(from) }, top];
    const x = rightOf(from) + 10;
    return [
      { x: rightOf(from), y: middleY(from) + 20 },
      { x, y: middleY(from) + 20 },
      { x, y },
      { x: rightOf(to), y },
    ];
  }
}
