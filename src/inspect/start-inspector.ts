import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AnyActor } from 'xstate';
import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { parseLog } from '../log/parse-log.ts';
import type { RunObserver } from '../run-observer.ts';
import { actorSession } from './actor-session.ts';
import { parseRequest } from './command-schema.ts';
import { cutValue, fullLimits } from './cut-value.ts';
import { type LogObserved, logSession } from './log-session.ts';
import { pageFile, pageFolder } from './page-files.ts';
import { protocolVersion, type Request, type ServerMessage } from './protocol.ts';
import { runSession } from './run-session.ts';
import type { Session } from './session.ts';
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

/** Entries or frames in one message at most, so that a long log arrives in pieces. */
const chunk = 2000;
const maxRequestBytes = 64 * 1024 * 1024;
/** What may be on its way to a page before it has to catch up. */
const maxBuffered = 4 * 1024 * 1024;

/** Starts the inspector's server. It listens on 127.0.0.1 only and asks nobody else for anything. */
export async function startInspector(options: InspectorOptions = {}): Promise<Inspector> {
  const folder = options.page ?? pageFolder();
  const token = randomBytes(24).toString('base64url');
  const sessions = new Map<string, Session>();
  const clients = new Set<Client>();
  let actors = 0;
  let forkedFrom: string | undefined;

  const server = createServer((request, response) => void serve(request, response));
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
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  const url = `http://127.0.0.1:${port}/`;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, text: string) =>
      response.writeHead(status, { ...headers(port), 'content-type': 'text/plain; charset=utf-8' }).end(text);
    if (!hosts.has(request.headers.host ?? '')) return say(403, 'This server answers to 127.0.0.1 and localhost only.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only GET is answered.');
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/entries') {
      // A long log in one answer: it is there sooner than in pieces.
      if (!isToken(String(request.headers['x-troupe-token'] ?? ''), token))
        return say(403, 'The token is missing or wrong.');
      const session = sessions.get(searchParams.get('session') ?? '');
      if (!session) return say(404, 'There is no such session.');
      return response
        .writeHead(200, { ...headers(port), 'content-type': 'application/json' })
        .end(JSON.stringify(session.entries));
    }
    const file = await pageFile(folder, pathname).catch(() => undefined);
    if (!file) return say(404, 'There is no such file.');
    const isPage = file.type.startsWith('text/html');
    const body = isPage ? file.body.toString('utf8').replaceAll('__TROUPE_TOKEN__', token) : file.body;
    return response.writeHead(200, { ...headers(port), 'content-type': file.type }).end(body);
  };

  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes });
  server.on('upgrade', (request, socket, head) => {
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const { host, origin } = request.headers;
    if (!hosts.has(host ?? '')) return refuse('403 Forbidden');
    // A browser always says where a page comes from; programs that are no browsers have to know the token instead.
    const isProgram =
      origin === undefined && pathname === '/stately' && isToken(searchParams.get('token') ?? '', token);
    if (!isProgram && !origins.has(origin ?? '')) return refuse('403 Forbidden');
    if (pathname === '/stately' && !isToken(searchParams.get('token') ?? '', token)) return refuse('403 Forbidden');
    if (pathname !== '/ws' && pathname !== '/stately') return refuse('404 Not Found');
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (pathname === '/ws') welcome(client);
      else tellStately(client, searchParams.get('session') ?? undefined);
    });
    return undefined;
  });

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
    addSession(session);
    return { session: session.info.id, played };
  };
  const forking = (from: string) => {
    forkedFrom = from;
  };

  const welcome = (socket: WebSocket) => {
    const client = new Client(socket);
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

  const answer = async (client: Client, text: string) => {
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
      return client.send({ type: 'reply', id, ok: false, error: messageOf(error) });
    }
  };

  const obey = (client: Client, request: Request): unknown => {
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

/** One page that looks. */
class Client {
  readonly #socket: WebSocket;
  readonly #open = new Map<string, () => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  send(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends everything of a session that the page does not have yet, then what happens: entries first, and never more than the page can take. */
  open(
    session: Session,
    { entries = 0, frames = 0 }: { entries?: number | undefined; frames?: number | undefined },
  ): void {
    const { id } = session.info;
    this.leave(id);
    session.flush();
    this.send({ type: 'charts', session: id, charts: session.charts });
    const sent = { entries, frames };
    let isOver = false;
    let isSending = false;
    let isCurrent = false;
    const sendSome = (): boolean => {
      const fresh = session.entries.slice(sent.entries, sent.entries + chunk);
      if (fresh.length > 0) {
        sent.entries += fresh.length;
        this.send({ type: 'entries', session: id, entries: fresh });
        return true;
      }
      const moved = session.frames.slice(sent.frames, sent.frames + chunk / 4);
      if (moved.length === 0) return false;
      sent.frames += moved.length;
      this.send({ type: 'frames', session: id, frames: moved });
      return true;
    };
    const pump = async () => {
      if (isSending) return;
      isSending = true;
      while (!isOver && sendSome()) if (this.#socket.bufferedAmount > maxBuffered) await this.#drained();
      isSending = false;
      if (isOver || isCurrent) return;
      isCurrent = true;
      this.send({ type: 'current', session: id });
    };
    let isTelling = false;
    const stop = session.subscribe((news) => {
      if (news.type === 'entries' || news.type === 'frames') void pump();
      if (news.type === 'charts' || news.type === 'delta') this.send({ ...news, session: id });
      // Many changes in a row are told once.
      if (news.type !== 'control' || isTelling) return;
      isTelling = true;
      setImmediate(() => {
        isTelling = false;
        session.flush();
        this.send({ type: 'control', session: id, control: session.control() });
      });
    });
    this.#open.set(id, () => {
      isOver = true;
      stop();
    });
    this.send({ type: 'control', session: id, control: session.control() });
    void pump();
  }

  /** Resolves when the page has taken most of what was sent. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#socket.readyState !== this.#socket.OPEN || this.#socket.bufferedAmount < maxBuffered / 2) resolve();
        else setTimeout(look, 5);
      };
      look();
    });
  }

  leave(session: string): void {
    this.#open.get(session)?.();
    this.#open.delete(session);
  }

  leaveAll(): void {
    for (const session of [...this.#open.keys()]) this.leave(session);
  }
}

function isToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Nothing is loaded from anywhere else, nobody frames the page, nothing is kept. */
const headers = (port: number) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** The configuration of an actor's machine as JSON, as other inspectors want it. */
function definitionOf(session: Session, actor: string): string | undefined {
  const { logic } = (session.trace.actor(actor) ?? {}) as { logic?: { config?: unknown } }; // machines have one
  if (logic?.config === undefined) return undefined;
  return JSON.stringify(cutValue(logic.config, fullLimits));
}
