import { useMemo } from 'preact/hooks';
import type { Drawing, DrawnEdge } from '../../../src/inspect/chart/drawing.ts';
import { clockId } from '../../../src/inspect/chart/map/layout-map.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { hasBreakpoint, toggleBreakpoint } from '../state/breakpoints.ts';
import type { ActorState } from '../state/fold.ts';
import { session } from '../state/store.ts';
import { actorTone } from './actor-tone.ts';
import { foldable } from './chart-layout.ts';
import { type Covered, coverageOf } from './coverage/coverage-of.ts';
import { showCoverage } from './coverage/show-coverage.ts';
import { DrawnState } from './drawn-state.tsx';
import { DrawnTransition } from './drawn-transition.tsx';
import { cameraTransform } from './glide.ts';
import { DrawnPlace } from './map/drawn-place.tsx';
import type { PlaceFact } from './map/map-facts.ts';
import { isPinned, togglePin } from './map/map-look.ts';
import { foundState } from './shown-drawing.ts';
import { statsNow } from './stats-now.ts';

interface Props {
  readonly drawing: Drawing;
  readonly chart: Chart;
  readonly actor: ActorState;
  readonly active: ReadonlySet<string>;
  /** What a map says; of other charts nothing. */
  readonly facts: ReadonlyMap<string, PlaceFact>;
  /** The state that has the focus; undefined: the first. */
  readonly focused: string | undefined;
  readonly onFold: (id: string) => void;
}

/** The states that keys go through. */
export const stopsOf = ({ nodes }: Drawing) =>
  nodes.filter(({ id, kind }) => kind !== 'initial' && kind !== 'history' && id !== clockId);

// The same functions at every picture: states and transitions are only drawn again when something about them changes.
const breakState = (state: string) => toggleBreakpoint({ kind: 'state', state });
const breakEdge = (edge: string) => toggleBreakpoint({ kind: 'edge', edge });

/** The drawing of a chart under the camera, with what is active and what was taken last. */
export function ChartDrawing(props: Props) {
  const { drawing, actor, focused } = props;
  const { breakpoints } = session.value.control.value;
  const focusStop = focused ?? stopsOf(drawing)[0]?.id;
  const taken = useMemo(() => new Set(actor.taken), [actor.taken]);
  const covered = useMemo(
    () => (showCoverage.value ? coverageOf(props.chart) : undefined),
    [props.chart, showCoverage.value],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside of a drawing
    <svg
      class={drawing.isMap ? 'chart map' : `chart in-${actorTone(actor, session.value.facts.value)}`}
      role="group"
      aria-label={`Chart of ${actor.path}. Arrow down and up go from state to state, Enter collapses, b sets a breakpoint.`}
      data-breakpoints={breakpoints.length}
    >
      <g transform={cameraTransform}>
        <States {...props} taken={taken} covered={covered} focusStop={focusStop} />
        <Transitions drawing={drawing} facts={props.facts} taken={taken} covered={covered} />
      </g>
    </svg>
  );
}

interface StatesProps extends Props {
  readonly taken: ReadonlySet<string>;
  readonly covered: Covered | undefined;
  readonly focusStop: string | undefined;
}

function States({ drawing, chart, active, facts, onFold, taken, covered, focusStop }: StatesProps) {
  const folds = useMemo(() => new Set(foldable(chart)), [chart]);
  return (
    <>
      {drawing.nodes.map((node) => {
        const shared = {
          node,
          isActive: active.has(node.id),
          isFound: foundState.value === node.id,
          isUncovered: covered?.states.has(node.id) === true,
          hasBreak: hasBreakpoint({ kind: 'state', state: node.id }),
          isFocusStop: node.id === focusStop,
          onFold,
          onBreak: breakState,
        };
        const fact = facts.get(node.id);
        return drawing.isMap && fact ? (
          <DrawnPlace
            key={node.id}
            {...shared}
            fact={fact}
            caption={node.kind === 'room' || node.kind === 'open-room' ? captionOf(chart, node.id) : ''}
            isPinned={isPinned(chart, node.id)}
            onPin={() => togglePin(chart, node.id)}
            uncovered={covered?.states}
          />
        ) : (
          <DrawnState
            key={node.id}
            {...shared}
            canFold={folds.has(node.id)}
            taken={node.rows.flatMap(({ edges }) => edges.filter((id) => taken.has(id))).join(' ')}
          />
        );
      })}
    </>
  );
}

const captions = new WeakMap<Chart, Map<string, string>>();

/** What happens in a room. */
function captionOf(chart: Chart, id: string): string {
  const known = captions.get(chart) ?? new Map(roomsIn(chart.root).map((room) => [room.id, room.room ?? '']));
  captions.set(chart, known);
  return known.get(id) ?? '';
}

const roomsIn = (node: Chart['root']): Chart['root'][] => [
  ...(node.room === undefined ? [] : [node]),
  ...node.states.flatMap(roomsIn),
];

interface TransitionsProps {
  readonly drawing: Drawing;
  readonly facts: Props['facts'];
  readonly taken: ReadonlySet<string>;
  readonly covered: Covered | undefined;
}

function Transitions({ drawing, facts, taken, covered }: TransitionsProps) {
  const stats = statsNow.value;
  const failed = new Set(
    drawing.nodes.filter(({ id, kind }) => kind === 'final' && facts.get(id)?.tone === 'fail').map(({ id }) => id),
  );
  const isTaken = ({ ids }: DrawnEdge) => ids.some((id) => taken.has(id));
  const hasGone = ({ ids }: DrawnEdge) => ids.some((id) => (stats?.edges.get(id)?.taken ?? 0) > 0);
  // Where lines run on top of each other, the one that was taken is seen.
  const rank = (edge: DrawnEdge) => (isTaken(edge) ? 2 : hasGone(edge) ? 1 : 0);
  const edges = drawing.edges.toSorted((a, b) => rank(a) - rank(b));
  return (
    <>
      {edges.map((edge) => (
        <DrawnTransition
          key={edge.id}
          edge={edge}
          isTaken={isTaken(edge)}
          hasGone={hasGone(edge)}
          isFailure={failed.has(edge.target)}
          isUncovered={covered !== undefined && edge.ids.length > 0 && edge.ids.every((id) => covered.edges.has(id))}
          hasBreak={edge.ids.some((id) => hasBreakpoint({ kind: 'edge', edge: id }))}
          onBreak={breakEdge}
        />
      ))}
    </>
  );
}
