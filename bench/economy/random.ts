/** Numbers that look random and are the same on every machine. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** Whether something happens that happens in so many of a hundred cases. */
  chance(percent: number): boolean;
}

/** The generator mulberry32: whole numbers only, so that no machine rounds differently. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    int,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T, // the place is one of the list
    chance: (percent) => int(1, 100) <= percent,
  };
}
