import { useEffect, useRef, useState } from 'preact/hooks';
import { type Drawing, drawnRow } from '../gantt/drawn-row.ts';
import { DrawnPath } from '../gantt/gantt-drawing.tsx';
import { GanttLegend } from '../gantt/gantt-legend.tsx';
import { criticalPath } from '../gantt/read-gantt.ts';
import { fitTo, tickStep, ticksOf, timeText, xOf } from '../gantt/time-axis.ts';
import type { ComparedRun, Pair } from './compared.ts';
import { forked } from './differences.ts';

const look = { height: 24, barTop: 5, barHeight: 14 } as const;
const labels = 140;
/** More rows than these are not drawn beside each other: each run has them all. */
const most = 200;

/** What took time in both, on the same scale. */
export function ComparedGantt({ both: { a, b } }: { readonly both: Pair }) {
  a.session.entryCount.value;
  b.session.entryCount.value;
  const ms = Math.max(1, ...[a, b].map(({ session: { gantt } }) => gantt.end - gantt.start));
  if (a.session.gantt.rows.length + b.session.gantt.rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="compared-time-lines" aria-label="What took time" data-testid="compared-gantt" tabIndex={0}>
      <header>
        <h2>Gantt</h2>
        <span class="muted">same time scale</span>
        <GanttLegend />
      </header>
      <div class="compared-both">
        <Half run={a} ms={ms} />
        <Half run={b} ms={ms} />
      </div>
    </section>
  );
}

function Half({ run, ms }: { readonly run: ComparedRun; readonly ms: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(500);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { gantt } = run.session;
  const rows = gantt.rows.slice(0, most);
  const width = Math.max(80, room - labels);
  const scale = { ...fitTo(ms, width), width };
  const cursor = { seq: Number.MAX_SAFE_INTEGER, at: gantt.end };
  const drawing: Drawing = { scale, look, cursor, start: gantt.start, now: gantt.end };
  const ticks = ticksOf(scale).filter((each) => each >= 0);
  const height = rows.length * look.height;
  const left = forked.value ? run.session.entryAt(forked.value.origin.at) : undefined;
  return (
    <div class="compared-half" ref={box}>
      <svg
        class="gantt-drawing"
        width={labels + width}
        height={height + 24}
        role="img"
        aria-label={`Times of run ${run.id}`}
      >
        <g transform={`translate(${labels} 0)`}>
          {ticks.map((each) => (
            <g key={each}>
              <line class="gantt-tick" x1={xOf(scale, each)} x2={xOf(scale, each)} y1="24" y2={height + 24} />
              <text class="compared-tick" x={xOf(scale, each)} y="16">
                {timeText(each, tickStep(scale))}
              </text>
            </g>
          ))}
          {rows.map((row, place) =>
            [...drawnRow(row, 24 + place * look.height, drawing).before].map(([name, d]) => (
              <path key={`${row.id} ${name}`} class={name} d={d} />
            )),
          )}
          <g transform="translate(0 24)">
            <DrawnPath path={criticalPath(gantt, gantt.end)} first={0} count={rows.length} drawing={drawing} />
          </g>
          {left ? (
            <ForkLine x={xOf(scale, Date.parse(left.at) - gantt.start)} height={height + 24} seq={left.seq} />
          ) : null}
        </g>
        {rows.map(({ id, label }, place) => (
          <text key={id} class="compared-label" x="12" y={24 + place * look.height + 16}>
            <title>{label}</title>
            {label.length > 19 ? `${label.slice(0, 18)}…` : label}
          </text>
        ))}
      </svg>
    </div>
  );
}

function ForkLine({ x, height, seq }: { readonly x: number; readonly height: number; readonly seq: number }) {
  return (
    <g class="compared-fork">
      <title>{`fork at #${seq}`}</title>
      <line x1={x} x2={x} y1="20" y2={height} />
    </g>
  );
}
