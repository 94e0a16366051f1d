import type { RunResult } from '../../log/run-result.ts';

/** When a run comes to rest: it has ended, or it waits for a person. After that it may continue, to its next rest. */
export class RunRest {
  #next = Promise.withResolvers<RunResult>();
  #isResting = false;

  constructor() {
    this.#leaveAlone();
  }

  /** The rest that the run is at, or else its next one. */
  get settled(): Promise<RunResult> {
    return this.#next.promise;
  }

  /** The run continues: from now on, callers wait for its next rest. */
  renew(): void {
    if (!this.#isResting) return;
    this.#isResting = false;
    this.#next = Promise.withResolvers<RunResult>();
    this.#leaveAlone();
  }

  /** The run is at rest. One that was at rest before may stand differently now: it may have been paused since. */
  reach(result: RunResult): void {
    this.renew();
    this.#next.resolve(result);
    this.#isResting = true;
  }

  /** The run comes to no rest any more. */
  fail(error: unknown): void {
    this.#next.reject(error);
  }

  /** Somebody who waits for the end of the run alone must not be bothered by this promise. */
  #leaveAlone(): void {
    this.#next.promise.catch(() => {});
  }
}
