import type { AnyActorLogic, AnyActorRef, AnyEventObject } from 'xstate';
import { events } from '../actors/xstate-internals.ts';
import { TroupeError } from '../errors.ts';
import type { Note } from '../log/entry-types.ts';
import type { ActorPaths } from './actor-paths.ts';
import { toErrorData } from './data.ts';
import type { Chart, SourceOptions } from './define-chart.ts';
import type { Jobs } from './jobs.ts';
import { type Source, type SourcePort, sourceLogic } from './source-logic.ts';

/** A source that is under way. */
export interface LiveSource {
  readonly key: string;
  readonly name: string;
  readonly ref: AnyActorRef;
  readonly source: Source;
  readonly options: SourceOptions;
  /** What was sent to it, if it is to have it again. */
  readonly inbox: AnyEventObject[];
  isBegun: boolean;
  /** Nobody wants it any more, and it is stopped in a moment: what it was sent before that still reaches it. */
  isLeaving: boolean;
}

const keys = new WeakMap<AnyActorRef, string>();

/**
 * The key of the effect that an actor is, with the id of its run: the same each time it begins again, so that a service which is asked twice can tell. Give it
 * the `self` of a promise, a callback or an observable.
 *
 * @throws TroupeError `usage` for an actor that is no effect of a run.
 */
export function effectKey(self: AnyActorRef): string {
  const key = keys.get(self);
  if (key !== undefined) return key;
  throw new TroupeError(
    'usage',
    `The actor "${self.id}" has no key: only an effect of a run has one. Start the machine with a runner; where it runs without one, as in a test, provide another actor in its place.`,
  );
}

/** What sources need of their run. */
export interface SourcesOwner {
  readonly chart: Chart;
  readonly run: string;
  readonly paths: ActorPaths;
  readonly jobs: Jobs;
  note(actor: string, note: Note): void;
  /** One threw, when it began or when it was sent an event. */
  threw(live: LiveSource, thrown: unknown): void;
}

/** The sources of one run that have not come to their end, each under its key. */
export class LiveSources implements SourcePort {
  readonly #owner: SourcesOwner;
  readonly #live = new Map<string, LiveSource>();
  readonly #byRef = new Map<AnyActorRef, LiveSource>();
  /** What stops those that nobody wants any more, until that is done. */
  readonly #unwanted = new Set<() => void>();
  readonly #logics = new WeakMap<AnyActorLogic, AnyActorLogic>();

  constructor(owner: SourcesOwner) {
    this.#owner = owner;
  }

  get all(): readonly LiveSource[] {
    return [...this.#live.values()];
  }

  /** The logic of a source on the stage of this run. */
  logicOf(logic: AnyActorLogic): AnyActorLogic {
    const known = this.#logics.get(logic);
    if (known) return known;
    const wrapped = sourceLogic(logic, this);
    this.#logics.set(logic, wrapped);
    return wrapped;
  }

  of(ref: AnyActorRef): LiveSource | undefined {
    return this.#byRef.get(ref);
  }

  started(ref: AnyActorRef, source: Source): void {
    const { chart, run, paths, jobs } = this.#owner;
    const path = paths.of(ref) ?? chart.name;
    const name = typeof ref.src === 'string' ? ref.src.replace(/^xstate\.invoke\.\d+\./, 'inline ') : 'inline';
    const options = chart.sources[name] ?? {};
    const { input } = ref.getSnapshot() as { input?: unknown }; // every logic of XState keeps it
    const key = options.key?.(input as never) ?? paths.below(path); // what the chart gave it
    if (this.#live.has(key)) {
      throw new TroupeError(
        'usage',
        `Two actors of "${chart.name}" have the key "${key}" at once, the second is "${name}". Make sources.${name}.key in defineChart of what differs in their inputs, or leave it out: then the key is the path of the actor.`,
      );
    }
    const live: LiveSource = { key, name, ref, source, options, inbox: [], isBegun: false, isLeaving: false };
    this.#live.set(key, live);
    this.#byRef.set(ref, live);
    keys.set(ref, `${run}/${key}`);
    this.#owner.note(path, { type: 'effect.started', data: { key, kind: 'source', source: name } });
    jobs.ask({ begin: () => this.begin(live), of: ref });
  }

  /** Begins what has not begun in this process. */
  begin(live: LiveSource): void {
    if (live.isBegun || !this.#isWanted(live)) return;
    live.isBegun = true;
    const { source, ref, inbox } = live;
    this.#try(live, () => {
      source.begin(ref);
      for (const event of inbox) source.send(ref, event);
      if (!live.options.redeliver) inbox.length = 0;
    });
  }

  reached(ref: AnyActorRef, source: Source, event: AnyEventObject): void {
    const live = this.#byRef.get(ref);
    if (!live) return;
    const { jobs } = this.#owner;
    // What comes before it has begun is given to it when it begins. What it had in another process is gone, unless it is to have it again.
    if (live.options.redeliver || (jobs.isLive && !live.isBegun)) {
      live.inbox.push(event);
      if (!live.isBegun) return;
    }
    // Of the last events before a crash nobody knows whether it had them: it gets them again, as actions are done again.
    jobs.ask({
      isAction: true,
      of: ref,
      begin: () => {
        if (!this.#isWanted(live) && !live.isLeaving) return;
        if (live.isBegun) this.#try(live, () => source.send(ref, event));
        else live.inbox.push(event);
      },
    });
  }

  stopped(ref: AnyActorRef, _source: Source, snapshot: unknown): void {
    const live = this.#byRef.get(ref);
    if (!live) return;
    this.#owner.note(this.#owner.paths.of(ref) ?? this.#owner.chart.name, {
      type: 'effect.stopped',
      data: { key: live.key },
    });
    this.#drop(live);
    this.stopSoon(live, snapshot);
  }

  /** Stops a source that nobody wants any more, when that is stored; `snapshot` is the last state in which it was wanted. */
  stopSoon(live: LiveSource, snapshot: unknown): void {
    if (!live.isBegun) return;
    live.isLeaving = true;
    const stop = () => {
      live.isLeaving = false;
      if (this.#unwanted.delete(stop)) stopQuietly(live.source, live.ref, snapshot);
    };
    this.#unwanted.add(stop);
    this.#owner.jobs.ask({ begin: stop, isStop: true });
  }

  /** Takes out a source that has come to its end; nothing for a key that nobody waits for. */
  settle(key: string): LiveSource | undefined {
    const live = this.#live.get(key);
    if (live) this.#drop(live);
    return live;
  }

  /** Stops everything that has begun. */
  stopAll(): void {
    for (const stop of this.#unwanted) stop();
    for (const { ref, source, isBegun } of this.all) if (isBegun) stopQuietly(source, ref, ref.getSnapshot());
    this.#live.clear();
    this.#byRef.clear();
  }

  #drop(live: LiveSource): void {
    this.#live.delete(live.key);
    this.#byRef.delete(live.ref);
    this.#owner.paths.drop(live.ref);
  }

  #isWanted(live: LiveSource): boolean {
    return this.#live.get(live.key) === live;
  }

  #try(live: LiveSource, reach: () => void): void {
    try {
      reach();
    } catch (error) {
      this.#owner.threw(live, toErrorData(error));
    }
  }
}

/** What a source throws when nobody wants it any more changes nothing. */
function stopQuietly(source: Source, ref: AnyActorRef, snapshot: unknown): void {
  try {
    source.stop(ref, snapshot, { type: events.stop });
  } catch (error) {
    console.error('A source of a run threw when it was stopped; the run continues.', error);
  }
}
