import type { Effects } from '../../actors/effects.ts';
import type { AnswerWatcher, Delta, Watch } from '../../actors/watcher.ts';
import type { RequestContext } from '../../domain/options.ts';
import { type ExecutionStatus, isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { RunLog } from '../../log/run-log.ts';
import type { RunResult } from '../../log/run-result.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { type Callbacks, callbackCaller } from './callbacks.ts';
import { DurableMark } from './durable-mark.ts';
import type { RunEvent } from './run.ts';
import { RunRest } from './run-rest.ts';
import { SteeringInbox } from './steering-inbox.ts';

/** Who is told of milestones, and what the caller knows about the request. */
export interface Told {
  readonly callbacks: readonly Callbacks[];
  readonly context: RequestContext;
}

/** What a run's handle knows of its run: it sees what becomes durable, and passes it on to everyone who follows the run. */
export class RunFeed implements AnswerWatcher {
  readonly mark = new DurableMark();
  readonly rest = new RunRest();
  readonly steering = new SteeringInbox();
  readonly #told: Told;
  readonly #listeners = new Set<(event: RunEvent) => void>();
  readonly #end = Promise.withResolvers<RunResult>();
  #log: RunLog;
  #effects: () => Effects | undefined = () => undefined;
  #notify: (entries: readonly Entry[]) => void = () => {};
  #status: ExecutionStatus | undefined;
  #known: { readonly length: number; readonly result: RunResult } | undefined;

  constructor(id: string, told: Told) {
    this.#log = new RunLog(id);
    this.#told = told;
    // Somebody who waits for the next rest alone must not be bothered by this promise.
    this.#end.promise.catch(() => {});
  }

  get log(): RunLog {
    return this.#log;
  }

  /** The effects of the run, once it is open. */
  get effects(): Effects | undefined {
    return this.#effects();
  }

  /** Resolves when the run has ended. */
  get ended(): Promise<RunResult> {
    return this.#end.promise;
  }

  get hasEnded(): boolean {
    return this.#status !== undefined && isEnded(this.#status);
  }

  readonly watch: Watch = (log, effects) => {
    [this.#log, this.#effects] = [log, effects];
    this.#notify = callbackCaller(log, this.#told.callbacks, this.#told.context);
    return this;
  };

  subscribe(listener: (event: RunEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Those who wait for the run's rest get its result, if it is at one. */
  settle(): void {
    if (this.#status === 'waiting' || this.hasEnded) this.rest.reach(this.#result());
  }

  entries(entries: readonly Entry[]): void {
    const changed = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
    // Only what is durable counts; a run that was taken over has its status from before.
    this.#status = changed ?? this.#status ?? this.#log.latest('status.changed')?.data.status;
    if (this.#status !== 'waiting') this.rest.renew();
    this.settle();
    this.steering.receive(entries);
    // After that: a listener may answer at once.
    for (const entry of entries) this.#publish(entry);
    this.#notify(entries);
    this.mark.reach(entries.at(-1)?.seq ?? this.mark.seq);
    if (!this.hasEnded) return;
    this.steering.refuse();
    this.mark.close();
    this.#end.resolve(this.#result());
    this.#listeners.clear();
  }

  delta(delta: Delta): void {
    this.#publish(delta);
  }

  broke(error: unknown): void {
    this.steering.refuse();
    this.rest.fail(error);
    this.#end.reject(error);
    this.mark.close({ error });
  }

  /** Nothing more is written here. */
  closed(): void {
    if (this.hasEnded) return;
    const error = new TroupeError('usage', `Run ${this.#log.run} is not driven here any more: resume it to go on.`);
    this.steering.refuse();
    this.rest.fail(error);
    this.#end.reject(error);
    this.mark.close();
  }

  /** How the run stands, read once from a log that has not grown. */
  #result(): RunResult {
    const { length } = this.#log.entries;
    if (this.#known?.length !== length) this.#known = { length, result: toRunResult(this.#log) };
    return this.#known.result;
  }

  #publish(event: RunEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error('A listener of a run threw; the run continues.', error);
      }
    }
  }
}
