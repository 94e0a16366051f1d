import { signal } from '@preact/signals';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { hasBreakpoint, toggleBreakpoint } from '../state/breakpoints.ts';
import type { ActorState } from '../state/fold.ts';
import { isFollowing, session } from '../state/store.ts';
import { camera, fitted, revealing, zoomed } from './camera.ts';
import { drawingOf, foldable, lookOf, setCollapsed, toggleCollapsed } from './chart-layout.ts';
import { ChartTooltip, type Hovered } from './chart-tooltip.tsx';
import { DrawnState } from './drawn-state.tsx';
import { DrawnTransition } from './drawn-transition.tsx';

/** The drawing on the page, for what is done with it from elsewhere. */
export const shownDrawing = signal<{ readonly drawing: Drawing; readonly chart: Chart } | undefined>(undefined);

/** The room that the chart has, in pixels. */
const view = signal({ width: 800, height: 800 });

export function fitChart(): void {
  const shown = shownDrawing.value;
  if (shown) camera.value = fitted(shown.drawing, view.value);
}

/** Whether the next drawing is shown as a whole, because it was asked for. */
let wantsFit = false;

/** Collapses or expands all of a chart, and shows it as a whole. */
export function foldAll(chart: Chart, ids: ReadonlySet<string>): void {
  wantsFit = true;
  setCollapsed(chart, ids);
}

/** A state that was collapsed or expanded stays under the pointer. */
function keepInPlace(before: Drawing, after: Drawing, id: string): void {
  const [from, to] = [before, after].map(({ nodes }) => nodes.find((node) => node.id === id));
  if (!from || !to) return;
  const { x, y, scale } = camera.value;
  camera.value = { scale, x: x + (from.x - to.x) * scale, y: y + (from.y - to.y) * scale };
}

export function zoomChart(factor: number): void {
  camera.value = zoomed(camera.value, factor, { x: view.value.width / 2, y: view.value.height / 2 });
}

