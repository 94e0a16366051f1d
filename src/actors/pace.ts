import { backoffMs, type RetryPolicy } from '../domain/effect.ts';
import type { Model } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import type { Clock } from './clock.ts';

/** Gives each model its pace. */
export function paceByModel(clock: Clock): (model: Model) => Pace {
  const paces = new WeakMap<Model, Pace>();
  return (model) => {
    const pace = paces.get(model) ?? new Pace(clock);
    paces.set(model, pace);
    return pace;
  };
}

/** Of how many answers one more call at a time comes. */
const answersForOneMore = 8;

/** A call that waits for its turn. */
interface Waiting {
  readonly maxAskedMs: number;
  begin(): void;
  giveUp(reason: unknown): void;
}

/**
 * The calls of one model, of all runs of an orchestrator. They do not wait for each other until the endpoint turns one away. Then as many go on at a
 * time as it still works on, and none begins before the time it asked for; where it works on none and says no time, each refusal
 * in a row doubles the pause. Every eighth answer lets one more in. Whoever waits goes in the order of coming, and leaves at once when its signal aborts.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #queue: Waiting[] = [];
  #room = Number.POSITIVE_INFINITY;
  #underWay = 0;
  #refusals = 0;
  #opensAt = 0;
  #forgetTimer = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins a call, or gives the wait for its turn, after which it has begun. Every call that has begun has to `leave`. One that would have
   * to wait longer than it may fails with `rate-limit`.
   */
  enter(signal: AbortSignal, retry: RetryPolicy): Promise<void> | undefined {
    if (this.#queue.length > 0 || !this.#hasRoom()) return this.#turn(signal, retry);
    this.#underWay++;
    return undefined;
  }

  /** A call has ended. */
  leave(): void {
    this.#underWay--;
    this.#admit();
  }

  /** A call that is about to leave was answered. */
  grow(): void {
    this.#refusals = 0;
    this.#room += 1 / answersForOneMore;
  }

  /** A call that is about to leave was turned away. */
  shrink(askedMs: number | undefined, retry: RetryPolicy): void {
    const others = this.#underWay - 1;
    this.#refusals++;
    this.#room = Math.max(1, Math.min(this.#room, others));
    // Where others are under way, their end says when there is room.
    const pauseMs = askedMs ?? (others > 0 ? 0 : backoffMs(this.#refusals, retry));
    this.#opensAt = Math.max(this.#opensAt, this.#clock.now() + pauseMs);
  }

  #hasRoom(): boolean {
    return this.#underWay + 1 <= this.#room && this.#clock.now() >= this.#opensAt;
  }

  #turn(signal: AbortSignal, { maxAskedMs = Number.POSITIVE_INFINITY }: RetryPolicy): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', abort);
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
      };
      const waiting: Waiting = {
        maxAskedMs,
        begin: () => {
          leave();
          this.#underWay++;
          resolve();
        },
        giveUp: (reason) => {
          leave();
          reject(reason);
        },
      };
      const abort = () => {
        waiting.giveUp(signal.reason);
        this.#admit();
      };
      signal.addEventListener('abort', abort);
      this.#queue.push(waiting);
      this.#admit();
    });
  }

  /** Lets in whoever may begin now, and sees to it that the others are looked at again. */
  #admit(): void {
    this.#forgetTimer();
    const waitMs = this.#opensAt - this.#clock.now();
    for (const waiting of this.#queue.filter(({ maxAskedMs }) => waitMs > maxAskedMs)) {
      const message = `The endpoint has asked for a pause that ends in ${waitMs} ms, so it was not called.`;
      waiting.giveUp(new ModelError('rate-limit', message, { retryAfterMs: waitMs }));
    }
    while (this.#hasRoom() && this.#queue.length > 0) this.#queue[0]?.begin();
    // A timer is set only where somebody waits for it.
    if (waitMs > 0 && this.#queue.length > 0) this.#forgetTimer = this.#clock.after(waitMs, () => this.#admit());
  }
}
