import { effect } from '@preact/signals';
import type { Breakpoint } from '../../../src/inspect/protocol.ts';
import { isPlaying, notify, playSpeed } from './page-state.ts';
import { askSession, session } from './store.ts';

/** Whether an actor takes events from the page. Of a run of the host only the host does: what others receive is not in the log. */
export const takesEvents = (actor: string): boolean => {
  const { onlyTo = actor } = session.value.control.value;
  return onlyTo === actor;
};

/** Holds the deliveries, or lets them continue. */
export function holdOrGo(): void {
  void askSession({ type: session.value.control.value.isHeld ? 'go' : 'hold' });
}

/** One delivery: in history the next group, at the end of it a step of the run itself. */
export async function stepOne(): Promise<void> {
  const current = session.value;
  isPlaying.value = false;
  const { frames } = current.history;
  const next = frames[current.history.countAt(current.at.value)];
  if (!current.isLive.value && next) {
    const following = frames.find((frame) => frame.seq > next.seq);
    current.moveToSeq(following ? following.seq - 1 : current.lastSeq.value);
    return;
  }
  if (!current.control.value.canControl) return;
  current.goLive();
  if (!current.control.value.isHeld) await askSession({ type: 'hold' });
  await deliver();
}

/** Delivers the next event of the run; says so when there is none. */
async function deliver(): Promise<boolean> {
  const reply = (await askSession({ type: 'step' })) as { isDone?: boolean } | null | undefined;
  const isNone = reply?.isDone === false;
  if (isNone) notify('Nothing is waiting to be delivered: the run waits for an answer from outside.');
  return reply !== undefined && !isNone;
}

/** One microstep: through those of a delivery, then into the next delivery. */
export async function stepMicro(): Promise<void> {
  const current = session.value;
  isPlaying.value = false;
  if (current.moveMicro() || !current.control.value.canControl) return;
  const before = current.frameCount.value;
  current.goLive();
  if (!current.control.value.isHeld) await askSession({ type: 'hold' });
  if (!(await deliver())) return;
  const stop = effect(() => {
    if (current.frameCount.value === before) return;
    queueMicrotask(() => {
      stop();
      current.enterFrame(before);
    });
  });
  setTimeout(stop, 5000);
}

/** Lets the run continue until something happens. */
export function goUntil(until: Breakpoint | { readonly kind: 'call' }): void {
  session.value.goLive();
  void askSession({ type: 'go', until });
}

export function moveBy(step: number): void {
  isPlaying.value = false;
  session.value.moveTo(session.value.index.value + step);
}

export function goLive(): void {
  isPlaying.value = false;
  session.value.goLive();
}

const longestWaitMs = 1000;

/** Plays history from the cursor on, in the time it took, faster by the speed; long waits are cut. */
export function startPlaying(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearTimeout(timer);
    if (!isPlaying.value) return;
    const current = session.value;
    if (current.isLive.value) {
      current.moveTo(0);
      return;
    }
    const index = current.index.value;
    const [now, next] = [current.entries[index], current.entries[index + 1]];
    if (!now || !next) {
      isPlaying.value = false;
      return;
    }
    const wait = Math.min(longestWaitMs, Math.max(40, Date.parse(next.at) - Date.parse(now.at)));
    // At high speed several entries are one picture.
    const [pause, entries] =
      wait / playSpeed.value < 16 ? [16, Math.ceil((16 * playSpeed.value) / wait)] : [wait / playSpeed.value, 1];
    timer = setTimeout(() => current.moveTo(index + entries), pause);
  });
}
