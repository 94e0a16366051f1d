import type { PlanRow } from './plan-rows.ts';

/** The part of the rail that stands beside one row. */
export interface RailPart {
  /** The lane of the row's own mark; none beside the heading of a round. */
  readonly own?: number;
  /** Lanes that pass from above to below. */
  readonly through: readonly number[];
  /** Lanes from above that lead to the mark. */
  readonly into: readonly number[];
  /** Whether something below follows from it. */
  readonly isFollowed: boolean;
}

/** The rail of dependencies beside a list: each row in a lane, what it follows from leading into it. */
export function railOf(rows: readonly PlanRow[]): { readonly parts: readonly RailPart[]; readonly lanes: number } {
  const steps = rows.flatMap((row) => (row.kind === 'step' ? [row] : []));
  const lastUse = new Map<number, number>();
  for (const [place, { follows }] of steps.entries()) for (const from of follows) lastUse.set(from, place);
  /** Which step each lane carries on its way down. */
  const carried: (number | undefined)[] = [];
  let lanes = 1;
  let place = 0;
  const parts = rows.map((row): RailPart => {
    const before = carried.flatMap((step, lane) => (step === undefined ? [] : [lane]));
    if (row.kind === 'round') return { through: before, into: [], isFollowed: false };
    const into = row.follows.flatMap((from) => {
      const lane = carried.indexOf(from);
      return lane < 0 ? [] : [lane];
    });
    for (const [lane, step] of carried.entries()) {
      if (step !== undefined && lastUse.get(step) === place) carried[lane] = undefined;
    }
    // In the lane of what it follows from, where that ends here; else in the first that is free.
    const ended = into.filter((lane) => carried[lane] === undefined);
    const free = carried.indexOf(undefined);
    const own = ended.length > 0 ? Math.min(...ended) : free < 0 ? carried.length : free;
    const through = carried.flatMap((step, lane) => (step === undefined ? [] : [lane]));
    const isFollowed = lastUse.has(place);
    carried[own] = isFollowed ? place : undefined;
    lanes = Math.max(lanes, own + 1);
    place += 1;
    return { own, through, into, isFollowed };
  });
  return { parts, lanes };
}
