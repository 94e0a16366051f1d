import { randomBytes } from 'node:crypto';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { parseLog } from '../../log/parse-log.ts';
import type { Model } from '../../models/model.ts';
import type { Player } from '../../run/connected-chart.ts';
import type { Chart } from '../../run/define-chart.ts';
import type { Coverage } from '../chart/chart.ts';
import { RunIndex, type RunStore } from '../runs/run-index.ts';
import { runLoader } from '../runs/run-loader.ts';
import type { KnownCharts } from '../sessions/chart-log-session.ts';
import type { LogObserved } from '../sessions/played-session.ts';
import type { Session } from '../sessions/session.ts';
import { type KeepOptions, noSession, SessionList } from '../sessions/session-list.ts';
import { shareHtml } from '../share/share-html.ts';
import { acceptSockets } from './accept-sockets.ts';
import { feedStately } from './feed-stately.ts';
import { checkFrame } from './frame-origins.ts';
import { listenLocally } from './listen-locally.ts';
import { PageClients } from './page-clients.ts';
import { pageFolder } from './page-files.ts';
import { servePage } from './serve-page.ts';
import { type Attaching, showIn } from './show-in.ts';
import { TryOuts } from './try-outs.ts';

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
  /** Where stored runs are: the page lists them, and opens the one that is asked for. It is only read. */
  store?: RunStore;
  /** Who may show the page in a frame: origins such as `http://localhost:3000`, or `vscode-webview:` for editors. @default nobody */
  frame?: readonly string[];
  /**
   * How often tests took the transitions of charts, by the charts' names: `{ light: explore(light, …).coverage }`. What was never taken is coloured.
   */
  coverage?: Coverage;
  /** Models that a call of an orchestrator's run can be put to once more, beside those of the run itself. @default none */
  models?: readonly Model[];
  /** How much is kept of sessions that have ended. @default 100 sessions with 20,000 entries */
  keep?: KeepOptions;
}

/** A page on 127.0.0.1 that shows runs, logs and actors, and lets one stop them. */
export interface Inspector extends Attaching {
  /** The address of the page. */
  readonly url: string;
  /** The address of a session, also of one that has not begun. */
  urlOf(session: string, at?: number): string;
  /** The address for inspectors that read the messages of `@statelyai/inspect`. */
  readonly statelyUrl: string;
  /** A session, or a run of the store, as one HTML file that needs no server; secrets are left out of it. */
  toHtml(session: string): Promise<string>;
  close(): Promise<void>;
}

/** Who knows what the inspector itself does not. */
export interface InspectorKnowledge extends Pick<KnownCharts, 'accountOf'> {
  /** Plays the stored logs of the host. */
  readonly host: Player;
  /** What a stored log may be asked, and who forks it. */
  observe?(log: readonly Entry[]): LogObserved;
}

/** Starts the inspector's server. It listens on 127.0.0.1 only and asks nobody else for anything. */
export async function startInspector(known: InspectorKnowledge, options: InspectorOptions = {}): Promise<Inspector> {
  const folder = options.page ?? pageFolder();
  const frame = checkFrame(options.frame ?? []);
  const token = randomBytes(24).toString('base64url');
  const pages = new PageClients();
  const sessions = new SessionList((id) => pages.shows(id), options.keep);
  sessions.subscribe((news) => news.type !== 'added' && pages.sendSessions(sessions));
  const shown = showIn(sessions, { ...known, charts: options.charts ?? [] }, options.hold ?? false);
  const load = runLoader(options.store, (log) => shown.openLog(log, known.observe?.(log)));
  const find = async (id: string) => sessions.get(id) ?? ((await load(id)) ? sessions.get(id) : undefined);
  const tries = new TryOuts(options.models ?? []);
  const runs = new RunIndex(sessions, options.store);
  const share = async (session: Session) => {
    await shown.playedOf(session);
    return shareHtml(session, folder);
  };
  const { server, port } = await listenLocally(
    options.port,
    (request, response) => void servePage(request, response, { folder, token, port, find, frame }),
  );
  const importLog = (text: string, name: string) => shown.openLog(parseLog(text, name)).session;
  const sockets = acceptSockets(server, {
    port,
    token,
    page: (socket) =>
      pages.welcome(socket, { token, sessions, coverage: options.coverage ?? {}, importLog, runs, find, share, tries }),
    stately: (socket, session) => feedStately(socket, sessions, session),
  });
  const url = `http://127.0.0.1:${port}/`;
  const { playedOf: _, ...attached } = shown;
  return {
    ...attached,
    url,
    urlOf: (session, at) => `${url}#run=${encodeURIComponent(session)}${at === undefined ? '' : `&at=${at}`}`,
    statelyUrl: `ws://127.0.0.1:${port}/stately?token=${token}`,
    async toHtml(id) {
      const session = await find(id);
      if (!session) throw new TroupeError('usage', noSession(id));
      return (await share(session)).html;
    },
    async close() {
      runs.close();
      tries.close();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
