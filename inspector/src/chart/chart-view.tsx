import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import type { ActorState } from '../state/fold.ts';
import { isFollowing } from '../state/page-state.ts';
import { ChartDrawing, stopsOf } from './chart-drawing.tsx';
import { collapsedOf } from './chart-layout.ts';
import { ChartTooltip, type Hovered } from './chart-tooltip.tsx';
import { dragChart } from './drag-chart.ts';
import { reveal } from './shown-drawing.ts';
import { useDrawing } from './use-drawing.ts';
import { useStage } from './use-stage.ts';

/** The chart of an actor: where it is and what it did last. */
export function ChartView({ chart, actor }: { chart: Chart; actor: ActorState }) {
  const stage = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined);
  const leave = () => setHovered(undefined);
  const { drawing, isBusy, error, fold } = useDrawing(chart);
  useStage(stage, leave);
  const active = useActive(chart, actor, drawing);
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const focus = (event: KeyboardEvent) => {
    const next = drawing && nextStop(drawing, focused, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(next.id);
    reveal({ ...next, height: Math.min(next.height, 60) });
    const selector = `[data-state="${CSS.escape(next.id)}"]`;
    requestAnimationFrame(() => stage.current?.querySelector<SVGElement>(selector)?.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done by pointer here has its keys and buttons
    <div
      class="stage"
      aria-busy={isBusy}
      ref={stage}
      data-testid="chart"
      onPointerDown={(event) => dragChart(event.currentTarget, event, leave)}
      onPointerMove={(event) => event.buttons === 0 && setHovered(hoveredAt(event, event.currentTarget))}
      onPointerLeave={leave}
      onKeyDown={focus}
    >
      {error ? <p class="empty">The chart cannot be drawn: {error}</p> : null}
      {drawing ? (
        <ChartDrawing drawing={drawing} chart={chart} actor={actor} active={active} focused={focused} onFold={fold} />
      ) : error ? null : (
        <p class="empty">Drawing the chart…</p>
      )}
      {hovered ? <ChartTooltip chart={chart} hovered={hovered} /> : null}
    </div>
  );
}

/** The states in which the actor is; the innermost stays in view when the camera follows. */
function useActive(chart: Chart, actor: ActorState, drawing: Drawing | undefined): ReadonlySet<string> {
  const collapsed = collapsedOf(chart);
  const active = useMemo(
    () => (actor.value === undefined ? new Set<string>() : activeNodes(chart, actor.value, collapsed)),
    [chart, actor.value, collapsed],
  );
  useEffect(() => {
    if (!isFollowing.value || !drawing) return;
    const deepest = drawing.nodes.filter(({ id, kind }) => active.has(id) && kind !== 'initial').at(-1);
    if (deepest) reveal(deepest);
  }, [active, drawing, isFollowing.value]);
  return active;
}

/** The state to which an arrow key goes. */
function nextStop(drawing: Drawing, focused: string | undefined, key: string) {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  const stops = stopsOf(drawing);
  const place = stops.findIndex(({ id }) => id === (focused ?? stops[0]?.id));
  return stops[Math.min(Math.max(0, place + step), stops.length - 1)];
}

/** What of the chart is under the pointer, and where a note about it fits. */
function hoveredAt(event: PointerEvent, stage: HTMLElement): Hovered | undefined {
  const target = event.target as Element; // what is drawn
  const edge = target.closest('[data-edge]')?.getAttribute('data-edge');
  const state = target.closest('[data-state]')?.getAttribute('data-state');
  const ids = edge ? edge.split(' ') : state ? [state] : [];
  if (ids.length === 0) return undefined;
  const box = stage.getBoundingClientRect();
  const x = Math.min(event.clientX - box.left, box.width - 270);
  const y = Math.min(event.clientY - box.top, box.height - 170);
  return { kind: edge ? 'edge' : 'state', ids, x, y };
}
