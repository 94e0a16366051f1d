import type { AnyActor, AnyActorRef } from 'xstate';
import type { Entry } from '../../log/entry.ts';
import type { ChartObserver } from '../../run/chart-observer.ts';
import type { Player } from '../../run/connected-chart.ts';
import { actorSession } from '../sessions/actor-session.ts';
import { chartLogSession, isChartLog, type KnownCharts } from '../sessions/chart-log-session.ts';
import { chartSession } from '../sessions/chart-session.ts';
import type { InspectedBy, InspectedRun } from '../sessions/inspected-run.ts';
import { logSession } from '../sessions/log-session.ts';
import type { LogObserved } from '../sessions/played-session.ts';
import { runSession } from '../sessions/run-session.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionList } from '../sessions/session-list.ts';

/** Who plays stored logs: of the host, and of charts. */
export interface KnownPlayers extends KnownCharts {
  readonly host: Player;
}

/** The ways in which something becomes a session. */
export interface Attaching extends ChartObserver {
  /** Shows a run of an orchestrator. Called before its actor starts; what it returns is called with the run when it has. */
  attach(actor: AnyActorRef, by: InspectedBy): (run: InspectedRun) => void;
  /** Shows an actor of XState with its whole system. */
  attachActor(actor: AnyActor, title?: string): { readonly session: string };
  /** Shows a stored log. */
  openLog(entries: readonly Entry[], by?: LogObserved): { readonly session: string; readonly played: Promise<void> };
}

interface ShownIn extends Attaching {
  /** Resolves when everything of a session that is in its log is there to be seen. */
  playedOf(session: Session): Promise<void>;
}

/** A stored log as a session, of the host or of a chart. */
export const openLog = (
  entries: readonly Entry[],
  { host, ...known }: KnownPlayers,
  by?: LogObserved,
): { readonly session: Session; readonly played: Promise<void> } =>
  isChartLog(entries) ? chartLogSession(entries, known, by) : logSession(entries, host, by);

/** The ways in which runs, actors and logs become sessions of a list. */
export function showIn(sessions: SessionList, known: KnownPlayers, hold: boolean): ShownIn {
  let actors = 0;
  const playing = new WeakMap<Session, Promise<void>>();
  const onFork = (fork: string, from: string) => {
    const session = sessions.get(fork);
    if (session) session.info = { ...session.info, forkOf: from };
  };
  return {
    attach(actor, by) {
      const { session, follow } = runSession(actor, by, onFork);
      sessions.add(session);
      if (hold && by.isNew) session.gate?.hold('from the beginning');
      return follow;
    },
    attachChart(root, by) {
      const { session, follow } = chartSession(root, by, onFork);
      sessions.add(session);
      if (hold && by.isNew) session.gate?.hold('from the beginning');
      return follow;
    },
    attachActor(actor, title = 'an actor') {
      const id = `actor-${++actors}`;
      sessions.add(actorSession(actor, { id, title }));
      return { session: id };
    },
    openLog(entries, by) {
      const { session, played } = openLog(entries, known, { onFork, ...by });
      played.catch(() => {}); // a caller who waits for it gets the error
      playing.set(session, played);
      sessions.add(session);
      return { session: session.info.id, played };
    },
    playedOf: (session) => playing.get(session) ?? Promise.resolve(),
  };
}
