import type { CallToolResult } from '@modelcontextprotocol/client';
import { systemClock } from '../actors/clock.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { createHideKey, isRandomKey } from '../models/openai/hide-key.ts';
import { NotTaken } from './call-problem.ts';
import { Connection, type ConnectionOptions, unlessAborted } from './connection.ts';
import { HttpTransport } from './http-transport.ts';
import type { McpOptions } from './mcp-options.ts';
import { ProcessTransport } from './process-transport.ts';
import type { ServerTransport } from './server-transport.ts';

/** How long the second attempt to get a server back waits; each further one waits twice as long. */
const firstWaitMs = 500;

/** A server that is connected again when it was lost. */
export class ServerLink {
  readonly #options: ConnectionOptions;
  readonly #attempts: number;
  readonly #newTransport: () => ServerTransport;
  readonly #closed = new AbortController();
  #connection: Connection;
  #opening: Promise<Connection> | undefined;

  private constructor(connection: Connection, { attempts = 3 }: McpOptions, own: Own) {
    this.#connection = connection;
    this.#attempts = attempts;
    this.#options = own.options;
    this.#newTransport = own.newTransport;
  }

  /** Connects for the first time, in one attempt. */
  static async open(options: McpOptions): Promise<ServerLink> {
    const { name, clock = systemClock, connectMs = 30_000, callMs = 60_000 } = options;
    const { signal = new AbortController().signal } = options;
    const address = 'url' in options ? String(options.url) : options.command;
    const first: ConnectionOptions = { title: `"${name ?? address}"`, clock, connectMs, callMs, hide: hiding(options) };
    const newTransport = () =>
      'url' in options ? new HttpTransport(options, clock) : new ProcessTransport(options, clock);
    const connection = await Connection.open(newTransport(), first, signal);
    const title = `"${name ?? connection.serverName ?? address}"`;
    return new ServerLink(connection, options, { options: { ...first, title }, newTransport });
  }

  /** The last one; it may be over. */
  get connection(): Connection {
    return this.#connection;
  }

  /** Calls a tool. One that the server has certainly not begun is sent once more, when the server is back. */
  async call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    try {
      return await (await this.#connected(signal)).call(tool, input, signal);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      return (await this.#connected(signal)).call(tool, input, signal);
    }
  }

  /** Ends the server, or the session with it. */
  async close(): Promise<void> {
    this.#closed.abort(new TroupeError('tool', `The MCP server ${this.#options.title} is closed.`));
    await this.#opening?.catch(() => {});
    await this.#connection.close();
  }

  async #connected(signal: AbortSignal): Promise<Connection> {
    this.#closed.signal.throwIfAborted();
    if (!this.#connection.isOver) return this.#connection;
    // Calls that wait for the server at the same time wait for the same one.
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined;
    });
    return unlessAborted(this.#opening, signal);
  }

  async #reopen(): Promise<Connection> {
    await this.#connection.close();
    for (let attempt = 1; ; attempt++) {
      try {
        this.#connection = await Connection.open(this.#newTransport(), this.#options, this.#closed.signal);
        return this.#connection;
      } catch (cause) {
        this.#closed.signal.throwIfAborted();
        if (attempt === this.#attempts) {
          const count = attempt === 1 ? 'one attempt' : `${attempt} attempts`;
          throw new TroupeError('tool', `${messageOf(cause)} It was lost, and ${count} did not bring it back.`, {
            cause,
          });
        }
        await this.#wait(firstWaitMs * 2 ** (attempt - 1));
      }
    }
  }

  #wait(ms: number): Promise<void> {
    let stop = () => {};
    const time = new Promise<void>((resolve) => {
      stop = this.#options.clock.after(ms, resolve);
    });
    return unlessAborted(time, this.#closed.signal).finally(() => stop());
  }
}

interface Own {
  readonly options: ConnectionOptions;
  readonly newTransport: () => ServerTransport;
}

/** Takes what was given as a variable or a header, and looks like a key, out of a text. */
function hiding(options: McpOptions): (text: string) => string {
  const given = Object.values(('url' in options ? options.headers : options.env) ?? {});
  const hides = given.filter((value) => isRandomKey(value) && /^[\x20-\x7e]*$/.test(value)).map(createHideKey);
  return (text) => hides.reduce((shown, hide) => hide(shown), text);
}
