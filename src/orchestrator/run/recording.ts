import type { Effects } from '../../actors/effects.ts';
import { machineVersion } from '../../actors/journal.ts';
import type { Stage } from '../../actors/stage.ts';
import type { Message } from '../../domain/message.ts';
import type { RunOptions } from '../../domain/options.ts';
import { TroupeError } from '../../errors.ts';
import { type Comparison, playFacts } from '../../log/compare-entries.ts';
import type { Entry } from '../../log/entry.ts';
import type { HostInput } from '../../machines/host/host-events.ts';
import { chartsProblem } from './charts-problem.ts';

/** What came of recomputing a run: the same log, or the first entry that differs. */
export type ReplayReport = Comparison & {
  /** The name and version of the charts that made the log, where they are not those of this version: they may differ from it. */
  readonly madeBy?: string;
};

/**
 * A stored log that is played again: its facts are handed to a run in their order, and every entry that comes of them is compared with the stored
 * one. On its stage nothing is performed and nothing is written, until it goes live.
 */
export class Recording {
  readonly run: string;
  readonly messages: readonly Message[];
  /** What the run was asked for. */
  readonly input: HostInput;
  readonly options: RunOptions;
  /** The name and version of the charts that made it. */
  readonly machine: string;
  /** When the run was forked, if it was. */
  readonly forkedAt: string | undefined;
  readonly #entries: readonly Entry[];
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
    const first: Entry | undefined = entries[0];
    if (first?.type !== 'request.received') {
      throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
    }
    const { run, messages, knowledge = [], output, options, machine, forkedAt } = first.data;
    this.input = { messages, knowledge, runId: run, ...(output ? { output } : {}) };
    [this.run, this.machine, this.messages] = [run, machine, messages];
    [this.options, this.forkedAt] = [options, forkedAt];
    this.#entries = entries;
    this.#now = Date.parse(first.at);
  }

  /**
   * `read` is what the message suggests for reading it here.
   *
   * @throws TroupeError `bad-log` for a log that other charts have made: it is read and replayed here, and not continued.
   */
  checkCharts(read = 'read it here with read() or replay().'): void {
    const problem = chartsProblem(this.machine);
    if (!problem) return;
    throw new TroupeError(
      'bad-log',
      `Run ${this.run} ${problem}. Continue it with the version that made it, or ${read}`,
    );
  }

  /** The stage for the recording, and for what comes after it when there is a live one. */
  stage(live?: Stage): Stage {
    this.#live = live;
    const now = () => (this.#isLive ? this.#live : undefined);
    return {
      now: () => now()?.now() ?? this.#now,
      hasRoomFor: (seq) => this.#isLive || seq <= this.#entries.length,
      commit: (entries) => now()?.commit(entries),
      committed: (entries) => now()?.committed(entries),
      dispatch: (effect) => now()?.dispatch(effect),
      abort: (effect) => now()?.abort(effect),
      failed: (error) => now()?.failed(error),
      closed: () => this.#live?.closed(),
    };
  }

  /** Hands over every fact up to entry number `until` and reports whether all that came of it is as stored. */
  play(effects: Effects, until = this.#entries.length): ReplayReport {
    const playing = this.playing(effects, until);
    for (;;) {
      const { done, value } = playing.next();
      if (done) return value;
    }
  }

  /** As `play`, one fact at a time; stops where what came of them differs from what is stored. */
  *playing(effects: Effects, until = this.#entries.length): Generator<undefined, ReplayReport> {
    const report = yield* playFacts(this.#entries, effects.log.entries, {
      until,
      hand: (fact) => {
        this.#now = Date.parse(fact.at);
        hand(effects, fact);
      },
      flush: () => effects.flush(),
    });
    return this.machine === machineVersion ? report : { ...report, madeBy: this.machine };
  }

  /** From now on everything really happens: first what `before` submits, then what was under way begins again. */
  goLive(effects: Effects, before: () => void = () => {}): void {
    this.#isLive = true;
    before();
    effects.restored();
  }
}

/** Hands a stored fact to the run again. */
function hand(effects: Effects, { type, actor, data }: Entry): void {
  switch (type) {
    case 'effect.completed':
    case 'timer.fired': {
      const { key, output, usage, waitedMs } = data;
      effects.settle(key, { ok: true, output, usage, waitedMs });
      return;
    }
    case 'effect.failed': {
      const { key, error, usage, waitedMs } = data;
      effects.settle(key, { ok: false, error, usage, waitedMs });
      return;
    }
    case 'effect.progressed':
      effects.progress(data.key, data.value);
      return;
    case 'effect.cancelled':
      effects.spent({ ...data, actor });
      return;
    case 'run.restored':
      effects.restored();
      return;
    default:
      effects.submit({ type, ...data });
  }
}
