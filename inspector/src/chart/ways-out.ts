import { edgesIn, statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import type { Chart, ChartEdge } from '../../../src/inspect/protocol.ts';
import type { ActorStats } from '../state/actor-stats.ts';

/** One way out of a state, and what came of it when it was last decided. */
export interface WayOut {
  readonly id: string;
  readonly number: number;
  readonly guard: string;
  readonly target: string;
  readonly result: 'yes' | 'no' | 'not asked';
  readonly taken: number;
}

/** The ways out of one state for one event, in the order in which they are tried. */
export interface Decision {
  readonly source: string;
  readonly event: string;
  readonly ways: readonly WayOut[];
  /** The entry at which it was last decided. */
  readonly lastSeq?: number;
}

const lastPart = (id: string) => id.slice(id.lastIndexOf('.') + 1);

/** The decisions that these transitions belong to, the one that was made last first. */
export function decisionsOf(chart: Chart, ids: readonly string[], stats: ActorStats | undefined): readonly Decision[] {
  const edges = edgesIn(chart.root);
  const wanted = new Set(edges.filter(({ id }) => ids.includes(id)).map(groupOf));
  const groups = Map.groupBy(
    edges.filter((edge) => wanted.has(groupOf(edge))),
    groupOf,
  );
  return [...groups.values()]
    .map((group) => toDecision(group, stats))
    .toSorted((a, b) => (b.lastSeq ?? -1) - (a.lastSeq ?? -1));
}

const groupOf = ({ source, event }: ChartEdge) => `${source}|${event}`;

/** Ways before the one that was taken last were tried and refused; those after it were not asked. */
function toDecision(edges: readonly ChartEdge[], stats: ActorStats | undefined): Decision {
  const seqOf = (edge: ChartEdge) => stats?.edges.get(edge.id)?.lastSeq ?? -1;
  const lastSeq = Math.max(...edges.map(seqOf));
  const decided = lastSeq < 0 ? -1 : edges.findLastIndex((edge) => seqOf(edge) === lastSeq);
  const [first] = edges;
  return {
    source: lastPart(first?.source ?? ''),
    event: first?.label ?? '',
    ways: edges.map((edge, place) => ({
      id: edge.id,
      number: place + 1,
      guard: edge.guard ?? (edges.length > 1 ? 'otherwise' : edge.label),
      target: edge.targets.length === 0 ? 'stays' : edge.targets.map(lastPart).join(', '),
      result: decided === -1 || place > decided ? 'not asked' : place === decided ? 'yes' : 'no',
      taken: stats?.edges.get(edge.id)?.taken ?? 0,
    })),
    ...(lastSeq < 0 ? {} : { lastSeq }),
  };
}

/** The transitions that leave a state, or a state inside of it that is not drawn by itself. */
export function waysFrom(chart: Chart, id: string, isHidden: boolean): readonly string[] {
  const state = statesIn(chart.root).find((each) => each.id === id);
  if (!state) return [];
  return (isHidden ? edgesIn(state) : state.edges).map((edge) => edge.id);
}
