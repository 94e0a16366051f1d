import type { AnyActorRef } from 'xstate';
import type { Comparison } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import { watchNodes } from '../log/own/nodes.ts';
import { RunLog } from '../log/run-log.ts';
import { keptIn } from '../stores/store.ts';
import { ChartCore } from './chart-core.ts';
import type { ChartObserved } from './chart-observer.ts';
import { ChartHandle, type ChartRun } from './chart-run.ts';
import { openingOf } from './charts.ts';
import { changedStates, differs, toCheckReport } from './check-report.ts';
import { type ConnectedChart, type Player, replayed } from './connected-chart.ts';
import { type Chart, chartTitle } from './define-chart.ts';
import type { ParsedRunnerConfig } from './runner-config.ts';

/** What the runs of a chart need of their runner. */
type Owner = Pick<ParsedRunnerConfig, 'store' | 'strict' | 'shadow' | 'inspect' | 'nodes' | 'onProblem' | 'prepare'> & {
  fork(run: string, ...where: Parameters<ChartObserved['fork']>): ReturnType<ChartObserved['fork']>;
};

/** Plays the stored logs of a chart. */
export const chartPlayer = (chart: Chart, isStrict = true): Player<ChartCore> => ({
  title: chartTitle(chart),
  open(recording, onRoot) {
    const { data } = openingOf(recording.entries);
    const parts = { chart, log: new RunLog(data.run), stage: recording.stage(), isStrict };
    const core = new ChartCore({ ...parts, ...(onRoot ? { onRoot } : {}) });
    core.open(data);
    return core;
  },
});

/** Plays a stored log on a chart that performs nothing, and compares. */
export function replayChart(
  entries: readonly Entry[],
  chart: Chart,
  { until, isStrict }: { readonly until?: number; readonly isStrict?: boolean } = {},
): { readonly report: Comparison; readonly core: ChartCore } {
  return replayed(chartPlayer(chart, isStrict), entries, until);
}

/** A chart whose actors are adopted: any machine as it is. A run that does not continue begins with `opening`. */
export function adoptedChart(
  chart: Chart,
  owner: Owner,
  opening?: EntryData['chart.started'],
): ConnectedChart<ChartRun> {
  const { strict: isStrict, inspect, onProblem } = owner;
  return {
    player: chartPlayer(chart, isStrict),
    differs: (report, entries) => differs(report, chart, entries),
    open({ recording, stage }) {
      const data = opening ?? openingOf(recording?.entries ?? []).data;
      const log = new RunLog(data.run);
      const handle: ChartHandle = new ChartHandle(() => core, isStrict);
      let observed: ((run: ChartRun) => void) | undefined;
      const follow: ChartObserved['follow'] = (listener) => handle.follow(listener);
      const onRoot = (root: AnyActorRef) => {
        const account = owner.prepare(root, { id: log.run, log, recorded: recording?.entries ?? [], follow });
        observed = inspect?.attachChart(root, {
          runId: log.run,
          title: chartTitle(chart),
          isNew: !recording,
          log,
          ...(account ? { account } : {}),
          follow,
          facts: core,
          forksIn: keptIn(owner.store),
          fork: (...where) => owner.fork(log.run, ...where),
        });
      };
      const core: ChartCore = new ChartCore({ chart, log, stage: stage(log, () => core, handle), isStrict, onRoot });
      core.open(data);
      const run = handle.toRun();
      if (owner.shadow)
        void run.result.then(
          () => shadow(core, owner),
          () => {},
        );
      const live = () => {
        if (data.states !== chart.states) onProblem(changedStates(chart, log.run));
        observed?.(run);
        watchNodes(owner.nodes, run, follow);
      };
      return { core, run, live };
    },
  };
}

/** Replays a run that has ended. */
function shadow({ chart, log }: ChartCore, { strict: isStrict, onProblem }: Owner): void {
  const entries = [...log.entries];
  const { report } = replayChart(entries, chart, { isStrict });
  const found = toCheckReport(report, chart, entries);
  if (!found.ok) onProblem(`Run ${log.run} does not replay. ${found.problem}`);
}
