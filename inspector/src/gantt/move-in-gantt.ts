import { batch } from '@preact/signals';
import { countUpTo } from '../state/bisect.ts';
import { isPlaying, showStep } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import type { Bar, Row } from './bars.ts';
import { type Drawing, endOf } from './drawn-row.ts';
import { cursor, focused, zoom } from './gantt-state.ts';
import { barsIn } from './read-gantt.ts';
import { panned, timeAt, xOf } from './time-axis.ts';

/** Bars are narrow: so many pixels beside one still count. */
const near = 3;

/** The bar at a place of its row, or the one next to it. */
export function barUnder(row: Row, x: number, { scale, start, now }: Drawing): Bar | undefined {
  const [from, to] = [start + timeAt(scale, x - near), start + timeAt(scale, x + near)];
  const distance = (bar: Bar) =>
    Math.max(xOf(scale, bar.start - start) - x, x - xOf(scale, endOf(bar, now) - start), 0);
  let best: Bar | undefined;
  for (const bar of barsIn(row, from, to)) {
    if (distance(bar) <= near && (!best || distance(bar) <= distance(best))) best = bar;
  }
  return best;
}

/** Looks at the entry with which a bar begins, and chooses whose it is; of a row the one who works there. */
export function goToBar(target: Bar | Row): void {
  const current = session.value;
  const bar = 'startSeq' in target ? target : target.bars.findLast(({ startSeq }) => startSeq <= cursor.value.seq);
  batch(() => {
    isPlaying.value = false;
    if ('startSeq' in target) current.moveToSeq(target.startSeq);
    const actor = actorNear(bar?.actor ?? (target as Row).id); // what is no bar is a row
    if (actor !== undefined) current.chosen.value = actor;
    if ((bar?.row ?? target).kind === 'step') showStep();
  });
}

/** The actor of a path at the cursor, or the nearest one above it that is there. */
function actorNear(path: string): string | undefined {
  for (let rest = path; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('/')))) {
    const found = session.value.actorAt(rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks at the last entry before a place on the axis. */
export function goToTime({ scale, start }: Drawing, x: number): void {
  const current = session.value;
  const at = start + timeAt(scale, x);
  isPlaying.value = false;
  current.moveTo(countUpTo(current.entries, at, (entry) => Date.parse(entry.at)) - 1);
}

/** Where a part of the run is shown, it becomes another part when the bar that the keys have gone to is not in it. */
export function showFocused({ scale, start, now }: Drawing, runMs: number): void {
  const bar = session.value.gantt.rows[focused.value?.row ?? -1]?.bars[focused.value?.bar ?? -1];
  if (!bar || !zoom.value) return;
  const [left, right] = [xOf(scale, bar.start - start), xOf(scale, endOf(bar, now) - start)];
  if (right <= 0 || left >= scale.width) zoom.value = panned(scale, (left + right - scale.width) / 2, runMs);
}

/** Goes from row to row and from bar to bar; false for a key that does nothing here. */
export function moveFocus(key: string): boolean {
  const { rows } = session.value.gantt;
  const at = focused.value;
  const row = rows[at?.row ?? 0];
  if (!row) return false;
  const bars = row.bars.length;
  const toRow = (place: number) => {
    const next = rows[Math.min(Math.max(0, place), rows.length - 1)] as Row; // there is one at least
    const near = row.bars[at?.bar ?? -1]?.start ?? 0;
    const bar = at === undefined || at.bar < 0 ? -1 : Math.max(0, countUpTo(next.bars, near, ({ start }) => start) - 1);
    focused.value = { row: next.place, bar: Math.min(bar, next.bars.length - 1) };
  };
  const toBar = (bar: number) => {
    focused.value = { row: row.place, bar: Math.min(Math.max(-1, bar), bars - 1) };
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => toRow(at === undefined ? 0 : row.place + 1),
    ArrowUp: () => toRow(row.place - 1),
    ArrowRight: () => toBar((at?.bar ?? -1) + 1),
    ArrowLeft: () => toBar((at?.bar ?? 0) - 1),
    Home: () => toBar(0),
    End: () => toBar(bars - 1),
    Enter: () => goToBar(row.bars[at?.bar ?? -1] ?? row),
    ' ': () => goToBar(row.bars[at?.bar ?? -1] ?? row),
  };
  if (key === 'Escape' && at) {
    focused.value = undefined;
    return true;
  }
  const move = moves[key];
  move?.();
  return move !== undefined;
}
