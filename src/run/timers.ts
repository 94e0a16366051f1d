import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { Clock } from '../actors/clock.ts';
import type { Scheduler } from '../actors/xstate-internals.ts';

/** An event that is to be delivered at a time. */
export interface Timer {
  readonly key: string;
  readonly id: string | undefined;
  readonly source: AnyActorRef;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
  readonly dueAt: number;
}

/** What timers need of their run. */
export interface TimersOwner {
  /** Says when they are due. */
  readonly clock: Clock;
  /** The time of the fact that is being decided about. */
  at(): number;
  pathOf(ref: AnyActorRef): string;
  set(timer: Timer): void;
  cancelled(timer: Timer): void;
  /** Time is up. */
  due(timer: Timer): void;
}

/** The clock is looked at this often at least, so that one that jumps is noticed, and a delay may be longer than what Node can wait. */
const lookMs = 60_000;
const latest = 8.64e15;

/** The timers of one run, in the place of XState's own. They go by the time of the log; the real clock only says when they are due. */
export class Timers implements Scheduler {
  readonly #owner: TimersOwner;
  readonly #timers = new Map<string, Timer>();
  readonly #bySource = new Map<AnyActorRef, Set<Timer>>();
  /** The timers that are armed, the next one first. */
  #armed: Timer[] = [];
  #isClosed = false;
  #stop = () => {};
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(owner: TimersOwner) {
    this.#owner = owner;
  }

  readonly schedule: Scheduler['schedule'] = (source, target, event, delay, id) => {
    const dueAt = Math.min(latest, this.#owner.at() + Math.max(0, Number.isNaN(delay) ? 0 : delay));
    const timer = { key: this.#keyOf(source, id ?? event.type), id, source, target, event, dueAt };
    this.#timers.set(timer.key, timer);
    const own = this.#bySource.get(source);
    if (own) own.add(timer);
    else this.#bySource.set(source, new Set([timer]));
    this.#owner.set(timer);
  };

  // Of several with one id only the last can be cancelled, as in XState.
  readonly cancel: Scheduler['cancel'] = (source, id) => {
    const timer = [...(this.#bySource.get(source) ?? [])].findLast((each) => each.id === id);
    if (timer) this.#cancel(timer);
  };

  readonly cancelAll: Scheduler['cancelAll'] = (source) => {
    for (const timer of [...(this.#bySource.get(source) ?? [])]) this.#cancel(timer);
  };

  /** All that are set, in their order. */
  get all(): readonly Timer[] {
    return [...this.#timers.values()];
  }

  /** Takes out a timer that has fired; nothing for one that was cancelled. */
  take(key: string): Timer | undefined {
    const timer = this.#timers.get(key);
    if (timer) this.#drop(timer);
    return timer;
  }

  /** Whether it was neither cancelled nor taken. */
  isSet(timer: Timer): boolean {
    return this.#timers.get(timer.key) === timer;
  }

  /** Lets a timer become due at its time. */
  arm(timer: Timer): void {
    if (this.#isClosed || !this.isSet(timer)) return;
    // Most come last.
    const place = this.#armed.findLastIndex((each) => each.dueAt <= timer.dueAt) + 1;
    this.#armed.splice(place, 0, timer);
    this.#wake();
  }

  /** No timer becomes due any more. */
  close(): void {
    this.#armed = [];
    this.#stop();
    this.#isClosed = true;
  }

  #wake(): void {
    const { clock } = this.#owner;
    const first = this.#armed[0];
    if (!first || first.dueAt >= this.#wakesAt) return;
    this.#stop();
    this.#wakesAt = first.dueAt;
    const ms = Math.min(lookMs, Math.max(0, first.dueAt - clock.now()));
    this.#stop = clock.after(ms, () => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      const now = clock.now();
      const count = this.#armed.findIndex(({ dueAt }) => dueAt > now);
      for (const timer of this.#armed.splice(0, count < 0 ? this.#armed.length : count)) {
        if (this.isSet(timer)) this.#owner.due(timer);
      }
      this.#wake();
    });
  }

  #cancel(timer: Timer): void {
    this.#drop(timer);
    // Looking for each of them would cost more than to leave it there until there are too many.
    if (this.#armed.length > 2 * this.#timers.size + 64) this.#armed = this.#armed.filter((each) => this.isSet(each));
    this.#owner.cancelled(timer);
  }

  #drop(timer: Timer): void {
    this.#timers.delete(timer.key);
    const own = this.#bySource.get(timer.source);
    own?.delete(timer);
    if (own?.size === 0) this.#bySource.delete(timer.source);
  }

  /** A key that is free: of two with the same, the second gets a number. */
  #keyOf(source: AnyActorRef, id: string): string {
    const path = this.#owner.pathOf(source);
    const name = `${path}${path === '' ? '' : '/'}${id.replace(/^xstate\./, '')}`;
    let key = name;
    for (let count = 2; this.#timers.has(key); count++) key = `${name}#${count}`;
    return key;
  }
}
