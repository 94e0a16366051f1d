import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { EffectAddress, EffectError, EffectProblem, Settled } from '../domain/effect.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { EffectKind } from '../log/effect-outputs.ts';
import type { EntryUsage } from '../log/entries/effect-entries.ts';
import type { Entry } from '../log/entry.ts';
import { type EntryData, entryTypes } from '../log/entry-types.ts';
import { failureNotes } from '../log/failure-notes.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import type { PlanStep } from '../plan/plan.ts';

/** One effect that a chart has asked for and that has not settled yet. */
export interface LiveEffect {
  readonly kind: EffectKind;
  readonly address: EffectAddress;
  readonly input: unknown;
  readonly actor: AnyActorRef;
  startedAt: number;
}

/** How an effect came out. */
export type Outcome = (
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: EffectProblem }
) & {
  readonly usage?: EntryUsage | undefined;
  /** How long it waited for its turn, because the model was busy. */
  readonly waitedMs?: number | undefined;
};

/** What differs between a run that is live and one that is replayed. */
export interface Stage {
  now(): number;
  /** Whether there can be an entry of this number: a recording ends where it ends. */
  hasRoomFor(seq: number): boolean;
  /** Makes entries durable; effects that they start begin afterwards. */
  commit(entries: readonly Entry[]): void | Promise<void>;
  /** Entries are durable now. */
  committed(entries: readonly Entry[]): void;
  dispatch(effect: LiveEffect): void;
  /** Stops an effect that may have been dispatched. */
  abort(effect: LiveEffect): void;
  /** The run has ended and everything of it is durable, or lost. */
  closed(): void;
  /** The log could not be written: nothing more may happen in this run. */
  failed(error: unknown): void;
}

/**
 * Holds the deliveries of an actor system back, for whoever steps through it. A fact is followed by all its moves before anything is
 * committed, so a run whose deliveries are held waits with that.
 */
export interface DeliveryGate {
  /** Whether the next fact may be handed over. */
  mayTakeFact(): boolean;
  /** Lets everything through. */
  go(): void;
  /** No event waits to be delivered: the last fact has caused all that it causes. */
  isQuiet(): boolean;
}

/**
 * The one way from charts to the world and back, for one run.
 *
 * Facts go in one at a time: each is appended, handed to its actor and followed by every move it causes, then all of that is committed, and only then
 * do the effects begin that were asked for on the way. Late and repeated answers are dropped by their key. While the run is paused
 * no effect begins, and answers are still taken.
 */
export class Effects {
  readonly log: RunLog;
  readonly #host: AnyActorRef;
  readonly #stage: Stage;
  readonly #live = new Map<string, LiveEffect>();
  #held: LiveEffect[] = [];
  #begun: LiveEffect[] = [];
  readonly #queue: { readonly hand: () => void; readonly dropped: () => void; to: string; event: string }[] = [];
  #fresh: Entry[] = [];
  /** What a person has said, until all that came of it is committed. */
  #said: { type: string } | undefined;
  #isPaused = false;
  #isBusy = false;
  #isClosed = false;
  #isScheduled = false;
  #isRestoring = false;
  #isBroken = false;
  #isWaiting = false;
  #at = 0;

  constructor(log: RunLog, host: AnyActorRef, stage: Stage) {
    this.log = log;
    this.#host = host;
    this.#stage = stage;
    for (const entry of log.entries) this.#hear(entry);
  }

