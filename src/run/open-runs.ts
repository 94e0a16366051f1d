import type { AnyActorRef } from 'xstate';
import { type LeaseKeeper, leaseKeeper } from '../actors/lease-keeper.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import { RunLog } from '../log/run-log.ts';
import type { Lease } from '../stores/store.ts';
import { ChartCore, type CoreParts } from './chart-core.ts';
import { restore } from './chart-facts.ts';
import type { ChartObserved } from './chart-observer.ts';
import { ChartRecording, replayChart } from './chart-recording.ts';
import { ChartHandle, type ChartRun } from './chart-run.ts';
import { changedStates, differs, toCheckReport } from './check-report.ts';
import { type Chart, chartTitle } from './define-chart.ts';
import type { ParsedRunnerConfig } from './runner-config.ts';

/** The log that a run continues, and the lease, if it is held already. */
interface Continued {
  readonly recording?: ChartRecording;
  readonly keeper?: LeaseKeeper | undefined;
}

/** A run that has not begun. */
interface Built {
  readonly core: ChartCore;
  readonly handle: ChartHandle;
  /** Who watches it, once its actors are there. */
  observed(): ((run: ChartRun) => void) | undefined;
}

/** The runs of a runner that are driven in this process. */
export class OpenRuns {
  readonly #config: ParsedRunnerConfig;
  readonly #runs = new Map<string, { readonly run: ChartRun; readonly core: ChartCore }>();
  readonly #fork: (run: string, at: number) => ReturnType<ChartObserved['fork']>;

  constructor(config: ParsedRunnerConfig, fork: (run: string, at: number) => ReturnType<ChartObserved['fork']>) {
    this.#config = config;
    this.#fork = fork;
  }

  get all(): readonly ChartRun[] {
    return [...this.#runs.values()].map(({ run }) => run);
  }

  has(run: string): boolean {
    return this.#runs.has(run);
  }

  /** Keeps the right to drive a run; nothing without a store. */
  keeperOf(run: string): LeaseKeeper | undefined {
    const { store, leaseMs: ttlMs, clock } = this.#config;
    const onLost = (error: unknown) => this.#runs.get(run)?.core.fail(error);
    return store && leaseKeeper({ store, run, owner: crypto.randomUUID(), ttlMs, clock, onLost });
  }

  /** Begins a run. */
  begin(chart: Chart, opening: EntryData['chart.started']): ChartRun {
    const built = this.#build(chart, opening.run);
    built.core.goLive(this.#config.clock);
    built.core.open(opening);
    return this.#opened(built);
  }

  /** Plays a log to its end and continues live from there. @throws TroupeError `bad-log` for one that comes out differently. */
  continue(entries: readonly Entry[], chart: Chart, keeper?: LeaseKeeper): ChartRun {
    const recording = new ChartRecording(entries);
    const { run, states } = recording.opening.data;
    const built = this.#build(chart, run, { recording, keeper });
    const { core } = built;
    const report = recording.play(core);
    if (!report.equal) {
      core.leave();
      throw differs(report, chart, entries);
    }
    if (states !== chart.states) this.#config.onProblem(changedStates(chart, run));
    recording.goLive();
    core.goLive(this.#config.clock);
    const opened = this.#opened(built);
    restore(core);
    return opened;
  }

  #opened({ core, handle, observed }: Built): ChartRun {
    const run = handle.toRun();
    // A store may have refused its first entries already.
    if (!handle.isClosed) this.#runs.set(run.id, { run, core });
    observed()?.(run);
    return run;
  }

  #build(chart: Chart, run: string, { recording, keeper: held }: Continued = {}): Built {
    const { strict, inspect, prepare } = this.#config;
    const log = new RunLog(run);
    const keeper = held ?? this.keeperOf(run);
    const handle: ChartHandle = new ChartHandle(() => core, strict);
    const live = this.#stage(log, handle, keeper, () => core);
    let observed: ((run: ChartRun) => void) | undefined;
    const onRoot = (root: AnyActorRef) => {
      prepare(root, {
        id: run,
        log,
        recorded: recording?.entries ?? [],
        follow: (listener) => handle.follow(listener),
      });
      const facts = core; // it has what waits, and proceeds
      const fork = (at: number) => this.#fork(run, at);
      observed = inspect?.attachChart(root, {
        runId: run,
        title: chartTitle(chart),
        isNew: !recording,
        log,
        follow: (listener) => handle.follow(listener),
        facts,
        fork,
      });
    };
    const stage = recording?.stage(live) ?? live;
    const core: ChartCore = new ChartCore({ chart, log, stage, isStrict: strict, onRoot });
    return { core, handle, observed: () => observed };
  }

  #stage(log: RunLog, handle: ChartHandle, keeper: LeaseKeeper | undefined, core: () => ChartCore): CoreParts['stage'] {
    const { clock, store } = this.#config;
    return {
      now: () => clock.now(),
      commit(entries) {
        const lease = keeper?.hold();
        const write = (held: Lease | undefined) => store?.append(log.run, (entries[0]?.seq ?? 1) - 1, entries, held);
        return lease instanceof Promise ? lease.then(write) : write(lease);
      },
      committed: (entries) => handle.committed(entries),
      failed: (error) => handle.failed(error),
      closed: () => {
        if (handle.isClosed) return;
        this.#runs.delete(log.run);
        void handle.closed(keeper?.release());
        if (this.#config.shadow && core().hasEnded) this.#shadow(core());
      },
    };
  }

  /** Replays a run that has ended. */
  #shadow({ chart, log }: ChartCore): void {
    const entries = [...log.entries];
    const { report } = replayChart(entries, chart, { isStrict: this.#config.strict });
    const found = toCheckReport(report, chart, entries);
    if (!found.ok) this.#config.onProblem(`Run ${log.run} does not replay. ${found.problem}`);
  }
}
