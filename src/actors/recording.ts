import { type EndState, endStateOf } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import { type Comparison, playFacts } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
import type { RunCore } from './run-core.ts';
import type { Stage } from './stage.ts';

/**
 * A stored log that is played again: its facts are handed to a run in their order, and every entry that comes of them is compared with the stored
 * one. On its stage nothing is performed and nothing is written, until it goes live.
 */
export class Recording {
  readonly entries: readonly Entry[];
  #now: number;
  #live: Stage | undefined;
  #isLive = false;

  constructor(entries: readonly Entry[]) {
    if (!Array.isArray(entries)) {
      throw new TroupeError(
        'bad-log',
        'This is not a log: pass the list of its entries, such as run.log or await store.read(runId).',
      );
    }
    this.entries = entries;
    const first: Entry | undefined = entries[0];
    this.#now = Date.parse(first?.at ?? '');
  }

  /** The stage for the recording, and for what comes after it when there is a live one. */
  stage(live?: Stage): Stage {
    this.#live = live;
    const now = () => (this.#isLive ? this.#live : undefined);
    return {
      isLive: () => this.#isLive,
      now: () => now()?.now() ?? this.#now,
      after: (ms, callback) => now()?.after(ms, callback) ?? (() => {}),
      hasRoomFor: (seq) => this.#isLive || seq <= this.entries.length,
      commit: (entries) => now()?.commit(entries),
      committed: (entries) => now()?.committed(entries),
      failed: (error) => this.#live?.failed(error),
      closed: () => this.#live?.closed(),
    };
  }

  /** Hands over every fact up to entry number `until` and reports whether all that came of it is as stored. */
  play(core: RunCore, until = this.entries.length): Comparison {
    const playing = this.playing(core, until);
    for (;;) {
      const { done, value } = playing.next();
      if (done) return value;
    }
  }

  /** As `play`, one fact at a time; stops where what came of them differs from what is stored. */
  *playing(core: RunCore, until = this.entries.length): Generator<undefined, Comparison> {
    return yield* playFacts(this.entries, core.log.entries, {
      until,
      hand: (fact) => {
        this.#now = Date.parse(fact.at);
        core.hand(fact);
      },
      flush: () => core.flush(endOf(this.entries.slice(0, until)) !== undefined),
    });
  }

  /** From now on everything really happens. */
  goLive(): void {
    this.#isLive = true;
  }
}

/** How a run has ended by its entries; nothing for one that has not. */
export function endOf(entries: readonly Entry[]): EndState | undefined {
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
  return (status && endStateOf(status)) ?? undefined;
}
