import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session } from '../sessions/session.ts';
import { noSession } from '../sessions/session-list.ts';
import { pageFile } from './page-files.ts';

/** What the answers to requests are made of. */
export interface PageSource {
  /** Where the built page is. */
  readonly folder: string;
  readonly token: string;
  readonly port: number;
  /** A session, or a run of the store that becomes one. */
  find(id: string): Promise<Session | undefined>;
  /** Who may show the page in a frame, as CSP writes it. */
  readonly frame: readonly string[];
}

/**
 * Answers a request for a file of the page or for the entries of a session.
 *
 * Contract: whatever is asked, there is an answer, and nothing is thrown or rejected: that would end the application.
 */
export async function servePage(request: IncomingMessage, response: ServerResponse, source: PageSource): Promise<void> {
  const answer = await answerTo(request, source).catch(() => text(500, 'The request failed.'));
  response.writeHead(answer.status, { ...headers(source), 'content-type': answer.type }).end(answer.body);
}

/** Where the server is, by the names under which it answers. */
export const hostsOf = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** The address that a request asks for; nothing when it is none. */
export function targetOf({ url = '/' }: IncomingMessage, port: number): URL | undefined {
  return URL.parse(url, `http://127.0.0.1:${port}/`) ?? undefined;
}

export function isToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body });

async function answerTo(request: IncomingMessage, source: PageSource): Promise<Answer> {
  const { folder, token, port, find } = source;
  if (!hostsOf(port).includes(request.headers.host ?? ''))
    return text(403, 'This server answers only to 127.0.0.1 and localhost.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET and HEAD are allowed.');
  const target = targetOf(request, port);
  if (!target) return text(400, 'The address is malformed.');
  if (target.pathname === '/entries') {
    // A long log in one answer: it is there sooner than in pieces.
    if (!isToken(String(request.headers['x-troupe-token'] ?? ''), token))
      return text(403, 'The token is missing or wrong.');
    const id = target.searchParams.get('session') ?? '';
    const session = await find(id);
    if (!session) return text(404, noSession(id));
    return { status: 200, type: 'application/json', body: JSON.stringify(session.entries) };
  }
  const file = await pageFile(folder, target.pathname).catch(() => undefined);
  if (!file) return text(404, 'There is no such file.');
  const isPage = file.type.startsWith('text/html');
  const body = isPage ? file.body.toString('utf8').replaceAll('__TROUPE_TOKEN__', token) : file.body;
  return { status: 200, type: file.type, body };
}

/** Nothing is loaded from anywhere else, nobody frames the page who was not named, nothing is kept. */
const headers = ({ port, frame }: PageSource) => ({
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
    `frame-ancestors ${frame.length === 0 ? "'none'" : frame.join(' ')}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});
