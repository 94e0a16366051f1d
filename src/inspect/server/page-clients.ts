import type { WebSocket } from 'ws';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Coverage } from '../chart/chart.ts';
import { protocolVersion, type Request, type TimelineEntry } from '../protocol.ts';
import type { SharedFile } from '../run-page.ts';
import type { RunIndex } from '../runs/run-index.ts';
import { searchEntries } from '../runs/search-text.ts';
import { withoutSecrets } from '../secrets.ts';
import type { Session } from '../sessions/session.ts';
import { noSession, type SessionList } from '../sessions/session-list.ts';
import { parseRequest } from './command-schema.ts';
import { PageClient } from './page-client.ts';
import { isToken } from './serve-page.ts';
import type { TryOuts } from './try-outs.ts';

/** What the pages need to be answered. */
export interface PageClientsOptions {
  readonly token: string;
  readonly sessions: SessionList;
  readonly runs: RunIndex;
  /** A session, or a run of the store that becomes one; nothing for what is neither. */
  find(id: string): Promise<Session | undefined>;
  /** A session as one file. */
  share(session: Session): Promise<SharedFile>;
  readonly coverage: Coverage;
  readonly tries: TryOuts;
  /** Shows a log that was dropped on a page; returns the id of its session. */
  importLog(text: string, name: string): string;
}

/** The pages that are open, and what they ask for. */
export class PageClients {
  readonly #clients = new Set<PageClient>();

  /** Whether a page shows a session. */
  shows(session: string): boolean {
    return [...this.#clients].some((client) => client.shows(session));
  }

  sendSessions({ infos }: SessionList): void {
    for (const client of this.#clients) client.send({ type: 'sessions', sessions: infos });
  }

  welcome(socket: WebSocket, options: PageClientsOptions): void {
    const client = new PageClient(socket, options.coverage);
    this.#clients.add(client);
    client.send({ type: 'hello', version: protocolVersion, sessions: options.sessions.infos });
    socket.on('message', (data) => void answer(client, String(data), options));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#clients.delete(client);
      client.leaveAll();
      options.sessions.trim();
    });
  }
}

async function answer(client: PageClient, text: string, options: PageClientsOptions): Promise<void> {
  const parsed = parseRequest(text);
  const id = parsed.ok ? parsed.request.id : parsed.id;
  const refuse = (error: string) => client.send({ type: 'reply', id, ok: false, error });
  if (!parsed.ok) return refuse(parsed.error);
  if (!isToken(parsed.request.token, options.token)) {
    return refuse('The token is missing or wrong. Reload the page.');
  }
  try {
    client.send({ type: 'reply', id, ok: true, data: await perform(client, parsed.request, options) });
  } catch (error) {
    refuse(withoutSecrets(messageOf(error)));
  }
}

async function perform(client: PageClient, request: Request, options: PageClientsOptions): Promise<unknown> {
  const { sessions, importLog, runs, find, share, tries } = options;
  if (request.type === 'import') return importLog(request.text, request.name);
  if (request.type === 'runs') return runs.list(request);
  if (request.type === 'stop') return tries.stop(request.call);
  if (request.type === 'close') {
    client.leave(request.session);
    return sessions.trim();
  }
  const session = await find(request.session);
  if (!session) throw new TroupeError('usage', noSession(request.session));
  switch (request.type) {
    case 'open':
      return client.open(session, request);
    case 'share':
      return share(session);
    case 'means':
      return tries.means(session);
    case 'reask':
      return tries.reask(session, request);
    case 'search':
      return searchSession(session, request.text);
    default:
      return session.command(request);
  }
}

/** The numbers of the entries in which all words are, in what a page would be shown of them in full. */
async function searchSession(session: Session, text: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of [...session.entries]) {
    const { seq } = entry;
    const full = entry.isCut ? await session.command({ type: 'entry', session: session.info.id, seq }) : entry;
    found.push(...searchEntries([full as TimelineEntry], text)); // an entry in full is one
  }
  return found;
}
