import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AnyActor } from 'xstate';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { parseLog } from '../../log/parse-log.ts';
import type { RunObserver } from '../../run/run-observer.ts';
import { cutValue, fullLimits } from '../cut-value.ts';
import { protocolVersion, type Request } from '../protocol.ts';
import { withoutSecrets } from '../secrets.ts';
import { actorSession } from '../sessions/actor-session.ts';
import { type LogObserved, logSession } from '../sessions/log-session.ts';
import { runSession } from '../sessions/run-session.ts';
import type { Session } from '../sessions/session.ts';
import { parseRequest } from './command-schema.ts';
import { PageClient } from './page-client.ts';
import { pageFolder } from './page-files.ts';
import { hostsOf, isToken, servePage, targetOf } from './serve-page.ts';
import { statelyReader } from './stately-messages.ts';

/** How an inspector is started. */
export interface InspectorOptions {
  /** @default a free one */
  port?: number;
  /** Where the built page is. @default beside this library */
  page?: string;
  /** Runs are held before their first event, to be stepped through from the beginning. @default false */
  hold?: boolean;
}

/** A page on 127.0.0.1 that shows runs, logs and actors, and lets one stop them. */
export interface Inspector extends RunObserver {
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

const maxRequestBytes = 64 * 1024 * 1024;

/** Starts the inspector's server. It listens on 127.0.0.1 only and asks nobody else for anything. */
export async function startInspector(options: InspectorOptions = {}): Promise<Inspector> {
  const folder = options.page ?? pageFolder();
  const token = randomBytes(24).toString('base64url');
  const sessions = new Map<string, Session>();
  const clients = new Set<PageClient>();
  let actors = 0;
  let forkedFrom: string | undefined;

  const server = createServer(
    (request, response) => void servePage(request, response, { folder, token, port, sessions }),
  );
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw new TroupeError(
      'usage',
      `The inspector cannot listen on port ${options.port ?? 0}: ${messageOf(cause)}. Take another one.`,
      {
        cause,
      },
    );
  });
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const url = `http://127.0.0.1:${port}/`;
  server.on('error', () => {}); // a connection that cannot be taken is lost, and nothing else

  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes });
  server.on('upgrade', (request, socket, head) => {
    // Whoever breaks off while they are refused: an error that nobody hears would end the application.
    socket.on('error', () => socket.destroy());
    const refusal = letIn(request, socket, head);
    if (refusal) socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`);
  });
  /** Takes a WebSocket, or says why not. */
  const letIn = (request: IncomingMessage, socket: Duplex, head: Buffer): string | undefined => {
    const { host = '', origin } = request.headers;
    const hosts = hostsOf(port);
    if (!hosts.includes(host)) return '403 Forbidden';
    const target = targetOf(request, port);
    if (!target) return '400 Bad Request';
    const { pathname, searchParams } = target;
    const knowsToken = isToken(searchParams.get('token') ?? '', token);
    // A browser always says where a page comes from; programs that are no browsers have to know the token instead.
    const isProgram = origin === undefined && pathname === '/stately' && knowsToken;
    if (!isProgram && !hosts.some((each) => origin === `http://${each}`)) return '403 Forbidden';
    if (pathname === '/stately' && !knowsToken) return '403 Forbidden';
    if (pathname !== '/ws' && pathname !== '/stately') return '404 Not Found';
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (pathname === '/ws') welcome(client);
      else tellStately(client, searchParams.get('session') ?? undefined);
    });
    return undefined;
  };

  const tellSessions = () => {
    const list = [...sessions.values()].map(({ info }) => info);
    for (const client of clients) client.send({ type: 'sessions', sessions: list });
  };
  const addSession = (session: Session) => {
    sessions.set(session.info.id, session);
    session.subscribe((news) => {
      if (news.type === 'info') tellSessions();
    });
    for (const listener of statelyListeners) listener(session);
    tellSessions();
    return session;
  };
  const openLog: Inspector['openLog'] = (entries, by) => {
    const { session, played } = logSession(entries, { forking, ...by });
    played.catch(() => {}); // whoever waits for it hears of it
    addSession(session);
    return { session: session.info.id, played };
  };
  const forking = (from: string) => {
    forkedFrom = from;
  };

  const welcome = (socket: WebSocket) => {
    const client = new PageClient(socket);
    clients.add(client);
    client.send({
      type: 'hello',
      version: protocolVersion,
      sessions: [...sessions.values()].map(({ info }) => info),
    });
    socket.on('message', (data) => void answer(client, String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clients.delete(client);
      client.leaveAll();
    });
  };

  const answer = async (client: PageClient, text: string) => {
    const parsed = parseRequest(text);
    if (!parsed.ok) return client.send({ type: 'reply', id: parsed.id, ok: false, error: parsed.error });
    const { request } = parsed;
    const { id } = request;
    if (!isToken(request.token, token)) {
      return client.send({
        type: 'reply',
        id,
        ok: false,
        error: 'The token is missing or wrong. Load the page again.',
      });
    }
    try {
      return client.send({ type: 'reply', id, ok: true, data: await obey(client, request) });
    } catch (error) {
      return client.send({ type: 'reply', id, ok: false, error: withoutSecrets(messageOf(error)) });
    }
  };

  const obey = (client: PageClient, request: Request): unknown => {
    if (request.type === 'import') return openLog(parseLog(request.text, request.name)).session;
    const session = sessions.get(request.session);
    if (!session) throw new TroupeError('usage', `There is no session "${request.session}".`);
    if (request.type === 'open') return client.open(session, request);
    if (request.type === 'close') return client.leave(session.info.id);
    return session.command(request);
  };

  const statelyListeners = new Set<(session: Session) => void>();
  const tellStately = (socket: WebSocket, only: string | undefined) => {
    const leave: (() => void)[] = [];
    const follow = (session: Session) => {
      if (only !== undefined && session.info.id !== only) return;
      const read = statelyReader((actor) => definitionOf(session, actor));
      const tell = (frames: Session['frames']) => {
        for (const frame of frames) {
          const at = session.entries[frame.seq - 1]?.at ?? session.info.startedAt;
          for (const message of read(frame, at)) socket.send(JSON.stringify(message));
        }
      };
      tell(session.frames);
      leave.push(session.subscribe((news) => news.type === 'frames' && tell([...news.frames])));
    };
    for (const session of sessions.values()) follow(session);
    statelyListeners.add(follow);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      statelyListeners.delete(follow);
      for (const each of leave) each();
    });
  };

  return {
    url,
    urlOf: (session, at) => `${url}#run=${encodeURIComponent(session)}${at === undefined ? '' : `&at=${at}`}`,
    statelyUrl: `ws://127.0.0.1:${port}/stately?token=${token}`,
    attach(actor, by) {
      const forkOf = forkedFrom;
      forkedFrom = undefined;
      const { session, follow } = runSession(actor, by, { forkOf, forking });
      addSession(session);
      if (options.hold && by.isNew) session.gate?.hold('from the beginning');
      return follow;
    },
    attachActor(actor, title = 'an actor') {
      const session = addSession(actorSession(actor, { id: `actor-${++actors}`, title }));
      return { session: session.info.id };
    },
    openLog,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The configuration of an actor's machine as JSON, as other inspectors want it. */
function definitionOf(session: Session, actor: string): string | undefined {
  const { logic } = (session.trace.actor(actor) ?? {}) as { logic?: { config?: unknown } }; // machines have one
  if (logic?.config === undefined) return undefined;
  return JSON.stringify(cutValue(logic.config, fullLimits));
}
