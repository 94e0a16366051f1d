import type { EntryData } from '../log/entry-types.ts';
import type { EffectPack, Progress } from './effect-pack.ts';
import { EffectPerformance } from './effect-performance.ts';
import type { LiveEffect, Outcome, Stage } from './stage.ts';

/** Who learns what came of the effects of a run. */
export interface EffectsReport {
  settle(key: string, outcome: Outcome): void;
  spent(about: EntryData['effect.cancelled'] & { readonly actor: string }): void;
  progress(key: string, value: Progress): void;
}

/** The effects of one run that are being performed, by its pack. On a silent stage none is. */
export class Performances {
  readonly #stage: Stage;
  readonly #pack: EffectPack | undefined;
  readonly #report: EffectsReport;
  readonly #performances = new Map<string, EffectPerformance>();

  constructor(stage: Stage, pack: EffectPack | undefined, report: EffectsReport) {
    [this.#stage, this.#pack, this.#report] = [stage, pack, report];
  }

  dispatch(effect: LiveEffect): void {
    if (!this.#stage.isLive() || !this.#pack) return;
    const { kind, address } = effect;
    const { key, actor } = address;
    const performance = new EffectPerformance(effect, this.#stage, {
      settle: (outcome) => {
        this.#performances.delete(key);
        this.#report.settle(key, outcome);
      },
      spent: (usage) => this.#report.spent({ key, kind, actor, usage }),
      progress: (value) => this.#report.progress(key, value),
    });
    // An effect that begins again takes the place of its earlier attempt.
    this.#performances.get(key)?.abandon();
    this.#performances.set(key, performance);
    performance.begin(this.#pack);
  }

  /** Stops an effect that may have been dispatched. */
  abort({ address: { key } }: LiveEffect): void {
    const performance = this.#performances.get(key);
    this.#performances.delete(key);
    performance?.abandon();
  }
}
