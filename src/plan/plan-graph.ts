import type { PlanStep } from './plan.ts';

/** The shape of a plan by the places of its steps, computed once for each list of steps. */
export interface PlanGraph {
  readonly index: ReadonlyMap<string, number>;
  readonly needs: readonly (readonly number[])[];
  readonly dependents: readonly (readonly number[])[];
  /** How long it takes from the start of a step to the end of the plan, along the longest path, by the estimates. */
  readonly rank: readonly number[];
  /** The places in the order in which steps go first: longest remaining path, then priority, then order. */
  readonly precedence: readonly number[];
}

type Node = Pick<PlanStep, 'id' | 'dependencies' | 'priority' | 'estimatedMs'>;

/** What a step without an estimate counts. */
const unitMs = 1000;

// A memo: the same list always has the same graph.
const graphs = new WeakMap<readonly Node[], PlanGraph>();

/** The graph of a plan without cycles; needs that are not in the plan are left out. */
export function planGraph(steps: readonly Node[]): PlanGraph {
  const known = graphs.get(steps);
  if (known) return known;
  const index = new Map(steps.map((step, place) => [step.id, place]));
  const needs = steps.map((step) => step.dependencies.flatMap((id) => index.get(id) ?? []));
  const dependents: number[][] = steps.map(() => []);
  for (const [place, list] of needs.entries()) for (const need of list) dependents[need]?.push(place);
  const rank = longestPaths(steps, needs, dependents);
  const at = (place: number) => steps[place] as Node; // places come from the list itself
  const precedence = steps
    .map((_, place) => place)
    .sort((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || at(b).priority - at(a).priority || a - b);
  const order = new Array<number>(steps.length);
  for (const [position, place] of precedence.entries()) order[place] = position;
  const graph = { index, needs, dependents, rank, precedence: order };
  graphs.set(steps, graph);
  return graph;
}

/** From the last steps backwards: a step's own time and the longest of its dependents'. */
function longestPaths(steps: readonly Node[], needs: readonly number[][], dependents: readonly number[][]): number[] {
  const rank = steps.map((step) => step.estimatedMs ?? unitMs);
  const left = dependents.map((list) => list.length);
  const done = left.flatMap((count, place) => (count === 0 ? [place] : []));
  for (let place = done.pop(); place !== undefined; place = done.pop()) {
    for (const need of needs[place] ?? []) {
      const own = steps[need]?.estimatedMs ?? unitMs;
      rank[need] = Math.max(rank[need] ?? 0, own + (rank[place] ?? 0));
      left[need] = (left[need] ?? 0) - 1;
      if (left[need] === 0) done.push(need);
    }
  }
  return rank;
}

/** The steps on the longest path through a plan, first to last. */
export function criticalPath(steps: readonly Node[]): string[] {
  const { needs, dependents, rank } = planGraph(steps);
  const longest = (places: readonly number[]) =>
    places.reduce<number | undefined>(
      (best, place) => (best === undefined || (rank[place] ?? 0) > (rank[best] ?? 0) ? place : best),
      undefined,
    );
  const path: string[] = [];
  let place = longest(needs.flatMap((list, index) => (list.length === 0 ? [index] : [])));
  while (place !== undefined) {
    path.push(steps[place]?.id ?? '');
    place = longest(dependents[place] ?? []);
  }
  return path;
}
