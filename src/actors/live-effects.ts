import { TroupeError } from '../errors.ts';
import type { Performances } from './performances.ts';
import type { LiveEffect } from './stage.ts';

/** The effects of one run that have not settled, each under its key: held back, or begun with the next commit, or under way. */
export class LiveEffects {
  readonly #run: string;
  readonly #performances: Performances;
  readonly #live = new Map<string, LiveEffect>();
  #held: LiveEffect[] = [];
  #begun: LiveEffect[] = [];

  constructor(run: string, performances: Performances) {
    this.#run = run;
    this.#performances = performances;
  }

  /** All of them, in the order in which they were asked for. */
  get all(): readonly LiveEffect[] {
    return [...this.#live.values()];
  }

  find(key: string): LiveEffect | undefined {
    return this.#live.get(key);
  }

  add(effect: Omit<LiveEffect, 'startedAt'>): LiveEffect {
    const { key } = effect.address;
    if (this.#live.has(key)) {
      throw new TroupeError('bug', `Two live effects of run ${this.#run} have the key "${key}".`);
    }
    const live = { ...effect, startedAt: 0 };
    this.#live.set(key, live);
    return live;
  }

  /** Keeps an effect back until what is held is taken. */
  hold(effect: LiveEffect): void {
    this.#held.push(effect);
  }

  /** Keeps back everything, in the order of the keys: it is to begin again. */
  holdAll(): void {
    this.#held = this.all.toSorted((a, b) => (a.address.key < b.address.key ? -1 : 1));
  }

  /** What was held back, in its order; nothing is afterwards. */
  takeHeld(): readonly LiveEffect[] {
    return this.#held.splice(0);
  }

  /** Lets an effect begin with the next commit. */
  begin(effect: LiveEffect): void {
    this.#begun.push(effect);
  }

  /** What begins with this commit; what is begun while it is being written begins with the next one. */
  takeBegun(): readonly LiveEffect[] {
    return this.#begun.splice(0);
  }

  /** Performs what begins, unless it was cancelled meanwhile. */
  dispatch(begun: readonly LiveEffect[]): void {
    for (const effect of begun) if (this.#live.get(effect.address.key) === effect) this.#performances.dispatch(effect);
  }

  /** Takes out an effect that has settled; nothing for a key that nobody waits for. */
  settle(key: string): LiveEffect | undefined {
    const effect = this.#live.get(key);
    this.#live.delete(key);
    return effect;
  }

  cancel(key: string): void {
    const effect = this.settle(key);
    if (!effect) return;
    this.#held = this.#held.filter((held) => held !== effect);
    this.#begun = this.#begun.filter((begun) => begun !== effect);
    this.#performances.abort(effect);
  }

  cancelAll(): void {
    for (const key of [...this.#live.keys()]) this.cancel(key);
  }
}
