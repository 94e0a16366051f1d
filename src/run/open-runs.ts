import type { Clock } from '../actors/clock.ts';
import { type LeaseKeeper, leaseKeeper } from '../actors/lease-keeper.ts';
import { endOf, Recording } from '../actors/recording.ts';
import type { RunCore } from '../actors/run-core.ts';
import type { Stage } from '../actors/stage.ts';
import type { Watcher } from '../actors/watcher.ts';
import { within } from '../actors/with-deadline.ts';
import { TroupeError } from '../errors.ts';
import { checkRunId } from '../log/entries/check-run-id.ts';
import type { Entry } from '../log/entry.ts';
import type { RunLog } from '../log/run-log.ts';
import type { Lease, Store } from '../stores/store.ts';
import { type ConnectedChart, type ForkPoint, forkedLog } from './connected-chart.ts';

/** What runs stand on, and how their owner refuses. */
export interface RunsConfig {
  readonly store: Store | undefined;
  readonly clock: Clock;
  readonly leaseMs: number;
  noStore(run: string): TroupeError;
  noRun(run: string): TroupeError;
  /** What to do with a run that has ended. */
  readonly afterEnd?: string;
}

/** The right to drive a run in this process, from before it is open until its lease is back. */
interface Place {
  readonly keeper: LeaseKeeper | undefined;
  readonly left: PromiseWithResolvers<void>;
  core?: () => RunCore;
  isClosed: boolean;
}

/** A store that does not answer must not keep anybody waiting. */
const leaveMs = 5_000;

/** The runs that are driven in this process, of whichever chart: one way to begin, to continue, to resume and to fork, one stage that writes under a lease. */
export class OpenRuns {
  readonly #config: RunsConfig;
  readonly #places = new Map<string, Place>();
  /** The runs that are being opened, by what has to be waited for. */
  readonly #opening = new Map<string, Promise<unknown>>();
  #isClosed = false;

  constructor(config: RunsConfig) {
    this.#config = config;
  }

