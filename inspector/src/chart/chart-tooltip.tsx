import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import { edgesIn, statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import type { Chart, ChartEdge, ChartNode } from '../../../src/inspect/protocol.ts';
import { type ActorStats, actorStats } from '../state/actor-stats.ts';
import { count, dollars, duration } from '../state/format.ts';
import { session } from '../state/store.ts';

/** What the pointer is on. */
export interface Hovered {
  readonly kind: 'state' | 'edge';
  readonly ids: readonly string[];
  readonly x: number;
  readonly y: number;
}

let known: { readonly key: string; readonly stats: ActorStats } | undefined;

function statsNow(chart: Chart): ActorStats | undefined {
  const { actor, history, entries, at, frameCount } = session.value;
  if (!actor.value) return undefined;
  const key = `${session.value.id} ${actor.value.id} ${at.value} ${frameCount.value}`;
  if (known?.key !== key) {
    const { id, path } = actor.value;
    const stats = actorStats({
      chart,
      actor: { id, path },
      frames: history.frames,
      entries,
      seq: at.value,
      activeNodes,
    });
    known = { key, stats };
  }
  return known?.stats;
}

/** What is known of a state or an edge, beside the pointer. */
export function ChartTooltip({ chart, hovered }: { chart: Chart; hovered: Hovered }) {
  const stats = statsNow(chart);
  const place = { left: `${hovered.x + 14}px`, top: `${hovered.y + 12}px` };
  return (
    <div class="tooltip" role="tooltip" style={place}>
      {hovered.kind === 'state'
        ? hovered.ids.map((id) => (
            <AboutState key={id} node={statesIn(chart.root).find((state) => state.id === id)} stats={stats} />
          ))
        : edgesIn(chart.root)
            .filter(({ id }) => hovered.ids.includes(id))
            .slice(0, 6)
            .map((edge) => <AboutEdge key={edge.id} edge={edge} stats={stats} />)}
    </div>
  );
}

function AboutState({ node, stats }: { node: ChartNode | undefined; stats: ActorStats | undefined }) {
  if (!node) return null;
  const own = stats?.states.get(node.id);
  return (
    <>
      <strong>{node.key}</strong>
      {node.description ? <p>{node.description}</p> : null}
      <dl>
        <dt>visits</dt>
        <dd>{own?.visits ?? 0}</dd>
        <dt>time</dt>
        <dd>{duration(own?.ms ?? 0)}</dd>
        <dt>tokens</dt>
        <dd>{count(own?.tokens ?? 0)}</dd>
        <dt>cost</dt>
        <dd>{dollars(own?.costUsd ?? 0)}</dd>
        {node.invokes.length > 0 ? (
          <>
            <dt>runs</dt>
            <dd>{node.invokes.join(', ')}</dd>
          </>
        ) : null}
        {node.tags.length > 0 ? (
          <>
            <dt>tags</dt>
            <dd>{node.tags.join(', ')}</dd>
          </>
        ) : null}
      </dl>
    </>
  );
}

function AboutEdge({ edge, stats }: { edge: ChartEdge; stats: ActorStats | undefined }) {
  const own = stats?.edges.get(edge.id);
  return (
    <>
      <strong>{edge.label}</strong>
      <dl>
        {edge.guard === undefined ? null : (
          <>
            <dt>guard</dt>
            <dd>
              {edge.guard}:{' '}
              {own?.lastGuard === undefined ? 'not asked yet' : own.lastGuard ? 'yes, last time' : 'no, last time'}
            </dd>
          </>
        )}
        <dt>taken</dt>
        <dd>{own?.lastSeq === undefined ? 'never' : `${own.taken}×, last at #${own.lastSeq}`}</dd>
        {edge.actions.length > 0 ? (
          <>
            <dt>does</dt>
            <dd>{edge.actions.join(', ')}</dd>
          </>
        ) : null}
      </dl>
    </>
  );
}
