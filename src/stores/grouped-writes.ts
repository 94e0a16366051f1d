import { TroupeError } from '../errors.ts';

interface Waiting {
  readonly what: string;
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** How writes reach a database that works synchronously. */
export interface WriteAccess {
  /** Does some work in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: () => T): T;
  /** Does some work; what it throws that is not one of ours becomes an error that says what could not be done. */
  guarded<T>(what: string, work: () => T): T;
  toError(what: string, cause: unknown): TroupeError;
}

/**
 * Writes of many runs in few transactions: one that is alone in its turn of the event loop is done at once; where several runs write in a turn,
 * the others, and all of the next turn, are done together at its end. A transaction that waits for the disk costs the same for one as for
 * a thousand.
 *
 * Contract: what was returned, or resolved, is durable. Work throws a `TroupeError` only before it has changed anything: then it is refused alone,
 * and the rest of its group is written.
 */
export class GroupedWrites {
  readonly #access: WriteAccess;
  #waiting: Waiting[] = [];
  /** The run that has written in this turn. */
  #writer: string | undefined;
  #isCrowded = false;
  #isWatching = false;

  constructor(access: WriteAccess) {
    this.#access = access;
  }

  /** Does the write of a run, or promises to do it at the end of this turn. */
  write<T>(run: string, what: string, work: () => T): T | Promise<T> {
    const isAlone = !this.#isCrowded && this.#waiting.length === 0 && (this.#writer ?? run) === run;
    this.#watch();
    if (isAlone) {
      this.#writer = run;
      return this.#alone(what, work);
    }
    return new Promise((resolve, reject) => {
      // What `work` gives is what the caller waits for.
      this.#waiting.push({ what, work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Does what waits, now. */
  flush(): void {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    let isBroken = false;
    const attempt = ({ work, resolve, reject }: Waiting) => {
      try {
        const value = work();
        return () => resolve(value);
      } catch (error) {
        isBroken = !(error instanceof TroupeError);
        if (isBroken) throw error;
        return () => reject(error);
      }
    };
    try {
      for (const settle of this.#access.transaction(() => waiting.map(attempt))) settle();
    } catch (cause) {
      for (const each of waiting) {
        // Where a write breaks in the middle, whoever wrote it gets the error, and the others are written without it.
        if (isBroken) this.#retry(each);
        else each.reject(this.#access.toError(each.what, cause));
      }
    }
  }

  #retry({ what, work, resolve, reject }: Waiting): void {
    try {
      resolve(this.#alone(what, work));
    } catch (error) {
      reject(error);
    }
  }

  #alone<T>(what: string, work: () => T): T {
    return this.#access.guarded(what, () => this.#access.transaction(work));
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    setImmediate(() => {
      this.#isWatching = false;
      this.#isCrowded = this.#waiting.length > 1;
      this.#writer = undefined;
      this.flush();
    });
  }
}
