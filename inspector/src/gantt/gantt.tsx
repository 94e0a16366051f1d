import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { screen } from '../layout/screen.ts';
import { session } from '../state/store.ts';
import { BarTooltip } from './bar-tooltip.tsx';
import type { Drawing, RowLook } from './drawn-row.ts';
import { GanttAxis, ZoomButtons, zoomBy } from './gantt-axis.tsx';
import { GanttDrawing } from './gantt-drawing.tsx';
import { GanttRows, rowId } from './gantt-rows.tsx';
import { cursor, focused, hovered, now, zoom } from './gantt-state.ts';
import { barUnder, goToBar, goToTime, moveFocus, showFocused } from './move-in-gantt.ts';
import { fitTo, panned } from './time-axis.ts';

const wide: RowLook = { height: 24, barTop: 5, barHeight: 14 };
/** With little room the label stands above its bars. */
const narrow: RowLook = { height: 44, barTop: 18, barHeight: 14 };
const narrowBelow = 640;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly labels: number;
  readonly top: number;
}

/** Measures the room of the rows, and where they are scrolled to. */
function useSize(
  body: RefObject<HTMLElement | null>,
  corner: RefObject<HTMLElement | null>,
): [Size, (top: number) => void] {
  const [size, setSize] = useState<Size>({ width: 800, height: 200, labels: 200, top: 0 });
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize(({ top }) => ({ width, height, labels: corner.current?.offsetWidth ?? 0, top }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (corner.current) observer.observe(corner.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [size, (top) => setSize((before) => ({ ...before, top }))];
}

/** What took time, row by row: the host, its steps, or the actors of any other run. */
export function Gantt() {
  const { gantt, entryCount } = session.value;
  return entryCount.value === 0 || gantt.rows.length === 0 ? (
    <p class="empty">Nothing has taken time yet.</p>
  ) : (
    <Rows />
  );
}

function Rows() {
  const body = useRef<HTMLDivElement>(null);
  const corner = useRef<HTMLDivElement>(null);
  const [size, scrollTo] = useSize(body, corner);
  const { gantt } = session.value;
  const isNarrow = size.width < narrowBelow || screen.value === 'phone';
  const labels = isNarrow ? 0 : size.labels;
  const runMs = Math.max(1, now.value - gantt.start);
  const width = Math.max(80, size.width - labels);
  const scale = { ...(zoom.value ?? fitTo(runMs, width)), width };
  const look = isNarrow ? narrow : wide;
  const drawing: Drawing = { scale, look, cursor: cursor.value, start: gantt.start, now: now.value };
  useWheel(body, drawing, runMs);
  const under = (event: MouseEvent) => {
    const box = body.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const [x, y] = [event.clientX - box.left - labels, event.clientY - box.top];
    const row = gantt.rows[Math.floor((y + size.top) / look.height)];
    return { row, bar: row && x >= 0 ? barUnder(row, x, drawing) : undefined };
  };
  const key = (event: KeyboardEvent) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey;
    if (isOther) return;
    if (moveFocus(event.key)) showFocused(drawing, runMs);
    else if (!zoomKey(event.key, drawing, runMs)) return;
    event.preventDefault();
    event.stopPropagation();
    reveal(body.current, look);
  };
  return (
    <section class={isNarrow ? 'gantt narrow' : 'gantt'} aria-label="Gantt">
      <Head corner={corner} drawing={drawing} runMs={runMs} />
      <div
        ref={body}
        class="gantt-body"
        role="listbox"
        tabIndex={0}
        data-testid="gantt"
        aria-label="What took time"
        {...(focused.value ? { 'aria-activedescendant': rowId(focused.value.row, focused.value.bar) } : {})}
        onKeyDown={key}
        onScroll={({ currentTarget: { scrollTop } }) => scrollTo(scrollTop)}
        onPointerMove={(event) => {
          const { bar } = under(event);
          hovered.value = bar && { bar, x: event.clientX, y: event.clientY };
        }}
        onPointerLeave={() => {
          hovered.value = undefined;
        }}
        onClick={(event) => {
          const { bar, row } = under(event);
          if (row) goToBar(bar ?? row);
        }}
      >
        <RowsInView size={size} drawing={drawing} labels={labels} />
      </div>
      <BarTooltip now={now.value} />
    </section>
  );
}

function Head({
  corner,
  drawing,
  runMs,
}: {
  corner: RefObject<HTMLDivElement | null>;
  drawing: Drawing;
  runMs: number;
}) {
  return (
    <div class="gantt-axis">
      <div class="gantt-corner" ref={corner}>
        <ZoomButtons drawing={drawing} runMs={runMs} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keys one goes to bars and entries */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div class="gantt-top" onClick={(event) => goToTime(drawing, event.offsetX)}>
        <GanttAxis drawing={drawing} runMs={runMs} />
      </div>
    </div>
  );
}

/** Only the rows that can be seen are there, and some around them. */
function RowsInView({ size, drawing, labels }: { size: Size; drawing: Drawing; labels: number }) {
  const { rows } = session.value.gantt;
  const { height } = drawing.look;
  const first = Math.max(0, Math.floor(size.top / height) - 2);
  const shown = rows.slice(first, Math.ceil((size.top + size.height) / height) + 2);
  return (
    <div role="presentation" class="gantt-space" style={{ height: `${Math.max(rows.length * height, size.height)}px` }}>
      <div role="presentation" class="gantt-view" style={{ transform: `translateY(${first * height}px)` }}>
        <GanttRows rows={shown} drawing={drawing} labels={labels} />
        <div role="presentation" class="gantt-sheet" style={{ left: `${labels}px` }}>
          <GanttDrawing rows={shown} drawing={drawing} room={size.height} />
        </div>
      </div>
    </div>
  );
}

function zoomKey(name: string, drawing: Drawing, runMs: number): boolean {
  if (name === '+' || name === '=') zoomBy(1.5, drawing, runMs);
  else if (name === '-') zoomBy(1 / 1.5, drawing, runMs);
  else if (name === '0') zoom.value = undefined;
  else return false;
  return true;
}

/** Brings the row that the keys have gone to into view. */
function reveal(body: HTMLElement | null, { height }: RowLook): void {
  const place = focused.value?.row;
  if (!body || place === undefined) return;
  const top = place * height;
  if (top < body.scrollTop) body.scrollTop = top;
  else if (top + height > body.scrollTop + body.clientHeight) body.scrollTop = top + height - body.clientHeight;
}

/** The wheel with Ctrl zooms where the pointer is; sideways it goes along the time. */
function useWheel(body: { readonly current: HTMLElement | null }, drawing: Drawing, runMs: number): void {
  const latest = useRef({ drawing, runMs });
  latest.current = { drawing, runMs };
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    // A listener by hand: only so may it keep the page from zooming.
    const wheel = (event: WheelEvent) => {
      const { drawing: shown, runMs: ms } = latest.current;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const { left, width } = element.getBoundingClientRect();
        zoomBy(Math.exp(-event.deltaY * 0.005), shown, ms, event.clientX - left - (width - shown.scale.width));
      } else if (sideways !== 0 && zoom.value) zoom.value = panned(shown.scale, sideways, ms);
      else return;
      event.preventDefault();
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);
}
