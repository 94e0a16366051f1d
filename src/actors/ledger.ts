import { type ReachedLimit, type SpendingLimit, spendingLimits } from '../domain/limit.ts';

/** What calls of models use: counted, in tokens, and in money where a price is known. */
export type Spending = Readonly<Record<SpendingLimit, number>>;

/** The most a run may spend; what is absent is not limited. */
export type SpendingLimits = Readonly<Partial<Record<SpendingLimit, number | undefined>>>;

/** A place in the ledger that is held for a call until it is settled. */
export interface Reservation {
  /** Replaces what was held by what was used. */
  settle(used: Spending): void;
}

/**
 * One for each run: a call reserves its worst case before it is made and settles to what it used. What is spent and what is held never exceed a
 * limit together. A part can be kept back that only the final answer may use.
 */
export class Ledger {
  readonly #limits: SpendingLimits;
  readonly #keptBack: Spending;
  #spent: Spending;
  #held: Spending = nothing;

  constructor(limits: SpendingLimits, options: { spent?: Spending; keptBack?: Spending } = {}) {
    this.#limits = limits;
    this.#spent = options.spent ?? nothing;
    this.#keptBack = options.keptBack ?? nothing;
  }

  get spent(): Spending {
    return this.#spent;
  }

  /** Whether anything but the number of calls is limited: only then does somebody need to know the worst case of a call. */
  get limitsTokens(): boolean {
    return spendingLimits.some((name) => name !== 'modelCalls' && this.#limits[name] !== undefined);
  }

  /** The limit that does not cover a worst case. */
  uncovered(worst: Spending, options: { isFinal: boolean }): ReachedLimit | undefined {
    for (const name of spendingLimits) {
      const max = this.#limits[name];
      const reserve = options.isFinal ? 0 : this.#keptBack[name];
      if (max !== undefined && this.#spent[name] + this.#held[name] + worst[name] + reserve > max) return { name, max };
    }
    return undefined;
  }

  /** Counts what somebody has used who does not ask before. */
  charge(used: Spending): void {
    this.#spent = add(this.#spent, used, 1);
  }

  /** Holds a worst case, or says which limit does not cover it. */
  reserve(
    worst: Spending,
    options: { isFinal: boolean },
  ): { ok: true; reservation: Reservation } | { ok: false; limit: ReachedLimit } {
    const limit = this.uncovered(worst, options);
    if (limit) return { ok: false, limit };
    this.#held = add(this.#held, worst, 1);
    let isOpen = true;
    const settle = (used: Spending) => {
      if (!isOpen) return;
      isOpen = false;
      this.#held = add(this.#held, worst, -1);
      this.#spent = add(this.#spent, used, 1);
    };
    return { ok: true, reservation: { settle } };
  }
}

export const nothing = Object.fromEntries(spendingLimits.map((name) => [name, 0])) as Spending; // one for each name

function add(a: Spending, b: Spending, sign: 1 | -1): Spending {
  const sum = { ...a };
  for (const name of spendingLimits) sum[name] += sign * b[name];
  return sum;
}
