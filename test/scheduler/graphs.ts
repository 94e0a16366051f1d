/** A plan's shape: for each step the places of the steps it needs, all of them before its own place. */
export type Graph = readonly (readonly number[])[];

/** Every directed acyclic graph of `size` steps, one of each that are the same up to renaming. */
export function everyGraph(size: number): Graph[] {
  // A graph without cycles can be written so that needs come first: a set of pairs of an earlier and a later place.
  const pairs = places(size).flatMap((later) => places(later).map((earlier) => [earlier, later] as const));
  const orders = permutations(places(size));
  const seen = new Set<number>();
  const graphs: Graph[] = [];
  for (let chosen = 0; chosen < 2 ** pairs.length; chosen++) {
    const edges = pairs.filter((_, bit) => (chosen >> bit) & 1);
    const name = Math.min(...orders.map((order) => matrixNumber(edges, order)));
    if (seen.has(name)) continue;
    seen.add(name);
    graphs.push(places(size).map((place) => edges.flatMap(([need, of]) => (of === place ? [need] : []))));
  }
  return graphs;
}

/** The adjacency matrix under a renaming, read as one number. */
const matrixNumber = (edges: readonly (readonly [number, number])[], order: readonly number[]) =>
  edges.reduce((sum, [from, to]) => sum + 2 ** ((order[from] ?? 0) * order.length + (order[to] ?? 0)), 0);

export const places = (size: number) => Array.from({ length: size }, (_, place) => place);

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/** Every subset of a list. */
export const subsets = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length }, (_, chosen) => items.filter((_, bit) => (chosen >> bit) & 1));
