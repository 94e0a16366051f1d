import { textWidth } from '../../../src/inspect/chart/text-width.ts';

/** An event from one actor to another, by their ids. */
export interface Arrow {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** The part of a lane that belongs to an actor, from its first arrow to its last. */
export interface LanePart {
  readonly actor: string;
  readonly lane: number;
  readonly first: number;
  readonly last: number;
}

export interface Lanes {
  readonly parts: readonly LanePart[];
  /** Where each lane stands, from the left. */
  readonly xs: readonly number[];
  readonly width: number;
  laneOf(actor: string): number;
}

/** So many rows stay free between two actors of a lane: there stands the name of the second. */
const apart = 2;
const [edge, leastGap, mostGap] = [70, 84, 220];
/** What an arrow needs beside its words, and one that returns to where it began. */
const [beside, besideLoop] = [28, 44];

/** A lane for each actor while it has something to do: where one is finished, the next one stands in its place. */
export function lanesOf(arrows: readonly Arrow[], nameOf: (actor: string) => string): Lanes {
  const parts = placed(arrows);
  const byActor = new Map(parts.map((part) => [part.actor, part]));
  const laneOf = (actor: string) => byActor.get(actor)?.lane ?? 0;
  const count = Math.max(0, ...parts.map(({ lane }) => lane + 1));
  const gaps = new Array<number>(Math.max(0, count)).fill(leastGap);
  const need = (lane: number, width: number) => {
    gaps[lane] = Math.min(mostGap, Math.max(gaps[lane] ?? 0, width));
  };
  for (const { from, to, text } of arrows) {
    const [a, b] = [Math.min(laneOf(from), laneOf(to)), Math.max(laneOf(from), laneOf(to))];
    const width = textWidth(text, 11);
    if (a === b) need(a, width + besideLoop);
    for (let lane = a; lane < b; lane++) need(lane, (width + beside) / (b - a));
  }
  for (const { actor, lane } of parts) {
    const half = textWidth(nameOf(actor), 11, 'semibold') / 2 + 12;
    need(lane, half + 40);
    if (lane > 0) need(lane - 1, half + 40);
  }
  const xs: number[] = [];
  for (let lane = 0; lane < count; lane++)
    xs.push(lane === 0 ? edge : (xs[lane - 1] ?? 0) + (gaps[lane - 1] ?? leastGap));
  return { parts, xs, width: (xs.at(-1) ?? 0) + (gaps[count - 1] ?? edge), laneOf };
}

function placed(arrows: readonly Arrow[]): LanePart[] {
  const spans = new Map<string, { first: number; last: number }>();
  for (const [row, { from, to }] of arrows.entries()) {
    for (const actor of [from, to]) {
      const known = spans.get(actor);
      if (known) known.last = row;
      else spans.set(actor, { first: row, last: row });
    }
  }
  const lastOf: number[] = [];
  return [...spans].map(([actor, { first, last }]) => {
    const free = lastOf.findIndex((end) => end + apart < first);
    const lane = free < 0 ? lastOf.length : free;
    lastOf[lane] = last;
    return { actor, lane, first, last };
  });
}
