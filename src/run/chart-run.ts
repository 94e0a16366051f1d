import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  OutputFrom,
  SnapshotFrom,
} from 'xstate';
import { gateOf } from '../actors/delivery-gate.ts';
import type { Watcher } from '../actors/watcher.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { checkOwnEntry } from '../log/own/check-own-entry.ts';
import type { OwnEntry } from '../log/own/define-entry.ts';
import type { ChartCore } from './chart-core.ts';
import { cancel, note, pause, send, unpause } from './chart-facts.ts';
import type { Awaiting } from './chart-port.ts';
import { explained } from './moves.ts';

/** How a run of a chart ended. */
export type ChartResult<Output = unknown> =
  | { readonly status: 'completed'; readonly output: Output }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'cancelled' };

/** A run of a chart. Whatever it reports is stored: nobody sees a state that a crash could take back. */
export interface ChartRun<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly id: string;
  readonly chart: string;
  readonly version: string;
  /** The root of the run's actors, for an inspector. Read states with `getSnapshot()`: the actor's own may not be stored yet. */
  readonly actor: Actor<Machine>;
  /** Its entries so far; the last ones may not be stored yet. */
  readonly log: readonly Entry[];
  /** Whether it is paused. */
  readonly isPaused: boolean;
  /** Resolves when the run has ended. Rejects when its log cannot be written, or when it is left or driven by somebody else. */
  readonly result: Promise<ChartResult<OutputFrom<Machine>>>;
  /** The last state that is stored. */
  getSnapshot(): SnapshotFrom<Machine>;
  /**
   * Sends an event, and resolves when it is stored with all that came of it. One with an `id` is taken once, however often it is sent.
   *
   * @throws TroupeError `usage` for an event that is not data, for an actor that is not there, for a run that has ended or was left.
   */
  send(event: EventFromLogic<Machine>, options?: SendOptions): Promise<void>;
  /** Calls back with every state of the root that is stored. */
  subscribe(listener: (snapshot: SnapshotFrom<Machine>) => void): () => void;
  /** Calls back with every event of a type that the root emits, `*` for all, when the decision that emits it is stored. */
  on<Type extends EmittedFrom<Machine>['type'] | '*'>(
    type: Type,
    handler: (event: EmittedFrom<Machine> & (Type extends '*' ? unknown : { type: Type })) => void,
  ): () => void;
  /** Calls back with every entry that is stored. */
  follow(listener: (entry: Entry) => void): () => void;
  /** Writes an entry of one's own, made with `defineEntry`, and resolves when it is stored. One that has an id is recorded once. */
  record(entry: OwnEntry): Promise<void>;
  /** From now on nothing begins that the chart asks for; what is under way goes on, and events are taken. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the run: its actors are stopped. */
  cancel(reason?: string): Promise<void>;
  /** Stops driving the run in this process, without ending it: another one may resume it. */
  leave(): Promise<void>;
}

export interface SendOptions {
  /** The path of an actor in the run, such as `checkout/payment`. @default the root */
  readonly to?: string;
  /** An event with an id is taken once. */
  readonly id?: string;
}

/** What a handle knows of its run; the stage of the run tells it. */
export class ChartHandle implements Watcher {
  readonly #core: () => ChartCore;
  readonly #isStrict: boolean;
  readonly #end = Promise.withResolvers<ChartResult>();
  readonly #left = Promise.withResolvers<void>();
  readonly #snapshots = new Set<(snapshot: never) => void>();
  readonly #followers = new Set<(entry: Entry) => void>();
  /** Those who wait until something is stored. */
  readonly #waiting = new Set<(error: unknown) => void>();
  #stored: unknown;
  /** Why nothing more is stored here. */
  #failure: { readonly error: unknown } | undefined;

  constructor(core: () => ChartCore, isStrict: boolean) {
    this.#core = core;
    this.#isStrict = isStrict;
    // Somebody who waits for something else must not be bothered by this promise.
    this.#end.promise.catch(() => {});
  }

