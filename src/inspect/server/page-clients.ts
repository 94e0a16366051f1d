import type { WebSocket } from 'ws';
import { messageOf, TroupeError } from '../../errors.ts';
import { protocolVersion, type Request } from '../protocol.ts';
import { withoutSecrets } from '../secrets.ts';
import { noSession, type SessionList } from '../sessions/session-list.ts';
import { parseRequest } from './command-schema.ts';
import { PageClient } from './page-client.ts';
import { isToken } from './serve-page.ts';

/** What the pages need to be answered. */
export interface PageClientsOptions {
  readonly token: string;
  readonly sessions: SessionList;
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
    const client = new PageClient(socket);
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

function perform(client: PageClient, request: Request, { sessions, importLog }: PageClientsOptions): unknown {
  if (request.type === 'import') return importLog(request.text, request.name);
  if (request.type === 'close') {
    client.leave(request.session);
    return sessions.trim();
  }
  const session = sessions.get(request.session);
  if (!session) throw new TroupeError('usage', noSession(request.session));
  return request.type === 'open' ? client.open(session, request) : session.command(request);
}