  /** How many are open. */
  get size(): number {
    return [...this.#places.values()].filter(({ isClosed }) => !isClosed).length;
  }

  /** Whether a run is driven here. */
  has(run: string): boolean {
    const place = this.#places.get(run);
    return place !== undefined && !place.isClosed && !place.core?.().isOver;
  }

  /** The log of a stored run. @throws TroupeError when there is none, or no store. */
  async read(run: string): Promise<readonly Entry[]> {
    const { store, noStore, noRun } = this.#config;
    if (!store) throw noStore(run);
    const entries = await store.read(run);
    if (entries.length === 0) throw noRun(run);
    return entries;
  }

  /** Begins a run. */
  begin<Run>(id: string, chart: ConnectedChart<Run>): Run {
    checkRunId(id);
    this.#checkFree(id);
    const { run, live } = chart.open({ stage: (...about) => this.stage(...about) });
    live();
    return run;
  }

  /** Takes the lease of a stored run and continues it. `chartOf` says with which chart, or refuses. */
  resume<Run>(run: string, chartOf: (entries: readonly Entry[]) => ConnectedChart<Run>): Promise<Run> {
    return this.#open(run, async () => {
      const place = await this.#take(run);
      try {
        const entries = await this.read(run);
        const chart = chartOf(entries);
        const end = endOf(entries);
        if (!end) return this.#goOn(entries, chart, place);
        const why = `Run ${run} has ended (${end}): there is nothing to resume.`;
        throw new TroupeError('usage', `${why}${this.#config.afterEnd ?? ''}`);
      } catch (error) {
        await place.keeper?.release();
        throw error;
      }
    });
  }

  /** Stores the first entries of a run as a new run and continues that; `again` has the keys of the effects that are performed again. */
  fork<Run>(
    run: string,
    point: ForkPoint,
    chartOf: (entries: readonly Entry[]) => ConnectedChart<Run>,
  ): Promise<{ run: Run; again: readonly string[] }> {
    return this.#open(point.newRunId, async () => {
      checkRunId(point.newRunId);
      const entries = await this.read(run);
      const chart = chartOf(entries);
      const { forked, again } = forkedLog(entries, point, chart, this.#config.clock.now());
      return { run: await this.#store(forked, chart), again };
    });
  }

  /** Stores what `moved` makes of a run as a new run and continues that. Nobody drives the old one meanwhile. */
  migrate<Run>(
    run: string,
    newRunId: string,
    moved: (entries: readonly Entry[]) => { readonly entries: readonly Entry[]; readonly chart: ConnectedChart<Run> },
  ): Promise<Run> {
    return this.#open(newRunId, async () => {
      checkRunId(newRunId);
      this.#checkFree(run);
      const { keeper } = await this.#take(run);
      try {
        const stored = await this.read(run);
        const end = endOf(stored);
        if (end) throw new TroupeError('usage', `Run ${run} has ended (${end}): there is nothing to move.`);
        const { entries, chart } = moved(stored);
        return await this.#store(entries, chart);
      } finally {
        await keeper?.release();
      }
    });
  }

  /** Stops driving all of them, without ending them, and opens no more: one that is being opened is refused, or left as soon as it is open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const leave = async () => {
      const places = [...this.#places.values()];
      for (const { core } of places) core?.().leave();
      await Promise.all(places.map(({ left }) => left.promise));
    };
    await Promise.all([leave(), Promise.allSettled(this.#opening.values()).then(leave)]);
  }

  /** The stage of a run that really happens: entries go to the store, under the run's lease. From now on the run is open here, until nothing more of it is written. */
  stage(log: RunLog, core: () => RunCore, watcher: Watcher, place = this.#placeOf(log.run)): Stage {
    const { clock, store } = this.#config;
    const { keeper } = place;
    place.core = core;
    this.#places.set(log.run, place);
    return {
      isLive: () => true,
      now: () => clock.now(),
      after: (ms, callback) => clock.after(ms, callback),
      hasRoomFor: () => true,
      commit(entries) {
        const lease = keeper?.hold();
        const write = (held: Lease | undefined) => store?.append(log.run, (entries[0]?.seq ?? 1) - 1, entries, held);
        return lease instanceof Promise ? lease.then(write) : write(lease);
      },
      committed: (entries) => watcher.entries(entries),
      failed: (error) => watcher.broke(error),
      closed: () => {
        if (place.isClosed) return;
        place.isClosed = true;
        const released = keeper?.release();
        watcher.closed?.(released);
        const leave = () => {
          if (this.#places.get(log.run) === place) this.#places.delete(log.run);
          place.left.resolve();
        };
        if (released) void released.then(leave);
        else leave();
      },
    };
  }

  /** One at a time for each run, and none after the end. */
  async #open<T>(run: string, open: () => Promise<T>): Promise<T> {
    this.#checkFree(run);
    const opened = open();
    this.#opening.set(run, opened);
    try {
      return await opened;
    } finally {
      this.#opening.delete(run);
    }
  }

  /** @throws TroupeError `lease` for a run that is driven here, or will be in a moment. */
  #checkFree(run: string): void {
    this.#checkOpen();
    if (this.#opening.has(run)) throw new TroupeError('lease', `Run ${run} is being opened here already.`);
    if (this.has(run))
      throw new TroupeError('lease', `Run ${run} is under way here already: use what start or resume returned for it.`);
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new TroupeError('usage', 'This runner was closed: create another one to drive runs.');
  }

  /** The lease of a stored run. One that was left here has to write its last entries and to give its lease back first, unless it takes too long for that. */
  async #take(run: string): Promise<Place> {
    const before = this.#places.get(run)?.left.promise;
    if (before) await within(before, leaveMs, this.#config.clock, 'The lease is not back.').catch(() => {});
    const place = this.#placeOf(run);
    await place.keeper?.hold();
    return place;
  }

  /** Makes a new run of entries, and continues it. */
  async #store<Run>(entries: readonly Entry[], chart: ConnectedChart<Run>): Promise<Run> {
    this.#checkOpen();
    await this.#config.store?.append(entries[0]?.run ?? '', 0, entries);
    return this.#goOn(entries, chart);
  }

  /** Plays a log to its end and continues live from there. @throws TroupeError `bad-log` for one that comes out differently. */
  #goOn<Run>(entries: readonly Entry[], chart: ConnectedChart<Run>, place?: Place): Run {
    this.#checkOpen();
    const recording = new Recording(entries);
    const { core, run, live } = chart.open({
      recording,
      stage: (...about) => recording.stage(this.stage(...about, place)),
    });
    try {
      const report = core && recording.play(core);
      if (!report?.equal) throw chart.differs(report, entries);
      recording.goLive();
      live();
    } catch (error) {
      // A run that is not continued is not open here.
      core?.leave();
      throw error;
    }
    core?.restore();
    return run;
  }

  /** Keeps the right to drive a run; without a store there is no lease. */
  #placeOf(run: string): Place {
    const { store, leaseMs: ttlMs, clock } = this.#config;
    const onLost = (error: unknown) => place.core?.().fail(error);
    const keeper = store && leaseKeeper({ store, run, owner: crypto.randomUUID(), ttlMs, clock, onLost });
    const place: Place = { keeper, left: Promise.withResolvers<void>(), isClosed: false };
    return place;
  }
}
