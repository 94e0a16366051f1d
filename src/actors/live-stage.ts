import type { AnyActorRef } from 'xstate';
import type { Entry } from '../log/entry.ts';
import type { RunLog } from '../log/run-log.ts';
import type { Lease, Store } from '../stores/store.ts';
import type { Clock } from './clock.ts';
import type { EffectPack } from './effect-pack.ts';
import { EffectPerformance } from './effect-performance.ts';
import type { Effects } from './effects.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { LiveEffect, Stage } from './stage.ts';
import type { Watcher } from './watcher.ts';

/** What a live stage stands on. */
export interface LiveStageParts {
  readonly log: RunLog;
  readonly effects: () => Effects;
  /** Fails when the log can no longer be written. */
  readonly journal: AnyActorRef;
  readonly pack: EffectPack;
  readonly clock: Clock;
  readonly store: Store | undefined;
  readonly keeper: LeaseKeeper | undefined;
  readonly watcher: Watcher | undefined;
  /** Nothing more is written; the lease is back, or on its way. */
  readonly onClosed: (released: void | Promise<void>) => void;
}

/** The stage of a run that really happens: effects are performed, entries go to the store. */
export class LiveStage implements Stage {
  readonly #parts: LiveStageParts;
  readonly #performances = new Map<string, EffectPerformance>();

  constructor(parts: LiveStageParts) {
    this.#parts = parts;
  }

  now(): number {
    return this.#parts.clock.now();
  }

  hasRoomFor(): boolean {
    return true;
  }

  commit(entries: readonly Entry[]): void | Promise<void> {
    const { log, store, keeper } = this.#parts;
    const lease = keeper?.hold();
    const write = (held: Lease | undefined) => store?.append(log.run, (entries[0]?.seq ?? 1) - 1, entries, held);
    return lease instanceof Promise ? lease.then(write) : write(lease);
  }

  committed(entries: readonly Entry[]): void {
    const { pack, watcher } = this.#parts;
    pack.committed(entries);
    watcher?.entries(entries);
  }

  dispatch(effect: LiveEffect): void {
    const { effects, clock, pack } = this.#parts;
    const { kind, address } = effect;
    const { key, actor } = address;
    const performance = new EffectPerformance(effect, clock, {
      settle: (outcome) => {
        this.#performances.delete(key);
        effects().settle(key, outcome);
      },
      spent: (usage) => effects().spent({ key, kind, actor, usage }),
      progress: (value) => effects().progress(key, value),
    });
    // An effect that begins again takes the place of its earlier attempt.
    this.#performances.get(key)?.abandon();
    this.#performances.set(key, performance);
    performance.begin(pack);
  }

  abort({ address: { key } }: LiveEffect): void {
    const performance = this.#performances.get(key);
    this.#performances.delete(key);
    performance?.abandon();
  }

  closed(): void {
    this.#parts.onClosed(this.#parts.keeper?.release());
  }

  failed(error: unknown): void {
    const { watcher, journal } = this.#parts;
    watcher?.broke(error);
    if (journal.getSnapshot().status === 'active') journal.send({ type: 'journal.failed', error });
  }
}
