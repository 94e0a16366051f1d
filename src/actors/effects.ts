import type { AnyActorRef } from 'xstate';
import type { EffectError, Settled } from '../domain/effect.ts';
import { messageOf } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { type EntryData, entryTypes } from '../log/entry-types.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import { isHeld } from '../log/to-run-result.ts';
import { type DeliveryGate, type FactSource, gateOf } from './delivery-gate.ts';
import type { EffectsParts, Progress, SlottedChart } from './effect-pack.ts';
import { FactQueue } from './fact-queue.ts';
import { handFact } from './hand-fact.ts';
import { LiveEffects } from './live-effects.ts';
import { OpenQuestions } from './open-questions.ts';
import { type EffectsReport, Performances } from './performances.ts';
import { endOf } from './recording.ts';
import type { RunCore } from './run-core.ts';
import type { LiveEffect, Outcome, Stage } from './stage.ts';
import { wouldTake } from './would-take.ts';

/**
 * The one way from charts to the world and back, for one run: what comes from the world goes through the queue of facts, what a chart asks for is
 * registered with the live effects and begins when its entry is durable. Late and repeated answers are dropped by their key. While the run is paused
 * no effect begins, and answers are still taken.
 */
export class Effects implements RunCore, EffectsReport {
  readonly log: RunLog;
  /** What those at work ask people. */
  readonly questions: OpenQuestions;
  readonly root: AnyActorRef;
  readonly #chart: SlottedChart;
  readonly #stage: Stage;
  readonly #live: LiveEffects;
  readonly #facts: FactQueue;

  constructor(log: RunLog, root: AnyActorRef, chart: SlottedChart, { stage, pack }: EffectsParts) {
    [this.log, this.root, this.#chart, this.#stage] = [log, root, chart, stage];
    this.#live = new LiveEffects(log.run, new Performances(stage, pack, this));
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

  get isOver(): boolean {
    return this.#facts.isOver;
  }

  get waiting(): FactSource['waiting'] {
    return this.#facts.waiting;
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

  /** The actors are about to start again from a snapshot: their effects are gathered until `restore`. */
  restoring(): void {
    this.#facts.gather();
  }

  /** Also of a snapshot. */
  restore(): void {
    const hand = () => {
      const { status, error } = this.root.getSnapshot();
      if (status === 'error') {
        this.crash(error);
        return;
      }
      this.#facts.append({ type: 'run.restored', actor: this.#chart.name, data: {} });
      this.#live.holdAll();
      if (!this.#isPaused) this.#release();
    };
    this.#facts.open({ to: this.#chart.name, event: 'run.restored', hand });
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
    this.#facts.add({ to: this.#live.find(key)?.address.actor ?? this.#chart.name, event, hand });
  }

  /** Records how an effect came out, and sends it to its actor. */
  #keep(effect: LiveEffect, outcome: Outcome): void {
    const { key, actor } = effect.address;
    const { usage } = outcome;
    const waited = outcome.waitedMs ? { waitedMs: outcome.waitedMs } : {};
    const first = outcome.firstMs ? { firstMs: outcome.firstMs } : {};
    const about = { key, kind: effect.kind, ...(usage ? { usage } : {}), ...waited, ...first };
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
    this.#facts.add({ to: this.#chart.name, event: `effect.cancelled ${about.key}`, hand });
  }

  /** Somebody's own code records an entry; `taken` is called with it, or with nothing when the run has ended before. One that has an id is recorded once. */
  note(data: EntryData['entry.recorded'], taken: (kept: Entry | undefined) => void = () => {}): void {
    const known = () => (data.id === undefined ? undefined : this.log.latest('entry.recorded', data.id));
    const hand = () => taken(known() ?? this.#facts.append({ type: 'entry.recorded', actor: this.#chart.name, data }));
    this.#facts.add({ to: this.#chart.name, event: data.name, hand, dropped: () => taken(known()) });
  }

  /** A part of an effect's answer has arrived, on which the root acts before the whole is there. */
  progress(key: string, value: Progress): void {
    const hand = () => {
      const effect = this.#live.find(key);
      if (!effect) return;
      const data = { key, kind: effect.kind, value };
      const kept = this.#facts.append({ type: 'effect.progressed', actor: effect.address.actor, data });
      if ('value' in kept.data) this.root.send({ type: 'effect.progressed', key, value: kept.data.value });
    };
    this.#facts.add({ to: this.#chart.name, event: `effect.progressed ${key}`, hand });
  }

  /** A person submits an event to the root, which records it as a fact when it acts on it. `onTaken` is called with whether it does. */
  submit(event: { type: string }, onTaken: (isTaken: boolean) => void = () => {}): void {
    // Somebody who ends a run does not want to step to its end.
    if (event.type === 'run.cancelled') this.#gate?.go();
    const hand = () => {
      onTaken(wouldTake(this.root, event));
      this.root.send(event);
    };
    this.#facts.add({ to: this.#chart.name, event: event.type, submitted: event, hand, dropped: () => onTaken(false) });
  }

  /** Ends the run's business: everything outstanding is cancelled, nothing more is taken. What was recorded is still committed, unless a gate holds it. */
  close(): void {
    this.#facts.close();
    this.#live.cancelAll();
    this.#facts.pump();
    if (!endOf(this.log.entries)) this.#facts.dropHeld();
  }

  /** The chart of the root threw: it makes no more moves, and the run has failed. */
  crash(error: unknown): void {
    // A recording that ends before the failure is continued first.
    if (this.#facts.intake === 'closed' || !this.#stage.hasRoomFor(this.log.entries.length + 1)) return;
    // What was submitted is a fact, also when a guard threw before the root could record it.
    const { type, ...data } = this.#facts.current?.submitted ?? { type: '' };
    if (!this.#facts.hasFresh && Object.hasOwn(entryTypes, type)) {
      this.#facts.append({ type, actor: this.#chart.name, data } as NewEntry); // one of the table's, with what a person submitted
    }
    const actor = this.#chart.name;
    for (const note of this.#chart.failureNotes(this.log, error)) this.#facts.append({ ...note, actor });
    this.close();
  }

  /** Ends the run where it is: its log can no longer be written, or belongs to somebody else. */
  fail(error: unknown): void {
    if (!this.#facts.break()) return;
    this.close();
    this.#stage.failed(error);
    this.#stage.closed();
  }

  leave(): void {
    this.root.stop();
    this.#facts.dropHeld();
  }

  hand(fact: Entry): void {
    handFact(this, fact);
  }

  flush(): void {
    this.#facts.pump();
  }

  proceed(): void {
    this.#facts.proceed();
  }

  get #gate(): DeliveryGate | undefined {
    return gateOf(this.root.system);
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
