import { isJSONRPCRequest, type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Clock } from '../actors/clock.ts';
import type { McpEndpoint } from './mcp-options.ts';
import type { ServerTransport } from './server-transport.ts';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** The code of the answer that stands for one that will not come. */
export const lostCode = -32_099;
/** How long a server may take to hear that its session is over. */
const farewellMs = 2_000;

/** A server behind an address. The one of the SDK leaves a request without an answer when its stream breaks. */
export class HttpTransport extends StreamableHTTPClientTransport implements ServerTransport {
  readonly ending = undefined;
  readonly lastWords = '';
  readonly #clock: Clock;
  #closing: Promise<void> | undefined;

  constructor({ url, headers = {} }: McpEndpoint, clock: Clock) {
    super(new URL(url), {
      requestInit: { headers: { ...headers } },
      reconnectionScheduler: (reconnect, delay) => clock.after(delay, reconnect),
    });
    this.#clock = clock;
  }

  override send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (!isJSONRPCRequest(message)) return super.send(message, options);
    const { id } = message;
    const error = { code: lostCode, message: 'The connection broke.' };
    // After an answer nobody waits for this one.
    const onRequestStreamEnd = () => this.onmessage?.({ jsonrpc: '2.0', id, error });
    return super.send(message, { ...options, onRequestStreamEnd });
  }

  override close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = this.#clock.after(farewellMs, resolve);
      // A server that is gone, or that ends no sessions on demand, has nothing to hear.
      const farewell = this.terminateSession().catch(() => {});
      void farewell.then(() => {
        stop();
        resolve();
      });
    });
    await super.close();
  }
}
