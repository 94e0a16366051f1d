import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import type { GivenOutcome } from '../log/fork-entries.ts';
import type { RunSummary, Store } from '../stores/store.ts';
import { adoptedChart, replayChart } from './adopted-chart.ts';
import type { ChartRun } from './chart-run.ts';
import { Charts, openingOf } from './charts.ts';
import { toCheckReport } from './check-report.ts';
import type { ConnectedChart } from './connected-chart.ts';
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
    this.#open = new OpenRuns({ ...config, noStore, noRun });
  }

  start(given: Chart, { id: run = crypto.randomUUID(), input }: { id?: string; input?: unknown } = {}): ChartRun {
    const chart = this.#charts.own(given);
    const { name, version, states, kind } = chart;
    const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
    const about = {
      ...(kind ? { kind } : {}),
      ...(input === undefined ? {} : { input: toData(input, `The input of "${name}"`) }),
    };
    return this.#open.begin(run, this.#adopted(chart, { run, chart: name, version, states, seed, ...about }));
  }

  async resume(run: string, wanted?: Chart): Promise<ChartRun> {
    return this.#open.resume(run, (entries) => {
      const chart = this.#chartOf(entries);
      if (!wanted || chartTitle(wanted) === chartTitle(chart)) return this.#adopted(chart);
      throw new TroupeError('usage', `Run ${run} belongs to ${chartTitle(chart)}, not to ${chartTitle(wanted)}.`);
    });
  }

  async recover<Run>(resume: (run: string) => Promise<Run | ChartRun> = (run) => this.resume(run)) {
    const { store } = this.#config;
    const [runs, parked]: [(Run | ChartRun)[], ParkedRun[]] = [[], []];
    for await (const { run } of unfinished(store)) {
      try {
        const [first] = this.#open.has(run) ? [] : ((await store?.read(run, 0, 1)) ?? []);
        if (first?.type !== 'chart.started' || !this.#charts.hasNameOf(first.data)) continue;
        runs.push(await resume(run));
      } catch (error) {
        parked.push({ run, why: messageOf(error) });
      }
    }
    return { runs, parked };
  }

  async replay(run: string | readonly Entry[]) {
    const entries = typeof run === 'string' ? await this.#open.read(run) : run;
    return this.#played(entries, this.#chartOf(entries));
  }

  async check(run: string | readonly Entry[]) {
    const entries = typeof run === 'string' ? await this.#open.read(run) : run;
    const chart = this.#chartOf(entries);
    return toCheckReport(this.#played(entries, chart), chart, entries);
  }

  async fork(run: string, { at, newRunId = crypto.randomUUID(), outcome }: Parameters<Runner['fork']>[1]) {
    return this.#open.fork(run, { at, newRunId, outcome }, (entries) => this.#adopted(this.#chartOf(entries)));
  }

  async migrate(run: string, to: Chart, { newRunId = crypto.randomUUID() }: { newRunId?: string } = {}) {
    const chart = this.#charts.own(to);
    return this.#open.migrate(run, newRunId, (stored) => ({
      entries: migratedEntries(stored, chart, newRunId, this.#config.strict),
      chart: this.#adopted(chart),
    }));
  }

  close(): Promise<void> {
    return this.#open.close();
  }

  #chartOf(entries: readonly Entry[]): Chart {
    return this.#charts.of(openingOf(entries).data);
  }

  #adopted(chart: Chart, opening?: EntryData['chart.started']): ConnectedChart<ChartRun> {
    const fork = (run: string, at: number, outcome?: GivenOutcome) => this.fork(run, { at, outcome });
    return adoptedChart(chart, { ...this.#config, fork }, opening);
  }

  #played(entries: readonly Entry[], chart: Chart) {
    const { report, core } = replayChart(entries, chart, { isStrict: this.#config.strict });
    core.leave();
    return report;
  }
}

const noStore = () => new TroupeError('usage', 'This runner has no store: give one to createRunner({ store }).');
const noRun = (run: string) => new TroupeError('usage', `There is no run ${run} in the store.`);

/** The runs of a store that have not ended, a page at a time. */
async function* unfinished(store: Store | undefined): AsyncGenerator<RunSummary> {
  for (const status of ['executing', 'waiting'] as const) {
    for (let after: string | undefined; ; ) {
      const page = (await store?.runs({ status, ...(after === undefined ? {} : { after }) })) ?? [];
      yield* page;
      after = page.at(-1)?.run;
      if (after === undefined) break;
    }
  }
}
