import type { IncomingMessage, Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { hostsOf, isToken, targetOf } from './serve-page.ts';

const maxRequestBytes = 64 * 1024 * 1024;

/** Who gets the WebSockets of a server. */
export interface SocketOptions {
  readonly port: number;
  readonly token: string;
  /** One of the page. */
  page(socket: WebSocket): void;
  /** One for other inspectors; `session`: the only one that it asks for. */
  stately(socket: WebSocket, session: string | undefined): void;
}

/** Accepts the WebSockets of our own page, and of programs that know the token; refuses all others. */
export function acceptSockets(server: Server, options: SocketOptions): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes });
  server.on('upgrade', (request, socket, head) => {
    // A peer that hangs up while it is refused raises an error, and an error without a listener would end the application.
    socket.on('error', () => socket.destroy());
    const target = targetOf(request, options.port);
    const refusal = refusalOf(request, target, options);
    if (refusal !== undefined || !target) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (target.pathname === '/ws') options.page(client);
      else options.stately(client, target.searchParams.get('session') ?? undefined);
    });
  });
  return sockets;
}

/** The status line with which a WebSocket is refused; undefined: it is accepted. */
function refusalOf(
  { headers }: IncomingMessage,
  target: URL | undefined,
  { port, token }: SocketOptions,
): string | undefined {
  const hosts = hostsOf(port);
  if (!hosts.includes(headers.host ?? '')) return '403 Forbidden';
  if (!target) return '400 Bad Request';
  const { pathname, searchParams } = target;
  const isStately = pathname === '/stately';
  const hasToken = isToken(searchParams.get('token') ?? '', token);
  // A browser always says where a page comes from; a program that is no browser has to know the token instead.
  const isProgram = headers.origin === undefined && isStately && hasToken;
  if (!isProgram && !hosts.some((each) => headers.origin === `http://${each}`)) return '403 Forbidden';
  if (isStately && !hasToken) return '403 Forbidden';
  return pathname === '/ws' || isStately ? undefined : '404 Not Found';
}