  /** Entries are stored. */
  entries(entries: readonly Entry[]): void {
    const snapshot: unknown = this.#core().root?.getSnapshot();
    const isNew = snapshot !== this.#stored;
    this.#stored = snapshot;
    for (const entry of entries) notify(this.#followers, entry);
    if (isNew) notify(this.#snapshots, snapshot as never); // the root's
  }

  /** Nothing more is written; the lease is back, or on its way. */
  async closed(released: void | Promise<void>): Promise<void> {
    const { hasEnded, log } = this.#core();
    if (hasEnded) this.#end.resolve(resultOf(this.#core(), this.#isStrict));
    else this.broke(new TroupeError('usage', `Run ${log.run} is not driven here any more: resume it to go on.`));
    await released;
    this.#left.resolve();
  }

  broke(error: unknown): void {
    this.#failure ??= { error };
    this.#end.reject(error);
    for (const reject of [...this.#waiting]) reject(error);
  }

  /** Calls back with every entry that is stored. */
  follow(listener: (entry: Entry) => void): () => void {
    return listen(this.#followers, listener);
  }

  /** The handle for users. */
  toRun(): ChartRun {
    const core = this.#core();
    return {
      id: core.log.run,
      chart: core.chart.name,
      version: core.chart.version,
      actor: core.root as never, // it was made of the chart's machine
      get log() {
        return core.log.entries;
      },
      get isPaused() {
        return core.jobs.isHeld;
      },
      result: this.#end.promise as never, // of the chart's output
      getSnapshot: () => (this.#stored ?? core.root?.getSnapshot()) as never, // the root's
      send: (event, options) => this.#send(event as AnyEventObject, options), // every event is one
      subscribe: (listener) => listen(this.#snapshots, listener as never), // called with the root's
      follow: (listener) => this.follow(listener),
      on: (type, handler) => {
        const listener = (event: AnyEventObject) => notify(new Set([handler]), event as never); // the root's own
        return (core.root as Actor<AnyStateMachine>).on(type, listener).unsubscribe; // made of the chart's machine
      },
      record: (entry) => this.#record(entry),
      pause: () => this.#command((by) => pause(core, by)),
      resume: () => this.#command((by) => unpause(core, by)),
      cancel: (reason) => {
        // Somebody who ends a run does not want to step to its end.
        if (core.root) gateOf(core.root.system)?.go();
        return this.#command((by) => cancel(core, reason, by));
      },
      leave: async () => {
        core.leave();
        await this.#left.promise;
      },
    };
  }

  async #record(given: OwnEntry): Promise<void> {
    const entry = checkOwnEntry(given);
    const core = this.#core();
    if (core.hasEnded) throw ended(core);
    await this.#command(
      (by) => note(core, entry, by),
      () => ended(core),
    );
  }

  async #send(event: AnyEventObject, { to = this.#core().chart.name, id }: SendOptions = {}): Promise<void> {
    const core = this.#core();
    if (typeof event?.type !== 'string') {
      throw new TroupeError('usage', 'An event is an object with a type, such as { type: "paid" }.');
    }
    if (this.#failure) throw this.#failure.error;
    // Somebody who sends an event again, because they do not know whether it arrived, need not care what came of it.
    const wasTaken = () => id !== undefined && core.knows(id);
    if (core.hasEnded && wasTaken()) return void (await this.#end.promise);
    if (core.hasEnded) throw ended(core);
    if (!wasTaken() && !core.paths.at(to)) throw noActor(core, to);
    await this.#command(
      (by) => send(core, event, { to, ...(id === undefined ? {} : { id }) }, by),
      () => {
        if (wasTaken()) return undefined;
        const gone = `There is no actor "${to}" in run ${core.log.run} any more`;
        return core.hasEnded ? ended(core) : new TroupeError('usage', `${gone}: it took no notice of "${event.type}".`);
      },
    );
  }

  /** Resolves when what somebody wants is stored. Of a run that ends meanwhile nothing more is wanted, unless `refused` says why that is an error. */
  #command(act: (by: Awaiting) => void, refused?: () => Error | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (this.#core().hasEnded && !refused) return Promise.resolve();
    this.#waiting.add(reject);
    const dropped = () => {
      const why = refused?.();
      if (why) reject(why);
      else this.#end.promise.then(() => resolve(), reject);
    };
    try {
      act({ stored: resolve, dropped });
    } catch (error) {
      // Nobody waits for what was refused.
      this.#waiting.delete(reject);
      throw error;
    }
    return promise.finally(() => this.#waiting.delete(reject));
  }
}

const noActor = ({ log, paths }: ChartCore, path: string) => {
  const there = paths.all.slice(0, shown).map((each) => `"${each}"`);
  const more = paths.all.length > shown ? ` and ${paths.all.length - shown} more` : '';
  return new TroupeError(
    'usage',
    `There is no actor "${path}" in run ${log.run}, which has ${there.join(', ')}${more}. One that has ended is gone.`,
  );
};
const shown = 10;

const ended = ({ log }: ChartCore) => new TroupeError('usage', `Run ${log.run} has ended: it takes nothing more.`);

const listen = <T>(listeners: Set<T>, listener: T) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function notify<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
  for (const listener of listeners) {
    try {
      listener(value);
    } catch (error) {
      console.error('A listener of a run threw; the run continues.', error);
    }
  }
}

/** How a run ended. */
function resultOf({ root, chart }: ChartCore, isStrict: boolean): ChartResult {
  const { status, output, error } = root?.getSnapshot() ?? {};
  if (status === 'done') return { status: 'completed', output };
  if (status === 'error') return { status: 'failed', error: explained(error, chart.name, isStrict) };
  return { status: 'cancelled' };
}
