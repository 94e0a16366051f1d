import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { effectsAfter, forkEntries } from '../log/fork-entries.ts';
import type { RunSummary, Store } from '../stores/store.ts';
import { openingOf, replayChart } from './chart-recording.ts';
import type { ChartRun } from './chart-run.ts';
import { Charts } from './charts.ts';
import { differs, toCheckReport } from './check-report.ts';
import { toData } from './data.ts';
import { type Chart, chartTitle } from './define-chart.ts';
import { migratedEntries } from './migrate.ts';
import { OpenRuns } from './open-runs.ts';
import type { ParkedRun, Runner } from './runner.ts';
import { type ParsedRunnerConfig, parseRunnerConfig, type RunnerConfig } from './runner-config.ts';

/** Makes a runner of charts. @throws TroupeError `bad-config` for a configuration that cannot work. */
export function createRunner(config: RunnerConfig): Runner {
  return new ChartRunner(parseRunnerConfig(config)) as unknown as Runner; // it gives each chart's run the types of its machine
}

class ChartRunner {
  readonly #config: ParsedRunnerConfig;
  readonly #charts: Charts;
  readonly #open: OpenRuns;

  constructor(config: ParsedRunnerConfig) {
    this.#config = config;
    this.#charts = new Charts(config.charts);
    this.#open = new OpenRuns(config, (run, at) => this.fork(run, { at }));
  }

  start(given: Chart, { id: run = crypto.randomUUID(), input }: { id?: string; input?: unknown } = {}): ChartRun {
    const chart = this.#charts.own(given);
    const { name, version, states } = chart;
    if (this.#open.has(run)) throw alreadyOpen(run);
    const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
    const about = input === undefined ? {} : { input: toData(input, `The input of "${name}"`) };
    return this.#open.begin(chart, { run, chart: name, version, states, seed, ...about });
  }

  async resume(run: string, wanted?: Chart): Promise<ChartRun> {
    if (this.#open.has(run)) throw alreadyOpen(run);
    const keeper = this.#open.keeperOf(run);
    await keeper?.hold();
    try {
      const entries = await this.#read(run);
      const chart = this.#charts.of(openingOf(entries).data);
      if (wanted && chartTitle(wanted) !== chartTitle(chart)) {
        throw new TroupeError('usage', `Run ${run} belongs to ${chartTitle(chart)}, not to ${chartTitle(wanted)}.`);
      }
      const status = statusOf(entries);
      if (status !== 'executing') {
        throw new TroupeError('usage', `Run ${run} has ended (${status}): there is nothing to resume.`);
      }
      return this.#open.continue(entries, chart, keeper);
    } catch (error) {
      await keeper?.release();
      throw error;
    }
  }

  async recover(): Promise<{ runs: ChartRun[]; parked: ParkedRun[] }> {
    const { store } = this.#config;
    const [runs, parked]: [ChartRun[], ParkedRun[]] = [[], []];
    for await (const { run } of unfinished(store)) {
      const [first] = this.#open.has(run) ? [] : ((await store?.read(run, 0, 1)) ?? []);
      if (first?.type !== 'chart.started' || !this.#charts.hasName(first.data.chart)) continue;
      try {
        runs.push(await this.resume(run));
      } catch (error) {
        parked.push({ run, why: messageOf(error) });
      }
    }
    return { runs, parked };
  }

  async replay(run: string | readonly Entry[]) {
    const entries = typeof run === 'string' ? await this.#read(run) : run;
    return this.#played(entries, this.#charts.of(openingOf(entries).data));
  }

  async check(run: string | readonly Entry[]) {
    const entries = typeof run === 'string' ? await this.#read(run) : run;
    const chart = this.#charts.of(openingOf(entries).data);
    return toCheckReport(this.#played(entries, chart), chart, entries);
  }

  async fork(run: string, { at, newRunId = crypto.randomUUID() }: { at: number; newRunId?: string }) {
    const { store, clock } = this.#config;
    const entries = await this.#read(run);
    const chart = this.#charts.of(openingOf(entries).data);
    const prefix = forkEntries(entries, at, newRunId, clock.now());
    if (statusOf(prefix) !== 'executing') {
      throw new TroupeError('usage', `Run ${run} has ended at entry ${at}: fork it at an earlier one.`);
    }
    const report = this.#played(prefix, chart);
    if (!report.equal) throw differs(report, chart, prefix);
    await store?.append(newRunId, 0, prefix);
    return { run: this.#open.continue(prefix, chart), again: effectsAfter(entries, prefix.length) };
  }

  async migrate(run: string, to: Chart, { newRunId = crypto.randomUUID() }: { newRunId?: string } = {}) {
    const chart = this.#charts.own(to);
    const stored = await this.#read(run);
    const status = statusOf(stored);
    if (status !== 'executing')
      throw new TroupeError('usage', `Run ${run} has ended (${status}): there is nothing to move.`);
    const entries = migratedEntries(stored, chart, newRunId, this.#config.strict);
    await this.#config.store?.append(newRunId, 0, entries);
    return this.#open.continue(entries, chart);
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.all.map((run) => run.leave()));
  }

  #played(entries: readonly Entry[], chart: Chart) {
    const { report, core } = replayChart(entries, chart, { isStrict: this.#config.strict });
    core.leave();
    return report;
  }

  async #read(run: string): Promise<readonly Entry[]> {
    const { store } = this.#config;
    if (!store) throw new TroupeError('usage', 'This runner has no store: give one to createRunner({ store }).');
    const entries = await store.read(run);
    if (entries.length === 0) throw new TroupeError('usage', `There is no run ${run} in the store.`);
    return entries;
  }
}

const alreadyOpen = (run: string) =>
  new TroupeError('usage', `Run ${run} is under way in this runner already: use what start or resume returned for it.`);

/** How a run stands by its entries. */
const statusOf = (entries: readonly Entry[]): string =>
  entries.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'executing';

/** The runs of a store that are under way, a page at a time. */
async function* unfinished(store: Store | undefined): AsyncGenerator<RunSummary> {
  for (let after: string | undefined; ; ) {
    const page = (await store?.runs({ status: 'executing', ...(after === undefined ? {} : { after }) })) ?? [];
    yield* page;
    after = page.at(-1)?.run;
    if (after === undefined) return;
  }
}
