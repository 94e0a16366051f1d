import type { AnyActorRef } from 'xstate';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { RunLog } from '../../log/run-log.ts';
import { ActorPaths } from '../../run/actor-paths.ts';
import { ChartCore } from '../../run/chart-core.ts';
import { ChartRecording, openingOf } from '../../run/chart-recording.ts';
import { toCheckReport } from '../../run/check-report.ts';
import { type Chart, chartTitle } from '../../run/define-chart.ts';
import type { SessionInfo } from '../protocol.ts';
import { chartTitleOf, logParts, withoutEdits } from './chart-session.ts';
import { forkAt } from './fork-at.ts';
import { groupReader } from './group-reader.ts';
import { inPieces } from './in-pieces.ts';
import type { LogObserved } from './log-session.ts';
import { Session, type SessionCommand } from './session.ts';
import { toTimeline } from './to-timeline.ts';

/** Whether a log is that of a run of a chart. */
export const isChartLog = (entries: readonly Entry[]): boolean => entries[0]?.type === 'chart.started';

/**
 * A stored log of a chart as a session: all entries at once, and what the actors did, replayed from the facts a piece at a time. Nothing is performed and
 * nothing is written. Without the chart of that version there are only the entries, and the session says so.
 *
 * @throws TroupeError `bad-log` for what is no log of a chart.
 */
export function chartLogSession(
  stored: readonly Entry[],
  charts: readonly Chart[],
  by: LogObserved = {},
): { session: Session; played: Promise<void> } {
  const { data, at } = openingOf(stored);
  const title = chartTitle({ name: data.chart, version: data.version });
  const chart = charts.find((each) => chartTitle(each) === title);
  const info: SessionInfo = {
    id: data.run,
    title: chartTitleOf(title, data.run),
    kind: 'log',
    status: stored.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'executing',
    startedAt: at,
    isLive: false,
    chart: title,
  };
  return chart ? playedSession(stored, chart, info, by) : timelineSession(stored, info);
}

function timelineSession(stored: readonly Entry[], info: SessionInfo) {
  const command = (): never => {
    throw new TroupeError('usage', `The chart ${info.chart} is not here: its log can be read, and nothing else.`);
  };
  const session = new Session(undefined, { ...info, isChartMissing: true }, { ...logParts(() => stored), command });
  session.addEntries(stored.map(toTimeline));
  return { session, played: Promise.resolve() };
}

function playedSession(stored: readonly Entry[], chart: Chart, info: SessionInfo, by: LogObserved) {
  const log = new RunLog(info.id);
  const { fork } = by;
  const command = (given: SessionCommand): unknown => {
    if (given.type === 'prompt') return undefined; // what a chart performs is no call that we know
    if (given.type === 'fork' && fork)
      return forkAt(
        given,
        withoutEdits((at) => fork(at, [])),
        by.onFork,
      );
    throw new TroupeError('usage', 'This is a stored log: it can be looked at and forked, not controlled.');
  };
  const open = (root: AnyActorRef | undefined) => {
    const parts = { ...logParts(() => stored), seq: groupReader(() => log.entries), command };
    return new Session(root, info, { ...parts, paths: new ActorPaths(chart.name) });
  };
  let session: Session | undefined;
  const recording = new ChartRecording(stored);
  const onRoot = (root: AnyActorRef) => {
    session = open(root);
  };
  const core = new ChartCore({ chart, log, stage: recording.stage(), isStrict: true, onRoot });
  const playing = recording.playing(core);
  // The first piece makes the actors; a chart that cannot even do that has none.
  const first = playing.next();
  const opened = session ?? open(undefined);
  opened.addEntries(stored.map(toTimeline));
  const play = async () => {
    const report = first.done ? first.value : await inPieces(playing, () => opened.flush());
    opened.flush();
    core.leave();
    const found = toCheckReport(report, chart, stored);
    if (found.ok) return;
    const replayed = {
      madeBy: info.chart ?? '',
      here: chartTitle(chart),
      until: found.seq - 1,
      problem: found.problem,
    };
    opened.info = { ...opened.info, replayed };
  };
  return { session: opened, played: play() };
}
