import { statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import type { Chart, ChartNode } from '../../../src/inspect/protocol.ts';
import type { ActorStats } from '../state/actor-stats.ts';
import { count, dollars, duration } from '../state/format.ts';
import { session } from '../state/store.ts';
import { hiddenInside } from './chart-layout.ts';
import { statsNow } from './stats-now.ts';
import { type Decision, decisionsOf, waysFrom } from './ways-out.ts';

/** What the pointer or the focus is on, and where a card about it fits. */
export interface Hovered {
  readonly kind: 'state' | 'edge';
  readonly ids: readonly string[];
  /** From the left and the top of the chart's room, or from its right and its bottom. */
  readonly place: { readonly left?: number; readonly right?: number; readonly top?: number; readonly bottom?: number };
}

interface Props {
  readonly chart: Chart;
  readonly hovered: Hovered;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

const px = (value: number | undefined) => (value === undefined ? 'auto' : `${value}px`);
const mostRows = 9;

/** What is known of a state or an edge, beside it: its ways out with what came of them, and the entries to go to. */
export function ChartCard({ chart, hovered: { kind, ids, place }, onEnter, onLeave }: Props) {
  const stats = statsNow.value;
  const style = { left: px(place.left), right: px(place.right), top: px(place.top), bottom: px(place.bottom) };
  return (
    <section
      class="chart-card"
      aria-label={kind === 'state' ? 'About this state' : 'About this transition'}
      data-testid="chart-card"
      style={style}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {kind === 'state' ? (
        <AboutState chart={chart} id={ids[0] ?? ''} stats={stats} />
      ) : (
        <AboutEdge chart={chart} ids={ids} stats={stats} />
      )}
    </section>
  );
}

interface About {
  readonly chart: Chart;
  readonly stats: ActorStats | undefined;
}

function AboutEdge({ chart, ids, stats }: About & { readonly ids: readonly string[] }) {
  const decisions = decisionsOf(chart, ids, stats);
  const [first] = decisions;
  const way =
    first?.ways.find(({ id, taken }) => ids.includes(id) && taken > 0) ??
    first?.ways.find(({ id }) => ids.includes(id));
  if (!first || !way) return null;
  const seq = stats?.edges.get(way.id)?.lastSeq;
  return (
    <>
      <header>
        <strong>{way.target === 'stays' ? first.source : `${first.source} → ${way.target}`}</strong>
        <span class="muted">
          {way.taken === 0 ? 'never taken' : `taken ${times(way.taken)}, `}
          {seq === undefined ? null : <EntryLink seq={seq} />}
        </span>
      </header>
      {decisions.slice(0, 2).map((decision) => (
        <Ways key={`${decision.source}${decision.event}`} decision={decision} marked={ids} />
      ))}
      <Coverage chart={chart} ids={[way.id]} />
    </>
  );
}

function AboutState({ chart, id, stats }: About & { readonly id: string }) {
  const node = statesIn(chart.root).find((state) => state.id === id);
  if (!node) return null;
  const ids = waysFrom(chart, id, hiddenInside(chart).has(id) && node.room === undefined);
  const decisions = decisionsOf(chart, ids, stats).filter(({ ways }) => ways.length > 0);
  return (
    <>
      <header>
        <strong>{node.key}</strong>
        <span class="muted">{node.room ?? node.type}</span>
      </header>
      {node.description ? <p class="muted">{node.description}</p> : null}
      <Numbers node={node} stats={stats} />
      {decisions.slice(0, 3).map((decision) => (
        <Ways key={`${decision.source}${decision.event}`} decision={decision} marked={[]} />
      ))}
      <Coverage chart={chart} ids={ids} />
    </>
  );
}

function Numbers({ node, stats }: { node: ChartNode; stats: ActorStats | undefined }) {
  const own = stats?.states.get(node.id);
  const facts: readonly (readonly [string, string])[] = [
    ['visits', String(own?.visits ?? 0)],
    ['time', duration(own?.ms ?? 0)],
    ['tokens', count(own?.tokens ?? 0)],
    ['cost', dollars(own?.costUsd ?? 0)],
    ...(node.invokes.length > 0 ? ([['runs', node.invokes.join(', ')]] as const) : []),
    ...(node.tags.length > 0 ? ([['tags', node.tags.join(', ')]] as const) : []),
  ];
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ways({ decision, marked }: { decision: Decision; marked: readonly string[] }) {
  const { source, event, ways } = decision;
  const shown = ways.slice(0, mostRows);
  return (
    <table>
      <caption>
        Ways out of {source}
        {event === 'always' ? '' : ` by ${event}`}, in order, last result
      </caption>
      <tbody>
        {shown.map(({ id, number, guard, target, result, taken }) => (
          <tr key={id} class={`${result === 'yes' ? 'yes' : ''}${marked.includes(id) ? ' marked' : ''}`}>
            <td>{number}</td>
            <td class="mono">{guard}</td>
            <td>{target}</td>
            <td>{result === 'yes' && taken > 1 ? `yes, ${taken} times` : result}</td>
          </tr>
        ))}
      </tbody>
      {ways.length > shown.length ? (
        <tfoot>
          <tr>
            <td colSpan={4}>{ways.length - shown.length} more</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

/** How often tests have taken these transitions, where a report says so. */
function Coverage({ chart: { coverage }, ids }: { chart: Chart; ids: readonly string[] }) {
  if (!coverage || ids.length === 0) return null;
  const sum = ids.reduce((all, id) => all + (coverage[id] ?? 0), 0);
  const never = ids.filter((id) => (coverage[id] ?? 0) === 0).length;
  const part = ids.length > 1 && never > 0 ? `; ${never} of ${ids.length} ways never` : '';
  return <p class="muted">In the report of coverage: {sum === 0 ? 'never taken' : `taken ${times(sum)}${part}`}</p>;
}

const times = (taken: number) => (taken === 1 ? 'once' : `${count(taken)} times`);

function EntryLink({ seq }: { seq: number }) {
  return (
    <button type="button" class="link" onClick={() => session.value.moveToSeq(seq)}>
      #{seq}
    </button>
  );
}
