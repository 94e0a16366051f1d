import type { AnyActorRef } from 'xstate';
import { bindGate, type DeliveryGate, type FactSource } from '../../actors/delivery-gate.ts';
import { type Deliveries, type Delivery, deliveriesOf } from '../../actors/xstate-internals.ts';

type System = AnyActorRef['system'];

/** An actor at work on an event: what it has sent, and what came for it meanwhile. */
interface Work {
  readonly target: AnyActorRef;
  readonly sends: Delivery[];
  readonly mail: Delivery[];
}

/**
 * Stands before every delivery of an actor system, so that one can stop between two events and step from one to the next. It is the second phase
 * of the system's deliveries; test/inspect/sessions/step-gate.test.ts pins what it relies on.
 *
 * While it is armed it delivers events itself, one actor at a time, in the order in which XState does: what an actor sends is delivered when its
 * step is done, depth first, and what comes for an actor that is at work waits for it.
 *
 * In the run of a chart it only stops before facts. What a fact causes is one decision: between the events of it actors start and stop, each of which is
 * an entry in its place, so there is no moment in which one of them could wait.
 */
export class StepGate implements DeliveryGate {
  readonly #deliveries: Deliveries;
  /** The actors at work, the innermost last. */
  readonly #works: Work[] = [];
  readonly #outside: Delivery[] = [];
  readonly #onChange: () => void;
  #facts: FactSource | undefined;
  #breaks: ReadonlySet<string> = new Set();
  #isArmed = false;
  #isWatched = false;
  #isHeld = false;
  #isDraining = false;
  #mayTakeOne = false;
  #reason: string | undefined;
  /** The delivery at which it stopped: going on begins with it. */
  #stoppedAt: Delivery | undefined;

  constructor(system: System, onChange: () => void = () => {}) {
    this.#deliveries = deliveriesOf(system);
    this.#onChange = onChange;
    this.#deliveries.stepper = (delivery) => this.#take(delivery);
    bindGate(system, this);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Why it was held. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** What would be delivered next, the first first. */
  get held(): readonly Delivery[] {
    const inside = this.#works.toReversed().flatMap(({ sends, mail }) => [...sends, ...mail]);
    return [...inside, ...this.#outside];
  }

  /** Facts of a run that wait outside. */
  get waiting(): FactSource['waiting'] {
    return this.#source?.waiting ?? [];
  }

  get #source(): FactSource | undefined {
    return this.#facts ?? this.#deliveries.facts;
  }

  /** Says where facts come from, to have the next one when a step finds nothing on its way. */
  feed(facts: FactSource): void {
    this.#facts = facts;
  }

  mayTakeFact(): boolean {
    const may = !this.#isHeld || this.#mayTakeOne;
    // One that has to wait is to be seen.
    if (!may) this.#onChange();
    return may;
  }

  isQuiet(): boolean {
    return this.held.length === 0;
  }

  /** From now on nothing is delivered. Also called in the middle of a delivery, which is finished. */
  hold(reason?: string): void {
    if (this.#isHeld) return;
    this.#isArmed = true;
    this.#isHeld = true;
    this.#reason = reason;
    this.#onChange();
  }

  /** Stops before an event of one of these types. `isWatched`: somebody else may want to stop as well, so deliveries are made one by one. */
  breakOn(events: ReadonlySet<string>, isWatched = events.size > 0): void {
    this.#breaks = events;
    this.#isWatched = isWatched;
    if (isWatched) this.#isArmed = true;
  }

  /** Delivers the next event; false when there is none. */
  step(): boolean {
    if (!this.#isHeld) this.hold();
    const waiting = this.waiting.length;
    if (this.isQuiet() && waiting > 0) {
      this.#mayTakeOne = true;
      this.#source?.proceed();
      this.#mayTakeOne = false;
    }
    // Some facts are for no actor, such as a pause.
    const isTaken = this.waiting.length < waiting;
    const isDone = this.#deliverNext() || isTaken;
    this.#settle();
    this.#onChange();
    return isDone;
  }

  /** Delivers everything, until it is held again. */
  go(): void {
    this.#isHeld = false;
    this.#reason = undefined;
    this.#drain();
    this.#onChange();
  }

  #take(delivery: Delivery): void {
    const isPartOfFact = this.#deliveries.facts !== undefined && this.#deliveries.isInside;
    if (!this.#isArmed || isPartOfFact) {
      if (isPartOfFact && this.#breaks.has(delivery.event.type)) this.hold(`after ${delivery.event.type}`);
      this.#deliveries.deliver(delivery);
      return;
    }
    const work = this.#isDelivering ? this.#works.at(-1) : undefined;
    (work ? work.sends : this.#outside).push(delivery);
    if (work) return;
    if (this.#isHeld) this.#onChange();
    else if (!this.#isDraining) this.#drain();
  }

  #isDelivering = false;

  #drain(): void {
    this.#isDraining = true;
    for (let next = this.#peek(); next && !this.#isHeld; next = this.#peek()) {
      if (this.#breaks.has(next.event.type) && next !== this.#stoppedAt) {
        this.#stoppedAt = next;
        this.hold(`before ${next.event.type}`);
        break;
      }
      this.#deliverNext();
    }
    this.#isDraining = false;
    if (this.isQuiet() && !this.#isHeld && !this.#isWatched) this.#isArmed = false;
    this.#settle();
  }

  /** Lets a run continue that waits for the end of what its fact has caused. */
  #settle(): void {
    if (this.isQuiet()) this.#source?.proceed();
  }

  #deliverNext(): boolean {
    const next = this.#peek();
    if (!next) return false;
    const top = this.#works.at(-1);
    if (top?.mail[0] === next) top.mail.shift();
    else {
      (top ? top.sends : this.#outside).shift();
      this.#works.push({ target: next.target, sends: [], mail: [] });
    }
    this.#isDelivering = true;
    try {
      this.#deliveries.deliver(next);
    } finally {
      this.#isDelivering = false;
    }
    return true;
  }

  /** The next delivery. Actors whose work is done leave; what came for an actor at work goes to its mail. */
  #peek(): Delivery | undefined {
    for (let top = this.#works.at(-1); top; top = this.#works.at(-1)) {
      const send = top.sends[0];
      const busy = send && this.#works.find((work) => work.target === send.target);
      if (send && !busy) return send;
      if (send) busy?.mail.push(...top.sends.splice(0, 1));
      else if (top.mail[0]) return top.mail[0];
      else this.#works.pop();
    }
    return this.#outside[0];
  }
}
