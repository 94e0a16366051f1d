import { backoffMs, type RetryPolicy } from '../../domain/effect.ts';
import type { Model } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import type { Clock } from '../clock.ts';

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

/** After so many refusals in a row, with nothing answered between them, nobody is kept waiting any more. */
const mostRefusals = 10;

/** A call that waits for its turn. */
interface Waiting {
  readonly maxAskedMs: number;
  begin(): void;
  giveUp(reason: unknown): void;
}

/**
 * The calls of one model, of all runs of an orchestrator. They do not wait for each other until the endpoint turns one away. Then as many go on at a
 * time as it still works on, and none begins before the time it asked for; where it works on none, each refusal
 * doubles the pause and each answer halves it. Every eighth answer lets one more in. Whoever waits goes in the order of coming, and leaves at once when its signal aborts.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #queue: Waiting[] = [];
  #room = Number.POSITIVE_INFINITY;
  #underWay = 0;
  /** Each refusal adds one and each answer takes one off: the pause finds its length. */
  #refusals = 0;
  /** Refusals since the last answer. */
  #inARow = 0;
  #opensAt = 0;
  /** What the endpoint asked for, however long: nobody waits for all of it, and after the longest wait that is allowed one looks again. */
  #askedUntil = 0;
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
    this.#askedUntil = 0;
    this.#inARow = 0;
    this.#refusals = Math.max(0, this.#refusals - 1);
    this.#room += 1 / answersForOneMore;
  }

  /** A call that is about to leave was turned away. */
  shrink(askedMs: number | undefined, retry: RetryPolicy): void {
    const others = this.#underWay - 1;
    // A burst that is turned away at once is one refusal.
    if (others === 0) this.#refusals++;
    if (others === 0) this.#inARow++;
    this.#room = Math.max(1, Math.min(this.#room, others));
    const { maxAskedMs = Number.POSITIVE_INFINITY } = retry;
    // Where others are under way, their end says when there is room.
    const ownMs = others > 0 ? 0 : backoffMs(this.#refusals, retry);
    const [now, asked] = [this.#clock.now(), askedMs ?? 0];
    this.#askedUntil = Math.max(this.#askedUntil, now + asked);
    this.#opensAt = Math.max(this.#opensAt, now + Math.max(ownMs, Math.min(asked, maxAskedMs)));
    if (this.#inARow < mostRefusals) return;
    const message = `The endpoint has turned away ${this.#inARow} calls in a row, so it was not called.`;
    for (const waiting of [...this.#queue]) waiting.giveUp(new ModelError('rate-limit', message, { retryable: false }));
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
    const askedMs = this.#askedUntil - this.#clock.now();
    for (const waiting of this.#queue.filter(({ maxAskedMs }) => waitMs > 0 && askedMs > maxAskedMs)) {
      const message = `The endpoint has asked for a pause that ends in ${askedMs} ms, so it was not called.`;
      waiting.giveUp(new ModelError('rate-limit', message, { retryAfterMs: askedMs }));
    }
    while (this.#hasRoom() && this.#queue.length > 0) this.#queue[0]?.begin();
    // A timer is set only where somebody waits for it.
    if (waitMs > 0 && this.#queue.length > 0) this.#forgetTimer = this.#clock.after(waitMs, () => this.#admit());
  }
}
