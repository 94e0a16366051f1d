import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { ActorPaths } from '../../run/actor-paths.ts';
import { chartPlayer } from '../../run/adopted-chart.ts';
import type { RunAccount } from '../../run/chart-observer.ts';
import { isRunOf, openingOf } from '../../run/charts.ts';
import { toCheckReport } from '../../run/check-report.ts';
import { type Chart, chartTitle } from '../../run/define-chart.ts';
import type { SessionInfo } from '../protocol.ts';
import { askingParts, chartTitleOf, toldBy, withoutEdits } from './chart-session.ts';
import { logParts } from './log-parts.ts';
import { type LogObserved, playedSession } from './played-session.ts';
import { Session, type SessionCommand } from './session.ts';
import { toTimeline } from './to-timeline.ts';

/** What is known of charts whose stored runs are shown. */
export interface KnownCharts {
  readonly charts: readonly Chart[];
  /** Reads what a run was asked and asks people; nothing for a chart of which nobody knows that. */
  readonly accountOf?: (entries: readonly Entry[]) => RunAccount | undefined;
}

/** Whether a log is that of a run of a chart. */
export const isChartLog = (entries: readonly Entry[]): boolean => entries[0]?.type === 'chart.started';

/**
 * A stored log of a chart as a session. Without the chart of that version there are only the entries, and the session says so.
 *
 * @throws TroupeError `bad-log` for what is no log of a chart.
 */
export function chartLogSession(
  stored: readonly Entry[],
  { charts, accountOf = () => undefined }: KnownCharts,
  by: LogObserved = {},
): { session: Session; played: Promise<void> } {
  const { data, at } = openingOf(stored);
  const madeBy = chartTitle({ name: data.chart, version: data.version });
  const chart = charts.find((each) => isRunOf(data, each));
  const account = accountOf(stored);
  const asking = askingParts(account);
  const info: SessionInfo = {
    id: data.run,
    title: chartTitleOf(madeBy, data.run),
    kind: 'log',
    status:
      account?.status() ?? stored.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'executing',
    startedAt: at,
    isLive: false,
    chart: madeBy,
    ...(data.forkedFrom ? { forkOf: data.forkedFrom.run } : {}),
    ...toldBy(account),
  };
  if (!chart) return timelineSession(stored, info, asking);
  const { fork } = by;
  return playedSession(chartPlayer(chart), {
    stored,
    info,
    by: fork ? { ...by, fork: withoutEdits((entry, outcome) => fork(entry, [], outcome)) } : by,
    parts: { hasEarlyEvents: false, paths: new ActorPaths(chart.name), ...asking },
    replayed(report) {
      const found = toCheckReport(report, chart, stored);
      if (found.ok) return undefined;
      return { madeBy, here: chartTitle(chart), until: found.seq - 1, problem: found.problem };
    },
  });
}

type Asking = ReturnType<typeof askingParts>;

function timelineSession(stored: readonly Entry[], info: SessionInfo, asking: Asking) {
  const command = (given: SessionCommand): unknown => {
    if (given.type === 'trying') return { canAsk: false };
    throw new TroupeError('usage', `The chart ${info.chart} is not here: its log can be read, and nothing else.`);
  };
  const parts = { ...logParts(() => stored), ...asking, command };
  const session = new Session(undefined, { ...info, isChartMissing: true }, parts);
  session.addEntries(stored.map(toTimeline));
  return { session, played: Promise.resolve() };
}
