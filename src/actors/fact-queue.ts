import type { Entry } from '../log/entry.ts';
import { entryTypes } from '../log/entry-types.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import type { DeliveryGate, FactSource } from './delivery-gate.ts';
import type { Stage } from './stage.ts';

/** A fact that waits for its turn. */
export interface Fact {
  /** For whom it is, and what it is, for somebody who steps through the run. */
  readonly to: string;
  readonly event: string;
  /** An event that the chart itself records when it acts on it. */
  readonly submitted?: { readonly type: string };
  /** Appends the fact and sends it to its actor. */
  hand(): void;
  /** The run has ended before its turn came. */
  readonly dropped?: (() => void) | undefined;
}

/** What the queue needs of its run. */
export interface FactQueueOwner<Each extends Fact = Fact> {
  gate(): DeliveryGate | undefined;
  /** A fact has its turn. */
  handing?(fact: Each): void;
  /** Takes what was asked for since the last commit; the function that it returns begins it. What it appends is committed as well. */
  takeBegun(): () => void;
  /** The log cannot be written, or handing over a fact threw. */
  fail(error: unknown): void;
}

/** What the queue needs of the stage of its run. */
type QueueStage = Pick<Stage, 'now' | 'commit' | 'committed' | 'closed'>;

/** Where the queue is with its work. */
type Phase = 'idle' | 'scheduled' | 'handing' | 'waiting' | 'committing' | 'broken';

/** Whether facts have their turn, wait until the run has gathered what it was doing, or are dropped. */
type Intake = 'open' | 'gathering' | 'closed';

/**
 * The facts of one run, one at a time: a fact is appended and handed over, every move that it causes is appended, all of that is committed, and
 * then the effects begin that were asked for on the way. Only then is it the next one's turn.
 *
 *   idle ─────▶ handing ────▶ committing ──▶ idle
 *    ▼            ▲  ▼ held by a gate  ▲
 *   scheduled ────┘  waiting ──────────┘          any ──▶ broken
 */
export class FactQueue<Each extends Fact = Fact> {
  readonly log: RunLog;
  readonly #stage: QueueStage;
  readonly #owner: FactQueueOwner<Each>;
  readonly #facts: Each[] = [];
  /** What is appended and not committed yet. */
  #fresh: Entry[] = [];
  #current: Each | undefined;
  #phase: Phase = 'idle';
  #writing: Promise<void> | undefined;
  #intake: Intake = 'open';
  #at: number;
  /** The same as a log writes it. */
  #time: string;

  constructor(log: RunLog, stage: QueueStage, owner: FactQueueOwner<Each>) {
    this.log = log;
    this.#stage = stage;
    this.#owner = owner;
    const last = log.entries.at(-1);
    this.#at = last ? Date.parse(last.at) : 0;
    this.#time = new Date(this.#at).toISOString();
  }

  /** The time of the last fact. */
  get at(): number {
    return this.#at;
  }

  get intake(): Intake {
    return this.#intake;
  }

  /** The fact that was handed over last, until all that came of it is being committed. */
  get current(): Each | undefined {
    return this.#current;
  }

  /** Whether no fact is taken any more. */
  get isOver(): boolean {
    return this.#intake === 'closed' || this.#phase === 'broken';
  }

  get hasFresh(): boolean {
    return this.#fresh.length > 0;
  }

  /** Whether a gate holds back what the last fact causes. */
  get isHeld(): boolean {
    return this.#phase === 'waiting';
  }

  /** The write that is under way. */
  get writing(): Promise<void> | undefined {
    return this.#writing;
  }

  /** The facts whose turn has not come: for whom, and what they are. */
  get waiting(): FactSource['waiting'] {
    return this.#facts.map(({ to, event }) => ({ to, event }));
  }

  /** Takes a fact; its turn comes when the system is quiet. */
  add(fact: Each): void {
    if (this.#intake === 'closed') {
      fact.dropped?.();
      return;
    }
    this.#facts.push(fact);
    this.pump();
  }

