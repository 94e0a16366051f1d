import type { Clock } from '../actors/clock.ts';

/** A clock whose time passes only when a test says so. */
export interface SimulatedClock extends Clock {
  /** How many timers are set. */
  readonly timers: number;
  /** Goes to the time of the next timer and fires it; false when there is none. */
  tick(): boolean;
  /** Goes on from timer to timer, each when everything has come to rest after the one before, until the work is done. */
  run<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** So many turns of the event loop without a timer, and the work waits for something that will not come. */
const patience = 100;

/**
 * Hours pass in no time: whatever waits on this clock is woken in the order of its time. It suits work that waits for nothing else; what
 * waits for a network or a real timer is not at rest when this clock believes it is.
 */
export function simulatedClock(start = Date.UTC(2026, 0)): SimulatedClock {
  let now = start;
  // In the order in which they were set: of two timers for the same time the older one fires first.
  const timers = new Set<Timer>();
  const tick = () => {
    let next: Timer | undefined;
    for (const timer of timers) if (!next || timer.at < next.at) next = timer;
    if (!next) return false;
    timers.delete(next);
    now = next.at;
    next.callback();
    return true;
  };
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + Math.max(0, ms), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get timers() {
      return timers.size;
    },
    tick,
    async run(work) {
      let isDone = false;
      const finish = () => {
        isDone = true;
      };
      work.then(finish, finish);
      for (let idle = 0; !isDone; idle++) {
        // A turn of the event loop ends when nothing more follows from what has happened.
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) break;
        if (tick()) idle = 0;
        else if (idle > patience) throw new Error('The clock stands still: the work is not done and no timer is set.');
      }
      return work;
    },
  };
}
