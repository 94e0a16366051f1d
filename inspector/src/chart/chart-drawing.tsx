import { useMemo } from 'preact/hooks';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { hasBreakpoint, toggleBreakpoint } from '../state/breakpoints.ts';
import type { ActorState } from '../state/fold.ts';
import { session } from '../state/store.ts';
import { camera } from './camera.ts';
import { foldable } from './chart-layout.ts';
import { DrawnState } from './drawn-state.tsx';
import { DrawnTransition } from './drawn-transition.tsx';

interface Props {
  readonly drawing: Drawing;
  readonly chart: Chart;
  readonly actor: ActorState;
  readonly active: ReadonlySet<string>;
  /** The state that has the focus; undefined: the first. */
  readonly focused: string | undefined;
  readonly onFold: (id: string) => void;
}

/** The states that keys go through. */
export const stopsOf = ({ nodes }: Drawing) => nodes.filter(({ kind }) => kind !== 'initial' && kind !== 'history');

// The same functions at every picture: states and transitions are only drawn again when something about them changes.
const breakState = (state: string) => toggleBreakpoint({ kind: 'state', state });
const breakEdge = (edge: string) => toggleBreakpoint({ kind: 'edge', edge });

/** The drawing of a chart under the camera, with what is active and what was taken last. */
export function ChartDrawing({ drawing, chart, actor, active, focused, onFold }: Props) {
  const taken = useMemo(() => new Set(actor.taken), [actor.taken]);
  const folds = useMemo(() => new Set(foldable(chart)), [chart]);
  const { x, y, scale } = camera.value;
  const { breakpoints } = session.value.control.value;
  const focusStop = focused ?? stopsOf(drawing)[0]?.id;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside of a drawing
    <svg
      class="chart"
      role="group"
      aria-label={`Chart of ${actor.path}. Arrow down and up go from state to state, Enter collapses, b sets a breakpoint.`}
      data-breakpoints={breakpoints.length}
    >
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        {drawing.nodes.map((node) => (
          <DrawnState
            key={node.id}
            node={node}
            isActive={active.has(node.id)}
            hasBreak={hasBreakpoint({ kind: 'state', state: node.id })}
            isFocusStop={node.id === focusStop}
            canFold={folds.has(node.id)}
            taken={node.rows.flatMap(({ edges }) => edges.filter((id) => taken.has(id))).join(' ')}
            onFold={onFold}
            onBreak={breakState}
          />
        ))}
        {drawing.edges.map((edge) => (
          <DrawnTransition
            key={edge.id}
            edge={edge}
            isTaken={edge.ids.some((id) => taken.has(id))}
            hasBreak={edge.ids.some((id) => hasBreakpoint({ kind: 'edge', edge: id }))}
            onBreak={breakEdge}
          />
        ))}
      </g>
    </svg>
  );
}
