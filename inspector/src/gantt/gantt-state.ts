import { computed, effect, signal } from '@preact/signals';
import { info, session } from '../state/store.ts';
import type { Bar } from './bars.ts';
import type { Cursor } from './read-gantt.ts';
import type { TimeScale } from './time-axis.ts';

/** The part of the run that is shown; undefined: all of it. */
export const zoom = signal<Pick<TimeScale, 'from' | 'to'> | undefined>(undefined);
/** The bar that the keys have gone to, by its row and its place there; a row without a place is its label. */
export const focused = signal<{ readonly row: number; readonly bar: number } | undefined>(undefined);
/** The bar below the pointer, and where that is. */
export const hovered = signal<{ readonly bar: Bar; readonly x: number; readonly y: number } | undefined>(undefined);

/** How often what is open grows: as often as one can read it. */
const tickMs = 100;
const tick = signal(0);

/** Whether something of a run that is live takes time now. */
const isGrowing = computed(() => {
  const { gantt, entryCount } = session.value;
  return entryCount.value > 0 && info.value?.isLive === true && gantt.open.length > 0;
});

/** Lets what is open grow while somebody looks; gives back what stops it. */
export function grow(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = effect(() => {
    clearInterval(timer);
    if (isGrowing.value) timer = setInterval(() => tick.value++, tickMs);
  });
  return () => {
    stop();
    clearInterval(timer);
  };
}

/** What time it is in the run: that of its last entry, and what has passed since that came. */
export const now = computed(() => {
  tick.value;
  const { gantt, entryCount } = session.value;
  entryCount.value;
  return isGrowing.value ? gantt.end + session.value.sinceLastEntry() : gantt.end;
});

/** Where the cursor stands: at the end of the group of an entry, as the charts do, or at the live end. */
export const cursor = computed<Cursor>(() => {
  const { isLive, upTo, entry, gantt } = session.value;
  if (isLive.value) return { seq: upTo.value, at: now.value };
  return { seq: upTo.value, at: Math.max(gantt.start, Date.parse(entry.value?.at ?? '') || 0) };
});

/** What time it is at the cursor: whatever is under way there is counted up to here, in the plan and the map as in the Gantt. */
export const timeHere = computed(() =>
  hasGantt.value ? cursor.value.at : Date.parse(session.value.entry.value?.at ?? ''),
);

/** Whether the run has anything that a Gantt could show: an actor of somebody's own has no effects. */
export const hasGantt = computed(() => info.value?.kind !== 'actor');

// Another run begins with all of it.
effect(() => {
  session.value;
  zoom.value = undefined;
  focused.value = undefined;
  hovered.value = undefined;
});
