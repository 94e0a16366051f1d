import { setTimeout as pause } from 'node:timers/promises';
import {
  inTransaction,
  isCut,
  type PostgresAnswer,
  type PostgresClient,
  type PostgresPlace,
  toStoreError,
  withClient,
} from './postgres-pool.ts';
import { prepareTables } from './postgres-tables.ts';

/** Every use of a server, after the first one has made the tables. */
export class PostgresAccess {
  readonly #place: PostgresPlace;
  readonly #schema: string;
  readonly #reconnectMs: number;
  #prepared: Promise<void> | undefined;
  #wasReached = false;

  constructor(place: PostgresPlace, { schema, reconnectMs }: { schema: string; reconnectMs: number }) {
    this.#place = place;
    this.#schema = schema;
    this.#reconnectMs = reconnectMs;
  }

  /** Work in one transaction, which learns when it may have been done before. */
  changed<T>(what: string, work: (client: PostgresClient, isAgain: boolean) => Promise<T>): Promise<T> {
    return this.#guarded(what, (isAgain) => inTransaction(this.#place, (client) => work(client, isAgain)));
  }

  /** One statement that locks nothing. */
  asked(what: string, text: string, values: readonly unknown[]): Promise<PostgresAnswer> {
    return this.#guarded(what, () => withClient(this.#place, (client) => client.query(text, values)));
  }

  /**
   * A connection that is cut is made again, for a while; nobody knows then whether the work was done, so it learns that it is done again. A
   * server that was never reached is an error at once: that is a matter of the configuration.
   */
  async #guarded<T>(what: string, work: (isAgain: boolean) => Promise<T>): Promise<T> {
    const until = performance.now() + this.#reconnectMs;
    for (let pauseMs = 0; ; pauseMs = Math.min(1000, 2 * pauseMs + 50)) {
      try {
        await this.#prepare();
        this.#wasReached = true;
        return await work(pauseMs > 0);
      } catch (cause) {
        const isWorthAnother = this.#wasReached && isCut(cause) && performance.now() < until;
        if (!isWorthAnother) throw toStoreError(what, cause, this.#place.name);
      }
      await pause(pauseMs);
    }
  }

  #prepare(): Promise<void> {
    this.#prepared ??= inTransaction(this.#place, (client) => prepareTables(client, this.#schema));
    return this.#prepared.catch((error) => {
      this.#prepared = undefined; // the next use tries again
      throw error;
    });
  }
}
