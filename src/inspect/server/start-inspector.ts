import { randomBytes } from 'node:crypto';
import type { AnyActor, AnyActorRef } from 'xstate';
import type { Entry } from '../../log/entry.ts';
import { parseLog } from '../../log/parse-log.ts';
import type { ChartObserver } from '../../run/chart-observer.ts';
import type { Player } from '../../run/connected-chart.ts';
import type { Chart } from '../../run/define-chart.ts';
import { actorSession } from '../sessions/actor-session.ts';
import { chartLogSession, isChartLog, type KnownCharts } from '../sessions/chart-log-session.ts';
import { chartSession } from '../sessions/chart-session.ts';
import type { InspectedBy, InspectedRun } from '../sessions/inspected-run.ts';
import { logSession } from '../sessions/log-session.ts';
import type { LogObserved } from '../sessions/played-session.ts';
import { runSession } from '../sessions/run-session.ts';
import { type KeepOptions, SessionList } from '../sessions/session-list.ts';
import { acceptSockets } from './accept-sockets.ts';
import { feedStately } from './feed-stately.ts';
import { listenLocally } from './listen-locally.ts';
import { PageClients } from './page-clients.ts';
import { pageFolder } from './page-files.ts';
import { servePage } from './serve-page.ts';

/** How an inspector is started. */
export interface InspectorOptions {
  /** @default a free one */
  port?: number;
  /** Where the built page is. @default beside this library */
  page?: string;
  /** Runs are held before their first event, to be stepped through from the beginning. @default false */
  hold?: boolean;
  /** The charts whose stored logs it draws; of other charts it shows the timeline alone. */
  charts?: readonly Chart[];
  /** How much is kept of sessions that have ended. @default 100 sessions with 20,000 entries */
  keep?: KeepOptions;
}

/** A page on 127.0.0.1 that shows runs, logs and actors, and lets one stop them. */
export interface Inspector extends ChartObserver {
  /** Shows a run of an orchestrator. Called before its actor starts; what it returns is called with the run when it has. */
  attach(actor: AnyActorRef, by: InspectedBy): (run: InspectedRun) => void;
  /** The address of the page. */
  readonly url: string;
  /** The address of a session, also of one that has not begun. */
  urlOf(session: string, at?: number): string;
  /** The address for inspectors that read the messages of `@statelyai/inspect`. */
  readonly statelyUrl: string;
  /** Shows an actor of XState with its whole system. */
  attachActor(actor: AnyActor, title?: string): { readonly session: string };
  /** Shows a stored log. */
  openLog(entries: readonly Entry[], by?: LogObserved): { readonly session: string; readonly played: Promise<void> };
  close(): Promise<void>;
}

/** Who knows what the inspector itself does not. */
export interface InspectorKnowledge extends Pick<KnownCharts, 'accountOf'> {
  /** Plays the stored logs of the host. */
  readonly host: Player;
}

/** Starts the inspector's server. It listens on 127.0.0.1 only and asks nobody else for anything. */
export async function startInspector(known: InspectorKnowledge, options: InspectorOptions = {}): Promise<Inspector> {
  const folder = options.page ?? pageFolder();
  const token = randomBytes(24).toString('base64url');
  const pages = new PageClients();
  const sessions = new SessionList((id) => pages.shows(id), options.keep);
  sessions.subscribe((news) => news.type !== 'added' && pages.sendSessions(sessions));
  const { server, port } = await listenLocally(
    options.port,
    (request, response) => void servePage(request, response, { folder, token, port, sessions }),
  );
  const sockets = acceptSockets(server, {
    port,
    token,
    page: (socket) => pages.welcome(socket, { token, sessions, importLog }),
    stately: (socket, session) => feedStately(socket, sessions, session),
  });
  const importLog = (text: string, name: string) => shown.openLog(parseLog(text, name)).session;
  const shown = showIn(sessions, known, options);
  const url = `http://127.0.0.1:${port}/`;
  return {
    ...shown,
    url,
    urlOf: (session, at) => `${url}#run=${encodeURIComponent(session)}${at === undefined ? '' : `&at=${at}`}`,
    statelyUrl: `ws://127.0.0.1:${port}/stately?token=${token}`,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The ways in which runs, actors and logs become sessions of a list. */
function showIn(
  sessions: SessionList,
  { host, ...known }: InspectorKnowledge,
  { hold = false, charts = [] }: InspectorOptions,
): Pick<Inspector, 'attach' | 'attachChart' | 'attachActor' | 'openLog'> {
  let actors = 0;
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
      const asked = { onFork, ...by };
      const { session, played } = isChartLog(entries)
        ? chartLogSession(entries, { ...known, charts }, asked)
        : logSession(entries, host, asked);
      played.catch(() => {}); // a caller who waits for it gets the error
      sessions.add(session);
      return { session: session.info.id, played };
    },
  };
}
