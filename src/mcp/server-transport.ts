import type { Transport } from '@modelcontextprotocol/client';

/** The way to a server, and what is known when it is lost. `close` resolves when nothing of it is left. */
export interface ServerTransport extends Transport {
  /** How it ended, to be read after the name of the server. */
  readonly ending: string | undefined;
  /** What the server last wrote beside the protocol. */
  readonly lastWords: string;
}
