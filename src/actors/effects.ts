import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { EffectError, Settled } from '../domain/effect.ts';
import { messageOf } from '../errors.ts';
import { type EntryData, entryTypes } from '../log/entry-types.ts';
import { failureNotes } from '../log/failure-notes.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import { isHeld } from '../log/to-run-result.ts';
import type { PlanStep } from '../plan/plan.ts';
import { type DeliveryGate, gateOf } from './delivery-gate.ts';
import { FactQueue } from './fact-queue.ts';
import { LiveEffects } from './live-effects.ts';
import { OpenQuestions } from './open-questions.ts';
import type { LiveEffect, Outcome, Stage } from './stage.ts';

/**
 * The one way from charts to the world and back, for one run: what comes from the world goes through the queue of facts, what a chart asks for is
 * registered with the live effects and begins when its entry is durable. Late and repeated answers are dropped by their key. While the run is paused
 * no effect begins, and answers are still taken.
 */
export class Effects {
  readonly log: RunLog;
  /** What those at work ask people. */
  readonly questions: OpenQuestions;
  readonly #host: AnyActorRef;
  readonly #stage: Stage;
  readonly #live: LiveEffects;
  readonly #facts: FactQueue;

  constructor(log: RunLog, host: AnyActorRef, stage: Stage) {
    this.log = log;
    this.#host = host;
    this.#stage = stage;
    this.#live = new LiveEffects(log.run, stage);
    this.#facts = new FactQueue(log, stage, {
      gate: () => this.#gate,
      takeBegun: () => {
        this.questions.noteStatus();
        const begun = this.#live.takeBegun();
        return () => this.#live.dispatch(begun);
      },
      fail: (error) => this.fail(error),
    });
    this.questions = new OpenQuestions(log, this.#facts, this.#live);
  }

  /** The effects that are under way, in the order in which they were asked for. */
  get live(): readonly LiveEffect[] {
    return this.#live.all;
  }

  /** What waits to be handed over: for whom, and what it is. */
  get waiting(): readonly { readonly to: string; readonly event: string }[] {
    return this.#facts.waiting.map(({ to, event }) => ({ to, event }));
  }

  /** Writes an entry for an actor. */
  record(entry: NewEntry): void {
    this.#facts.append(entry);
    if (entry.type === 'run.resumed' && this.#facts.intake === 'open') this.#release();
    this.#facts.schedule();
  }

  /** A chart asks for an effect. */
  start(effect: Omit<LiveEffect, 'startedAt'>): void {
    const live = this.#live.add(effect);
    if (this.#facts.intake === 'open' && !this.#isPaused) this.#begin(live);
    else this.#live.hold(live);
    this.#facts.schedule();
  }

  /** The actors are about to start again from a snapshot: their effects are gathered until `restored`. */
  restoring(): void {
    this.#facts.gather();
  }

  /** The run continues in a new process: everything that was under way begins again. */
  restored(): void {
    const hand = () => {
      const { status, error } = this.#host.getSnapshot();
      if (status === 'error') {
        this.crash(error);
        return;
      }
      this.#facts.append({ type: 'run.restored', actor: 'host', data: {} });
      this.#live.holdAll();
      if (!this.#isPaused) this.#release();
    };
    this.#facts.open({ to: 'host', event: 'run.restored', hand });
  }

  /** A chart no longer wants an effect. */
  cancel(key: string): void {
    this.#live.cancel(key);
  }

  /** The world answers an effect; an answer that nobody waits for is dropped. */
  settle(key: string, outcome: Outcome): void {
    const hand = () => {
      const effect = this.#live.settle(key);
      if (!effect) return;
      try {
        this.#keep(effect, outcome);
      } catch (error) {
        // A run cannot continue from what cannot be written.
        const message = `The output of ${effect.kind} is not JSON: ${messageOf(error)}.`;
        this.#keep(effect, { ok: false, error: { code: 'bug', message, retryable: false } });
      }
    };
    const event = `${outcome.ok ? 'effect.completed' : 'effect.failed'} ${key}`;
    this.#facts.add({ to: this.#live.find(key)?.address.actor ?? 'host', event, hand });
  }

  /** Records how an effect came out, and sends it to its actor. */
  #keep(effect: LiveEffect, outcome: Outcome): void {
    const { key, actor } = effect.address;
    const { usage } = outcome;
    const waited = outcome.waitedMs ? { waitedMs: outcome.waitedMs } : {};
    const about = { key, kind: effect.kind, ...(usage ? { usage } : {}), ...waited };
    const type = !outcome.ok ? 'effect.failed' : effect.kind === 'wait' ? 'timer.fired' : 'effect.completed';
    const data = outcome.ok ? { ...about, output: outcome.output } : { ...about, error: outcome.error };
    const kept = this.#facts.append({ type, actor, data } as NewEntry); // the performer of a kind returns the kind's output
    const times = { startedAt: effect.startedAt, at: this.#facts.at, ...waited };
    if (outcome.ok) {
      const output: Settled<unknown> = { value: 'output' in kept.data ? kept.data.output : undefined, ...times };
      effect.actor.send({ type: 'effect.completed', output });
    } else {
      const error: EffectError = { ...outcome.error, ...times, key };
      effect.actor.send({ type: 'effect.failed', error });
    }
  }

  /** An effect that was given up has used something: that is kept, so that it counts also when the run continues elsewhere. */
  spent(about: EntryData['effect.cancelled'] & { readonly actor: string }): void {
    const { actor, ...data } = about;
    const hand = () => void this.#facts.append({ type: 'effect.cancelled', actor, data });
    this.#facts.add({ to: 'host', event: `effect.cancelled ${about.key}`, hand });
  }

  /** A part of an effect's answer has arrived, on which the host acts before the whole is there. */
  progress(key: string, value: PlanStep): void {
    const hand = () => {
      const effect = this.#live.find(key);
      if (!effect) return;
      const data = { key, kind: effect.kind, value };
      const kept = this.#facts.append({ type: 'effect.progressed', actor: effect.address.actor, data });
      if ('value' in kept.data) this.#host.send({ type: 'effect.progressed', key, value: kept.data.value });
    };
    this.#facts.add({ to: 'host', event: `effect.progressed ${key}`, hand });
  }

  /** A person submits an event to the host, which records it as a fact when it acts on it. `onTaken` is called with whether it does. */
  submit(event: { type: string }, onTaken: (isTaken: boolean) => void = () => {}): void {
    // Somebody who ends a run does not want to step to its end.
    if (event.type === 'run.cancelled') this.#gate?.go();
    const hand = () => {
      onTaken(wouldTake(this.#host, event));
      this.#host.send(event);
    };
    this.#facts.add({ to: 'host', event: event.type, submitted: event, hand, dropped: () => onTaken(false) });
  }

  /** Ends the run's business: everything outstanding is cancelled, nothing more is taken. What was recorded is still committed. */
  close(): void {
    this.#facts.close();
    this.#live.cancelAll();
    this.#facts.pump();
  }

  /** The host's chart threw: it makes no more moves, and the run has failed. */
  crash(error: unknown): void {
    // A recording that ends before the failure is continued first.
    if (this.#facts.intake === 'closed' || !this.#stage.hasRoomFor(this.log.entries.length + 1)) return;
    // What was submitted is a fact, also when a guard threw before the host could record it.
    const { type, ...data } = this.#facts.current?.submitted ?? { type: '' };
    if (!this.#facts.hasFresh && Object.hasOwn(entryTypes, type)) {
      this.#facts.append({ type, actor: 'host', data } as NewEntry); // one of the table's, with what a person submitted
    }
    for (const note of failureNotes(this.log, error)) this.#facts.append({ ...note, actor: 'host' });
    this.close();
  }

  /** Ends the run where it is: its log can no longer be written, or belongs to somebody else. */
  fail(error: unknown): void {
    if (!this.#facts.break()) return;
    this.close();
    this.#stage.failed(error);
    this.#stage.closed();
  }

  /** Commits what has been recorded, now. */
  flush(): void {
    this.#facts.pump();
  }

  /** The gate is quiet, or open, again. */
  proceed(): void {
    this.#facts.proceed();
  }

  get #gate(): DeliveryGate | undefined {
    return gateOf(this.#host.system);
  }

  get #isPaused(): boolean {
    return isHeld(this.log);
  }

  #release(): void {
    for (const effect of this.#live.takeHeld()) this.#begin(effect);
  }

  #begin(effect: LiveEffect): void {
    effect.startedAt = this.#facts.at;
    const { run: _run, actor, ...data } = { ...effect.address, kind: effect.kind };
    this.#facts.append({ type: 'effect.started', actor, data });
    this.#live.begin(effect);
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
