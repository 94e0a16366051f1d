import type { AnyActorRef } from 'xstate';
import { TroupeError } from '../../errors.ts';
import type { GivenOutcome } from '../../log/fork-entries.ts';
import { ActorPaths } from '../../run/actor-paths.ts';
import type { ChartObserved, RunAccount } from '../../run/chart-observer.ts';
import type { ChartRun } from '../../run/chart-run.ts';
import type { SessionInfo } from '../protocol.ts';
import { controlChart } from './control-chart.ts';
import { type ForkRun, forkAt, type OnFork } from './fork-at.ts';
import { logParts } from './log-parts.ts';
import { Session, type SessionCommand, type SessionParts } from './session.ts';
import { StepGate } from './step-gate.ts';
import { toTimeline } from './to-timeline.ts';
import { isTrying, tryWith } from './trying.ts';

/** A live run of a chart as a session: its log, its actors, and everything that a person can do to it. */
export function chartSession(
  root: AnyActorRef,
  by: ChartObserved,
  onFork?: OnFork,
): { session: Session; follow: (run: ChartRun) => void } {
  const { runId, title: chart, log, account } = by;
  let run: ChartRun | undefined;
  const command = (given: SessionCommand): unknown => {
    if (given.type === 'fork') return forkAt(given, withoutEdits(by.fork), onFork);
    if (isTrying(given)) return tryWith(given, { forksIn: by.forksIn }, log.entries, session.trace);
    if (given.type === 'prompt') return undefined; // what a chart performs is no call that we know
    if (!run) throw new TroupeError('usage', 'The run has not started yet.');
    return controlChart(run, given, session, account);
  };
  const show = (until: number) => {
    const isFirst = session.entries.length === 0;
    const fresh = log.entries.slice(session.entries.length, until);
    session.addEntries(fresh.map(toTimeline));
    const noted = fresh.findLast((entry) => entry.type === 'status.changed')?.data.status;
    const status = account?.status() ?? noted ?? session.info.status;
    if (isFirst || status !== session.info.status) session.info = { ...session.info, ...toldBy(account), status };
  };
  const unfollow = by.follow(({ seq }) => show(seq));
  const parts: SessionParts = {
    ...logParts(() => log.entries),
    paths: new ActorPaths(root.id),
    command,
    ...askingParts(account),
    close: unfollow,
  };
  const gate = new StepGate(root.system, () => session.controlChanged());
  gate.feed(by.facts);
  const startedAt = log.entries[0]?.at ?? new Date().toISOString();
  const title = chartTitleOf(chart, runId);
  const info = { id: runId, title, kind: 'run', status: 'executing', startedAt, isLive: true, chart } as const;
  const session: Session = new Session(root, { ...info, ...toldBy(account) }, parts, gate);
  return {
    session,
    follow(started) {
      run = started;
      // What a run that is resumed has played is stored, and nobody is notified of it.
      if (!by.isNew) show(log.entries.length);
      const end = () => {
        session.info = { ...session.info, isLive: false };
      };
      // A run that is left, or whose log cannot be written, has no last word in it.
      started.result.then(end, end);
    },
  };
}

/** How a run of a chart is called, unless somebody knows what it was asked. */
export const chartTitleOf = (chart: string, run: string) => `${chart} ${run}`;

/** What a session says of a run of an agent: of all charts, those of agents are asked something and ask people. */
export function toldBy(account: RunAccount | undefined): Partial<SessionInfo> {
  if (!account) return {};
  const title = account.title();
  return { isAgent: true, ...(title === '' ? {} : { title }) };
}

/** What people are asked by a run of an agent. */
export const askingParts = (account: RunAccount | undefined): Pick<SessionParts, 'waiting' | 'resumedWith'> =>
  account ? { waiting: () => account.waiting(), resumedWith: ['--agents', 'FILE'] } : {};

/** The context of a chart comes of its events, so a fork of it cannot change anything in it. */
export const withoutEdits =
  (fork: (at: number, outcome?: GivenOutcome) => ReturnType<ForkRun>): ForkRun =>
  (at, edits, outcome) => {
    if (edits.length === 0) return fork(at, outcome);
    throw new TroupeError(
      'usage',
      'The context of a chart cannot be changed in a fork, as it would not come of its events any more. Fork without changes and send an event.',
    );
  };