  /** From now on facts wait, until `open`. */
  gather(): void {
    if (this.#intake === 'open') this.#intake = 'gathering';
  }

  /** Facts have their turn again, this one first: what was gathered comes before what was submitted meanwhile, as it does in a replay. */
  open(first: Each): void {
    if (this.#intake === 'closed') return;
    if (this.#intake === 'gathering') this.#facts.unshift(first);
    else this.#facts.push(first);
    this.#intake = 'open';
    this.pump();
  }

  /** From now on facts are dropped, those that wait as well. What was recorded is still committed. */
  close(): void {
    this.#intake = 'closed';
    for (const fact of this.#facts.splice(0)) fact.dropped?.();
  }

  /** From now on nothing is handed over and nothing is committed; false when that was so before. */
  break(): boolean {
    if (this.#phase === 'broken') return false;
    this.#phase = 'broken';
    return true;
  }

  /** Nobody steps on in a run that is left: the fact whose moves a gate holds back was not taken. */
  dropHeld(): void {
    if (this.isHeld && this.break()) this.#stage.closed();
  }

  /** Adds an entry to the log. Facts take the time of now, moves the time of the fact that caused them. */
  append(entry: NewEntry): Entry {
    // Time never goes back in a log, whatever the clock does.
    if (entryTypes[entry.type].kind === 'fact') this.#pass(this.#stage.now());
    const kept = this.log.append(entry, this.#time);
    this.#fresh.push(kept);
    return kept;
  }

  #pass(now: number): void {
    const at = Math.max(this.#at, Math.trunc(now));
    if (at === this.#at) return;
    this.#at = at;
    this.#time = new Date(at).toISOString();
  }

  /** What an actor did outside of a delivery (at its start, or sent to it directly) is committed soon after. */
  schedule(): void {
    if (this.#phase !== 'idle') return;
    this.#enter('scheduled');
    queueMicrotask(() => {
      if (this.#phase === 'scheduled') this.pump();
    });
  }

  /** Does what there is to do: commits what is fresh, hands over the next fact, until none is left that may have its turn. */
  pump(): void {
    while (this.#phase === 'idle' || this.#phase === 'scheduled') {
      this.#enter('handing');
      try {
        if (!this.hasFresh && this.#mayTakeFact()) {
          const next = this.#facts.shift();
          this.#current = next;
          if (next) this.#owner.handing?.(next);
          next?.hand();
        }
      } catch (error) {
        this.#owner.fail(error);
        return;
      }
      if (this.#owner.gate()?.isQuiet() === false) {
        this.#enter('waiting');
        return;
      }
      if (!this.#commit()) return;
    }
  }

  /** The gate is quiet, or open, again. */
  proceed(): void {
    if (this.#phase === 'waiting') {
      if (!this.#owner.gate()?.isQuiet() || !this.#commit()) return;
    }
    this.pump();
  }

  /** Nothing leads out of a queue that is broken. */
  #enter(phase: Phase): void {
    if (this.#phase !== 'broken') this.#phase = phase;
  }

  #mayTakeFact(): boolean {
    return this.#intake !== 'gathering' && (this.#owner.gate()?.mayTakeFact() ?? true);
  }

  /** Commits what is fresh; true when that is done and there may be more to do. */
  #commit(): boolean {
    this.#enter('committing');
    const begin = this.#owner.takeBegun();
    const fresh = Object.freeze(this.#fresh);
    [this.#fresh, this.#current] = [[], undefined];
    let written: void | Promise<void>;
    try {
      written = fresh.length > 0 ? this.#stage.commit(fresh) : undefined;
    } catch (error) {
      this.#owner.fail(error);
      return false;
    }
    if (written) {
      this.#writing = written;
      written.then(
        () => {
          this.#writing = undefined;
          this.#committed(fresh, begin);
          this.pump();
        },
        (error) => this.#owner.fail(error),
      );
      return false;
    }
    this.#committed(fresh, begin);
    return this.hasFresh || (this.#facts.length > 0 && this.#mayTakeFact());
  }

  #committed(entries: readonly Entry[], begin: () => void): void {
    if (entries.length > 0) this.#stage.committed(entries);
    begin();
    if (this.#intake === 'closed' && !this.hasFresh) this.#stage.closed();
    // Only now: what a listener submits is taken after everyone has seen these entries.
    this.#enter('idle');
  }
}
