import { seconds } from '../state/format.ts';
import { session } from '../state/store.ts';
import type { Row } from './bars.ts';
import { type Drawing, drawnRow } from './drawn-row.ts';
import { type Estimate, estimatesOf } from './estimates.ts';
import { cursor } from './gantt-state.ts';
import { askingAt, criticalPath, type PathPart, slackOf } from './read-gantt.ts';
import { ticksOf, xOf } from './time-axis.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly drawing: Drawing;
}

interface SheetProps extends Props {
  /** How high it is at least. */
  readonly room: number;
}

const later = 'later';

/** The bars of the rows in view, what is between them, and the line of the cursor: one drawing. */
export function GanttDrawing({ rows, drawing, room }: SheetProps) {
  const { scale, look, start } = drawing;
  const [width, height] = [scale.width, Math.max(room, rows.length * look.height)];
  const first = rows[0]?.place ?? 0;
  const path = criticalPath(session.value.gantt, drawing.now);
  const critical = new Set(path.map(({ row, from }) => `${row.id} ${from}`));
  const x = xOf(scale, cursor.value.at - start);
  return (
    <svg class="gantt-drawing" width={width} height={height} aria-hidden="true">
      {ticksOf(scale).map((ms) => (
        <line key={ms} class="gantt-tick" x1={xOf(scale, ms)} x2={xOf(scale, ms)} y1="0" y2={height} />
      ))}
      {rows.map((row, place) => (
        <DrawnBars key={row.id} row={row} top={place * look.height} drawing={drawing} />
      ))}
      <DrawnPath path={path} first={first} count={rows.length} drawing={drawing} />
      {rows.map((row, place) => (
        <DrawnSlack key={row.id} row={row} top={place * look.height} drawing={drawing} critical={critical} />
      ))}
      <DrawnEstimates rows={rows} drawing={drawing} />
      <line class="gantt-cursor" x1={x} x2={x} y1="0" y2={height} />
    </svg>
  );
}

function DrawnBars({ row, top, drawing }: { row: Row; top: number; drawing: Drawing }) {
  const { before, later: after, words } = drawnRow(row, top, drawing);
  const { barTop, barHeight } = drawing.look;
  return (
    <>
      <g class={later}>
        {[...after].map(([name, d]) => (
          <path key={name} class={name} d={d} />
        ))}
      </g>
      {[...before].map(([name, d]) => (
        <path key={name} class={name} d={d} />
      ))}
      {words.map(({ x, text, isLater }) => (
        <text key={x} class={isLater ? `gantt-you ${later}` : 'gantt-you'} x={x} y={top + barTop + barHeight / 2 + 4}>
          {text}
        </text>
      ))}
    </>
  );
}

/** The time in which nobody waited for a step, as far as it is not on the critical path. */
function DrawnSlack({
  row,
  top,
  drawing,
  critical,
}: {
  row: Row;
  top: number;
  drawing: Drawing;
  critical: ReadonlySet<string>;
}) {
  const { scale, look, start } = drawing;
  const y = top + look.barTop + look.barHeight / 2;
  return (
    <>
      {row.spans.map((span) => {
        const ms = slackOf(span);
        if (ms === undefined || span.end === undefined || critical.has(`${row.id} ${span.start}`)) return null;
        const [x1, x2] = [xOf(scale, span.end - start) + 2, xOf(scale, span.end + ms - start)];
        if (x2 - x1 < 4 || x2 < 0 || x1 > scale.width) return null;
        const text = `slack ${seconds(ms)}`;
        const gap = x2 - x1 > text.length * 6.6 + 24 ? text.length * 3.1 + 6 : 0;
        const middle = (x1 + x2) / 2;
        const line = gap ? `M${x1} ${y}H${middle - gap}M${middle + gap} ${y}H${x2}` : `M${x1} ${y}H${x2}`;
        return (
          <g key={span.startSeq} class={span.end > cursor.value.at ? `slack ${later}` : 'slack'}>
            <path d={line} />
            <path class="slack-end" d={`M${x2} ${y - 3}v6`} />
            {gap ? (
              <text x={middle} y={y + 4}>
                {text}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

/** The critical path, as far as it is in view: lines below bars, and from one row to the next. */
export function DrawnPath({
  path,
  first,
  count,
  drawing,
}: {
  path: readonly PathPart[];
  first: number;
  count: number;
  drawing: Drawing;
}) {
  const { scale, look, start } = drawing;
  const yOf = (row: Row) => (row.place - first) * look.height + look.barTop + look.barHeight + 1;
  const xAt = (at: number) => Math.min(Math.max(-10, xOf(scale, at - start)), scale.width + 10);
  const draw = (isLater: boolean) => {
    let d = '';
    for (const [index, { row, from, to }] of path.entries()) {
      const [a, b] = isLater ? [Math.max(from, drawing.cursor.at), to] : [from, Math.min(to, drawing.cursor.at)];
      if (a > b || (isLater && a === b)) continue;
      const next = path[index + 1]?.row;
      const [x1, x2] = [xAt(a), xAt(b)];
      const places = [row.place - first, (next ?? row).place - first];
      const isOut = Math.max(...places) < 0 || Math.min(...places) > count || x2 < 0 || x1 > scale.width;
      if (isOut) continue;
      d += `M${x1} ${yOf(row)}H${x2}${next && b === to ? `V${yOf(next)}` : ''}`;
    }
    return d;
  };
  return (
    <>
      <path class={`critical ${later}`} d={draw(true)} />
      <path class="critical" d={draw(false)} />
    </>
  );
}

/** When the steps of a plan that is looked at would be at work, if it is approved now. */
function DrawnEstimates({ rows, drawing }: Props) {
  const { scale, look, start } = drawing;
  const host = session.value.gantt.rows[0];
  const review = host && askingAt(host, cursor.value.seq);
  const plan = session.value.plan.value;
  if (!review?.name.startsWith('plan v') || !plan) return null;
  const estimates = new Map(estimatesOf(plan.steps).map((each) => [`step ${each.id}`, each]));
  const last = Math.max(0, ...[...estimates.values()].map(({ toMs }) => toMs));
  const xAt = (ms: number) => xOf(scale, cursor.value.at - start + ms);
  const y = (place: number) => place * look.height + look.barTop;
  return (
    <>
      {rows.map((row, place) => {
        const estimate: Estimate | undefined = estimates.get(row.id);
        if (!estimate) return null;
        const [x1, x2] = [xAt(estimate.fromMs), xAt(estimate.toMs)];
        return (
          <g key={row.id}>
            <rect class="estimate" x={x1} y={y(place)} width={Math.max(2, x2 - x1)} height={look.barHeight} rx="2" />
            {estimate.toMs === last ? (
              <text
                class="estimate-words"
                x={x2 + 12}
                y={y(place) + 11}
              >{`estimate: ${seconds(last)} after approval`}</text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}
