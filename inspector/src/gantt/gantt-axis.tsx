import { Icon } from '../parts/icons.tsx';
import type { Drawing } from './drawn-row.ts';
import { cursor, zoom } from './gantt-state.ts';
import { tickStep, ticksOf, timeText, xOf, zoomed } from './time-axis.ts';

/** The times above the rows, and the time of the cursor. */
export function GanttAxis({ drawing, runMs }: { readonly drawing: Drawing; readonly runMs: number }) {
  const { scale, start } = drawing;
  const step = tickStep(scale);
  const ms = cursor.value.at - start;
  const chip = timeText(ms, 100);
  const chipWidth = chip.length * 6.6 + 16;
  const x = Math.min(Math.max(chipWidth / 2, xOf(scale, ms)), scale.width - chipWidth / 2);
  const isShown = ms >= scale.from && ms <= scale.to;
  return (
    <svg
      class="gantt-times"
      width={scale.width}
      height="24"
      role="img"
      aria-label={`From ${timeText(Math.max(0, scale.from))} to ${timeText(Math.min(runMs, scale.to))}, cursor at ${chip}`}
    >
      {ticksOf(scale).map((tick) => {
        const at = xOf(scale, tick);
        const isHidden = isShown && Math.abs(at - x) < chipWidth / 2 + 4 + timeText(tick, step).length * 3.3;
        const text = timeText(tick, step);
        const half = text.length * 3.3;
        return isHidden || at < 14 || at > scale.width - half ? null : (
          <text key={tick} x={Math.max(at, half + 2)} y="16">
            {text}
          </text>
        );
      })}
      {isShown ? (
        <>
          <rect class="gantt-chip" x={x - chipWidth / 2} y="3" width={chipWidth} height="18" rx="4" />
          <text class="gantt-chip-text" x={x} y="16">
            {chip}
          </text>
        </>
      ) : null}
    </svg>
  );
}

/** Makes the time longer or shorter, around the cursor, or shows all of it. */
export function zoomBy(
  factor: number,
  drawing: Drawing,
  runMs: number,
  x = xOf(drawing.scale, cursor.value.at - drawing.start),
): void {
  const { scale } = drawing;
  zoom.value = zoomed(scale, factor, Math.min(Math.max(0, x), scale.width), runMs);
}

export function ZoomButtons({ drawing, runMs }: { readonly drawing: Drawing; readonly runMs: number }) {
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label="Shorter time"
        title="Zoom out (−)"
        onClick={() => zoomBy(1 / 1.5, drawing, runMs)}
      >
        <Icon name="minus" size={13} />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Longer time"
        title="Zoom in (+)"
        onClick={() => zoomBy(1.5, drawing, runMs)}
      >
        <Icon name="plus" size={13} />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Whole run"
        title="Show the whole run (0)"
        disabled={zoom.value === undefined}
        onClick={() => {
          zoom.value = undefined;
        }}
      >
        <Icon name="fit" size={13} />
      </button>
    </>
  );
}