  /** The effects that are under way, in the order in which they were asked for. */
  get live(): readonly LiveEffect[] {
    return [...this.#live.values()];
  }

  /** Writes an entry for an actor. Facts take the time of now, moves the time of the fact that caused them. */
  record(entry: NewEntry): void {
    this.#append(entry);
    if (entry.type === 'run.resumed' && !this.#isRestoring) this.#release();
    this.#schedule();
  }

  /** A chart asks for an effect. */
  start(effect: Omit<LiveEffect, 'startedAt'>): void {
    const { key } = effect.address;
    if (this.#live.has(key)) {
      throw new TroupeError('bug', `Two live effects of run ${this.log.run} have the key "${key}".`);
    }
    const live = { ...effect, startedAt: 0 };
    this.#live.set(key, live);
    if (this.#isPaused || this.#isRestoring) this.#held.push(live);
    else this.#begin(live);
    this.#schedule();
  }

  /** The actors are about to start again from a snapshot: their effects are gathered until `restored`. */
  restoring(): void {
    this.#isRestoring = true;
  }

  /** The run goes on in a new process: everything that was under way begins again. */
  restored(): void {
    if (this.#isClosed) return;
    const begin = () => {
      const { status, error } = this.#host.getSnapshot();
      if (status === 'error') {
        this.crash(error);
        return;
      }
      this.#append({ type: 'run.restored', actor: 'host', data: {} });
      this.#held = this.live.toSorted((a, b) => (a.address.key < b.address.key ? -1 : 1));
      if (!this.#isPaused) this.#release();
    };
    // Actors that started from a snapshot have gathered their effects: that comes before what was said meanwhile, as it does in the replay.
    const beginning = { hand: begin, dropped: () => {}, to: 'host', event: 'run.restored' };
    if (this.#isRestoring) this.#queue.unshift(beginning);
    else this.#queue.push(beginning);
    this.#isRestoring = false;
    this.#pump();
  }

  /** A chart no longer wants an effect. */
  cancel(key: string): void {
    const effect = this.#live.get(key);
    if (!effect) return;
    this.#live.delete(key);
    this.#held = this.#held.filter((held) => held !== effect);
    this.#begun = this.#begun.filter((begun) => begun !== effect);
    this.#stage.abort(effect);
  }

  /** The world answers an effect; an answer that nobody waits for is dropped. */
  settle(key: string, outcome: Outcome): void {
    this.deliver(
      () => {
        const effect = this.#live.get(key);
        if (!effect) return;
        this.#live.delete(key);
        try {
          this.#keep(effect, outcome);
        } catch (error) {
          // What cannot be written cannot be gone on with.
          const message = `What ${effect.kind} gave is not JSON: ${messageOf(error)}.`;
          this.#keep(effect, { ok: false, error: { code: 'bug', message, retryable: false } });
        }
      },
      {
        to: this.#live.get(key)?.address.actor ?? 'host',
        event: `${outcome.ok ? 'effect.completed' : 'effect.failed'} ${key}`,
      },
    );
  }

  /** Writes down how an effect came out, and tells its actor. */
  #keep(effect: LiveEffect, outcome: Outcome): void {
    const { key, actor } = effect.address;
    const { usage } = outcome;
    const waited = outcome.waitedMs ? { waitedMs: outcome.waitedMs } : {};
    const about = { key, kind: effect.kind, ...(usage ? { usage } : {}), ...waited };
    const type = !outcome.ok ? 'effect.failed' : effect.kind === 'wait' ? 'timer.fired' : 'effect.completed';
    const data = outcome.ok ? { ...about, output: outcome.output } : { ...about, error: outcome.error };
    const kept = this.#append({ type, actor, data } as NewEntry); // the performer of a kind gives the kind's output
    const times = { startedAt: effect.startedAt, at: this.#at, ...waited };
    if (outcome.ok) {
      const output: Settled<unknown> = { value: 'output' in kept ? kept.output : undefined, ...times };
      effect.actor.send({ type: 'effect.completed', output });
    } else {
      const error: EffectError = { ...outcome.error, ...times, key };
      effect.actor.send({ type: 'effect.failed', error });
    }
  }

  /** An effect that was given up has used something: that is kept, so that it counts also when the run goes on elsewhere. */
  spent(about: EntryData['effect.cancelled'] & { readonly actor: string }): void {
    const { actor, ...data } = about;
    this.deliver(() => this.#append({ type: 'effect.cancelled', actor, data }));
  }

  /** The world tells a part of an effect's answer, on which the host acts before the whole is there. */
  progress(key: string, value: PlanStep): void {
    this.deliver(() => {
      const effect = this.#live.get(key);
      if (!effect) return;
      const data = { key, kind: effect.kind, value };
      const kept = this.#append({ type: 'effect.progressed', actor: effect.address.actor, data });
      if ('value' in kept) this.#host.send({ type: 'effect.progressed', key, value: kept.value });
    });
  }

  /** A person says something to the host, which records it as a fact when it acts on it. `told` hears whether it does. */
  tell(event: { type: string }, told: (isTaken: boolean) => void = () => {}): void {
    // Whoever ends a run does not want to step to its end.
    if (event.type === 'run.cancelled') this.#gate?.go();
    const hand = () => {
      this.#said = event;
      told(wouldTake(this.#host, event));
      this.#host.send(event);
    };
    this.deliver(hand, { to: 'host', event: event.type, dropped: () => told(false) });
  }

  /** Hands over one fact when the system is quiet; `dropped` hears when it never is. */
  deliver(
    hand: () => void,
    { to = 'host', event = 'a fact', dropped = () => {} }: { to?: string; event?: string; dropped?: () => void } = {},
  ): void {
    if (this.#isClosed) {
      dropped();
      return;
    }
    this.#queue.push({ hand, dropped, to, event });
    this.#pump();
  }

  /** Ends the run's business: everything outstanding is cancelled, nothing more is taken. What was recorded is still committed. */
  close(): void {
    this.#isClosed = true;
    for (const { dropped } of this.#queue.splice(0)) dropped();
    for (const key of [...this.#live.keys()]) this.cancel(key);
    this.#pump();
  }

  /** The host's chart threw: nothing comes of it any more, and the run has failed. */
  crash(error: unknown): void {
    // What is recorded no further is gone on with first.
    if (this.#isClosed || !this.#stage.hasRoomFor(this.log.entries.length + 1)) return;
    // What was said is a fact, also when a guard threw before the host could write it down.
    const { type, ...data } = this.#said ?? { type: '' };
    if (this.#fresh.length === 0 && Object.hasOwn(entryTypes, type)) {
      this.#append({ type, actor: 'host', data } as NewEntry); // one of the table's, with what a person said
    }
    for (const note of failureNotes(this.log, error)) this.#append({ ...note, actor: 'host' });
    this.close();
  }

  /** Commits what has been recorded, now. */
  flush(): void {
    this.#pump();
  }

  /** What waits to be handed over: for whom, and what it is. */
  get waiting(): readonly { readonly to: string; readonly event: string }[] {
    return this.#queue.map(({ to, event }) => ({ to, event }));
  }

  /** The gate is quiet, or open, again. */
  goOn(): void {
    if (this.#isWaiting) {
      if (!this.#gate?.isQuiet()) return;
      this.#isWaiting = false;
      if (!this.#commit()) return;
    }
    this.#pump();
  }

  get #gate(): DeliveryGate | undefined {
    return gates.get(this.#host.system);
  }

  #release(): void {
    for (const effect of this.#held.splice(0)) this.#begin(effect);
  }

  #begin(effect: LiveEffect): void {
    effect.startedAt = this.#at;
    const { run: _run, actor, ...data } = { ...effect.address, kind: effect.kind };
    this.#append({ type: 'effect.started', actor, data });
    this.#begun.push(effect);
  }

  /** Adds an entry to the log and gives its data as the log has it. */
  #append(entry: NewEntry): Entry['data'] {
    // Time never goes back in a log, whatever the clock does.
    if (entryTypes[entry.type].kind === 'fact') this.#at = Math.max(this.#at, this.#stage.now());
    const kept = this.log.append(entry, new Date(this.#at).toISOString());
    this.#fresh.push(kept);
    this.#hear(kept);
    return kept.data;
  }

  #hear(entry: Entry): void {
    this.#at = Date.parse(entry.at);
    if (entry.type === 'run.paused') this.#isPaused = true;
    if (entry.type === 'run.resumed') this.#isPaused = false;
  }

  /** What an actor did outside of a delivery (at its start, or sent to it directly) is committed soon after. */
  #schedule(): void {
    if (this.#isBusy || this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (!this.#isBusy && !this.#isBroken) {
      this.#isBusy = true;
      const mayTake = !this.#isRestoring && (this.#gate?.mayTakeFact() ?? true);
      try {
        if (this.#fresh.length === 0 && mayTake) this.#queue.shift()?.hand();
      } catch (error) {
        this.fail(error);
        return;
      }
      if (this.#gate?.isQuiet() === false) {
        this.#isWaiting = true;
        return;
      }
      if (!this.#commit()) return;
    }
  }

  /** Commits what is fresh; true when that is done and there may be more to do. */
  #commit(): boolean {
    // What begins later, while this is being written, begins with its own write.
    const [fresh, begun] = [Object.freeze(this.#fresh), this.#begun];
    [this.#fresh, this.#begun, this.#said] = [[], [], undefined];
    let written: void | Promise<void>;
    try {
      written = fresh.length > 0 ? this.#stage.commit(fresh) : undefined;
    } catch (error) {
      this.fail(error);
      return false;
    }
    if (written) {
      written.then(
        () => {
          this.#go(fresh, begun);
          this.#pump();
        },
        (error) => this.fail(error),
      );
      return false;
    }
    this.#go(fresh, begun);
    const mayTake = !this.#isRestoring && (this.#gate?.mayTakeFact() ?? true);
    return this.#fresh.length > 0 || (this.#queue.length > 0 && mayTake);
  }

  #go(committed: readonly Entry[], begun: readonly LiveEffect[]): void {
    if (committed.length > 0) this.#stage.committed(committed);
    for (const effect of begun) if (this.#live.get(effect.address.key) === effect) this.#stage.dispatch(effect);
    if (this.#isClosed && this.#fresh.length === 0) this.#stage.closed();
    // Only now: a listener that says something is heard after everyone has seen these entries.
    this.#isBusy = false;
  }

  /** Ends the run where it is: its log can no longer be written, or belongs to somebody else. */
  fail(error: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.close();
    this.#stage.failed(error);
    this.#stage.closed();
  }
}

/** Whether a host would act on an event. Where its guards throw it is handed the event, and throws itself. */
export function wouldTake(host: AnyActorRef, event: { type: string }): boolean {
  try {
    return (host.getSnapshot() as AnyMachineSnapshot).can(event); // the host is a machine
  } catch {
    return true;
  }
}

type AnyActorSystem = AnyActorRef['system'];

const gates = new WeakMap<AnyActorSystem, DeliveryGate>();

/** Puts a gate before the deliveries of a system. */
export function bindGate(system: AnyActorSystem, gate: DeliveryGate): void {
  gates.set(system, gate);
}

const runs = new WeakMap<AnyActorSystem, Map<string, Effects>>();

/** Lets the actors of a system find the effects of a run by its id. */
export function bindEffects(system: AnyActorSystem, run: string, effects: Effects): void {
  const bound = runs.get(system) ?? new Map<string, Effects>();
  runs.set(system, bound.set(run, effects));
}

export function unbindEffects(system: AnyActorSystem, run: string): void {
  runs.get(system)?.delete(run);
}

/** The effects of a run that may have ended already. */
export function findEffects(system: AnyActorSystem, run: string): Effects | undefined {
  return runs.get(system)?.get(run);
}

export function effectsOf(system: AnyActorSystem, run: string): Effects {
  const effects = findEffects(system, run);
  if (!effects) throw new TroupeError('bug', `No run "${run}" is open in this actor system.`);
  return effects;
}
