import { readFileSync } from 'node:fs';
import { type CallToolResult, Client, type Tool } from '@modelcontextprotocol/client';
import type { Clock } from '../actors/clock.ts';
import { TroupeError } from '../errors.ts';
import { callProblem, lastWords, reasonOf } from './call-problem.ts';
import type { ServerTransport } from './server-transport.ts';

export interface ConnectionOptions {
  /** The server in messages, in quotes. */
  readonly title: string;
  readonly clock: Clock;
  readonly connectMs: number;
  readonly callMs: number;
  /** Takes secrets out of what a server says. */
  readonly hide: (text: string) => string;
}

/** Time is counted here, by the clock of the options, and not by the SDK too. */
const noTimeout = { timeout: 2_147_483_647 };

/** One connection to a server, from its first message to its end. */
export class Connection {
  /** Whether no call can succeed on it any more. */
  isOver = false;
  readonly #client = new Client({ name: 'troupe', version: packageVersion() });
  readonly #transport: ServerTransport;
  readonly #options: ConnectionOptions;
  #tools: Promise<ReadonlyMap<string, Tool>> | undefined;

  private constructor(transport: ServerTransport, options: ConnectionOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#client.onclose = () => {
      this.isOver = true;
    };
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#tools = undefined;
    });
  }

  /** Connects, in one attempt. When it fails, nothing is left running. */
  static async open(transport: ServerTransport, options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
    const { connectMs, title, hide } = options;
    const connection = new Connection(transport, options);
    const late = `it did not answer within ${connectMs} ms. Is it an MCP server? connectMs gives it more time.`;
    try {
      await connection.#within(connectMs, signal, late, async (inTime) => {
        await connection.#client.connect(transport, { ...noTimeout, signal: inTime });
        await connection.tools();
      });
      return connection;
    } catch (cause) {
      const ended = transport.ending;
      await transport.close();
      signal.throwIfAborted();
      const reason = ended === undefined ? hide(reasonOf(cause)) : `it ${ended} before it was ready.`;
      const text = `The MCP server ${title} cannot be used: ${reason}${lastWords(transport, hide)}`;
      throw new TroupeError('tool', text, { cause });
    }
  }

  get serverName(): string | undefined {
    return this.#client.getServerVersion()?.name;
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  /** The tools of the server; after it said that they have changed they are asked for again. */
  tools(): Promise<ReadonlyMap<string, Tool>> {
    const tools = this.#tools ?? this.#listTools();
    this.#tools = tools;
    // What fails once may succeed the next time.
    tools.catch(() => {
      if (this.#tools === tools) this.#tools = undefined;
    });
    return tools;
  }

  async #listTools(): Promise<ReadonlyMap<string, Tool>> {
    if (!this.#client.getServerCapabilities()?.tools) return new Map();
    const { tools } = await this.#client.listTools(undefined, { ...noTimeout, cacheMode: 'refresh' });
    return new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** @throws TroupeError `tool` with what happened, or the reason of the signal */
  async call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    const { title, callMs, hide } = this.#options;
    const late = `The MCP server ${title} did not answer ${tool} within ${callMs} ms. The call was cancelled; whether it was done is not known. callMs gives it more time.`;
    try {
      return await this.#within(callMs, signal, late, async (inTime) => {
        if (!(await this.tools()).has(tool)) {
          throw new TroupeError('tool', `The MCP server ${title} does not have the tool ${tool} any more.`);
        }
        return this.#client.callTool({ name: tool, arguments: input }, { ...noTimeout, signal: inTime });
      });
    } catch (cause) {
      signal.throwIfAborted();
      const { error, isOver } = callProblem({ cause, tool, title, hide, transport: this.#transport });
      if (isOver) this.isOver = true;
      throw error;
    }
  }

  close(): Promise<void> {
    this.isOver = true;
    return this.#transport.close();
  }

  /** Work that is told to stop when the signal aborts or its time is up. */
  async #within<T>(
    ms: number,
    signal: AbortSignal,
    late: string,
    work: (inTime: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const deadline = new AbortController();
    const stop = this.#options.clock.after(ms, () => deadline.abort(new TroupeError('tool', late)));
    const inTime = AbortSignal.any([signal, deadline.signal]);
    try {
      return await unlessAborted(work(inTime), inTime);
    } finally {
      stop();
    }
  }
}

/** What a promise resolves with, unless the signal aborts before. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string; // npm refuses a package without one
  };
  return version;
}