/** The chart of an actor: where it is and what it did last. */
export function ChartView({ chart, actor }: { chart: Chart; actor: ActorState }) {
  const stage = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined);
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const anchor = useRef<string | undefined>(undefined);
  const options = lookOf(chart);
  const { collapsed } = options;

  useEffect(() => {
    let isWanted = true;
    setBusy(true);
    drawingOf(chart, options).then(
      (drawing) => {
        if (!isWanted) return;
        setBusy(false);
        const before = shownDrawing.value;
        shownDrawing.value = { drawing, chart };
        setError('');
        if (before?.chart !== chart || wantsFit) fitChart();
        else if (anchor.current !== undefined) keepInPlace(before.drawing, drawing, anchor.current);
        wantsFit = false;
        anchor.current = undefined;
      },
      (reason: Error) => {
        if (!isWanted) return;
        setBusy(false);
        setError(reason.message);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [chart, collapsed, options.showErrors, options.density]);

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      view.value = { width: element.clientWidth, height: element.clientHeight };
    });
    observer.observe(element);
    view.value = { width: element.clientWidth, height: element.clientHeight };
    // A listener by hand: only so may it keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      setHovered(undefined);
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      if (event.shiftKey) camera.value = { ...camera.value, x: camera.value.x - event.deltaY };
      else camera.value = zoomed(camera.value, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), at);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  const active = useMemo(
    () => (actor.value === undefined ? new Set<string>() : activeNodes(chart, actor.value, collapsed)),
    [chart, actor.value, collapsed],
  );
  const taken = useMemo(() => new Set(actor.taken), [actor.taken]);
  const shown = shownDrawing.value?.chart === chart ? shownDrawing.value.drawing : undefined;

  useEffect(() => {
    if (!isFollowing.value || !shown) return;
    const deepest = shown.nodes.filter(({ id, kind }) => active.has(id) && kind !== 'initial').at(-1);
    if (deepest) camera.value = revealing(camera.value, deepest, view.value);
  }, [active, shown, isFollowing.value]);

  const fold = useCallback(
    (id: string) => {
      anchor.current = id;
      toggleCollapsed(chart, id);
    },
    [chart],
  );
  const breakState = useCallback((state: string) => toggleBreakpoint({ kind: 'state', state }), []);
  const breakEdge = useCallback((edge: string) => toggleBreakpoint({ kind: 'edge', edge }), []);

  const drag = (event: PointerEvent) => {
    const element = stage.current;
    if (!element || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const before = camera.value;
    let isMoving = false;
    const move = (to: PointerEvent) => {
      const [dx, dy] = [to.clientX - start.x, to.clientY - start.y];
      if (!isMoving && Math.hypot(dx, dy) < 4) return;
      if (!isMoving) element.setPointerCapture(event.pointerId);
      isMoving = true;
      setHovered(undefined);
      camera.value = { ...before, x: before.x + dx, y: before.y + dy };
    };
    const end = () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      // The click that ends a drag is none.
      if (isMoving)
        element.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  };

  const hover = (event: PointerEvent) => {
    if (event.buttons !== 0) return;
    const target = event.target as Element; // what is drawn
    const edge = target.closest('[data-edge]')?.getAttribute('data-edge');
    const state = target.closest('[data-state]')?.getAttribute('data-state');
    const ids = edge ? edge.split(' ') : state ? [state] : [];
    const box = stage.current?.getBoundingClientRect();
    if (ids.length === 0 || !box) {
      setHovered(undefined);
      return;
    }
    const x = Math.min(event.clientX - box.left, box.width - 270);
    const y = Math.min(event.clientY - box.top, box.height - 170);
    setHovered({ kind: edge ? 'edge' : 'state', ids, x, y });
  };

  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !shown) return;
    event.preventDefault();
    event.stopPropagation();
    const stops = shown.nodes.filter(({ kind }) => kind !== 'initial' && kind !== 'history');
    const place = stops.findIndex(({ id }) => id === (focused ?? firstStop));
    const next = stops[Math.min(Math.max(0, place + step), stops.length - 1)];
    if (!next) return;
    setFocused(next.id);
    camera.value = revealing(camera.value, { ...next, height: Math.min(next.height, 60) }, view.value);
    requestAnimationFrame(() =>
      stage.current?.querySelector<SVGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus(),
    );
  };

  const { x, y, scale } = camera.value;
  const control = session.value.control.value;
  const firstStop = shown?.nodes.find(({ kind }) => kind !== 'initial' && kind !== 'history')?.id;
  const folds = useMemo(() => new Set(foldable(chart)), [chart]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done by pointer here has its keys and buttons
    <div
      class="stage"
      aria-busy={isBusy}
      ref={stage}
      data-testid="chart"
      onPointerDown={drag}
      onPointerMove={hover}
      onPointerLeave={() => setHovered(undefined)}
      onKeyDown={key}
    >
      {error ? <p class="empty">The chart cannot be drawn: {error}</p> : null}
      {shown ? (
        // biome-ignore lint/a11y/useSemanticElements: a group inside of a drawing
        <svg
          class="chart"
          role="group"
          aria-label={`Chart of ${actor.path}. Arrow down and up go from state to state, Enter collapses, b sets a breakpoint.`}
          data-breakpoints={control.breakpoints.length}
        >
          <g transform={`translate(${x} ${y}) scale(${scale})`}>
            {shown.nodes.map((node) => (
              <DrawnState
                key={node.id}
                node={node}
                isActive={active.has(node.id)}
                hasBreak={hasBreakpoint({ kind: 'state', state: node.id })}
                isFocusStop={node.id === (focused ?? firstStop)}
                canFold={folds.has(node.id)}
                taken={node.rows.flatMap(({ edges }) => edges.filter((id) => taken.has(id))).join(' ')}
                onFold={fold}
                onBreak={breakState}
              />
            ))}
            {shown.edges.map((edge) => (
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
      ) : error ? null : (
        <p class="empty">Drawing the chart…</p>
      )}
      {hovered ? <ChartTooltip chart={chart} hovered={hovered} /> : null}
    </div>
  );
}
