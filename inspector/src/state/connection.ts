import type { Command, Request, ServerMessage, TimelineEntry } from '../../../src/inspect/protocol.ts';

/** How the page stands to its server. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'broken';

/** What the page asks: a server, or the file that it stands in. */
export interface Line {
  /** Rejects what is refused, in words. */
  ask(command: Command): Promise<unknown>;
  /** The entries of a session so far; none when they cannot be had so, and `open` brings them. */
  entries(session: string): Promise<readonly TimelineEntry[]>;
}

export interface Handlers {
  readonly message: (message: Exclude<ServerMessage, { type: 'reply' }>) => void;
  readonly state: (state: ConnectionState) => void;
}

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

const longestWaitMs = 5000;

/**
 * The page's line to its server. It comes back by itself after the server was away or the computer slept.
 *
 * Contract: `ask` rejects when the server refuses or the line breaks before the reply.
 */
export class Connection implements Line {
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #token = document.querySelector<HTMLMetaElement>('meta[name="troupe-token"]')?.content ?? '';
  #lastId = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#hurry());
    window.addEventListener('online', () => this.#hurry());
    this.#connect();
  }

  /** Asks the server for something and waits for its reply. */
  ask(command: Command): Promise<unknown> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error('The server cannot be reached.'));
    const id = ++this.#lastId;
    const request: Request = { ...command, id, token: this.#token };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify(request));
    });
  }

  /** The entries of a session so far, in one answer; none when they cannot be had so, and the line brings them. */
  async entries(session: string): Promise<readonly TimelineEntry[]> {
    try {
      const url = new URL(`entries?session=${encodeURIComponent(session)}`, location.href);
      const response = await fetch(url, { headers: { 'x-troupe-token': this.#token } });
      return response.ok ? ((await response.json()) as TimelineEntry[]) : []; // our own server speaks the protocol
    } catch {
      return [];
    }
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const url = new URL('ws', location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerMessage); // our own server speaks the protocol
    socket.onopen = () => {
      this.#failures = 0;
      this.#handlers.state('open');
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #receive(message: ServerMessage): void {
    if (message.type !== 'reply') {
      this.#handlers.message(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.ok) waiting?.resolve(message.data);
    else waiting?.reject(new Error(message.error));
  }

  #lost(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('The connection to the server was lost.'));
    this.#waiting.clear();
    this.#handlers.state('reconnecting');
    const wait = Math.min(longestWaitMs, 250 * 2 ** this.#failures++);
    this.#timer = setTimeout(() => void this.#again(), wait);
  }

  /** A server that was started again has another token, which is in its page. */
  async #again(): Promise<void> {
    try {
      const page = await (await fetch('./', { cache: 'no-store' })).text();
      this.#token = /name="troupe-token" content="([^"]*)"/.exec(page)?.[1] ?? this.#token;
      this.#connect();
    } catch {
      this.#lost(); // still away
    }
  }

  #hurry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#failures = 0;
    void this.#again();
  }
}
