import type { Failure } from '../domain/effect.ts';
import type { Message } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { waitingOf } from '../log/asks.ts';
import type { Entry } from '../log/entry.ts';
import { advance, foldPlan, type PlanState } from '../log/plan-fold.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import type { Run } from '../orchestrator/run/run.ts';
import { entriesIn, messagesIn, type Rest } from './conversation-snapshot.ts';
import { PhaseError } from './phase-error.ts';

const approval = { type: 'plan.reviewed', verdict: 'approved' } as const;

/** An entry as it is read: where the plan stands after it, and how many entries are read then. */
export interface Reading {
  readonly entry: Entry;
  readonly plan: PlanState;
  readonly seen: number;
}

/** The run of a conversation, begun here or taken over, and its log as far as it is written. */
export class ConversationRun {
  readonly messages: readonly Message[];
  /** What it begins with: an input, a run or a log. */
  readonly given: Rest;
  #run: Run | undefined;
  #entries: () => readonly Entry[];
  /** So many entries are written, and may be read. */
  #written: number;
  /** Why nothing more can be written into the log. */
  #broken: { readonly cause: unknown } | undefined;
  #isHeld = false;
  #isReady = false;
  #begun: Promise<void> | undefined;
  readonly #ready = Promise.withResolvers<void>();
  #news = Promise.withResolvers<void>();

  constructor(rest: Rest) {
    const entries = entriesIn(rest);
    this.given = rest;
    this.messages = messagesIn(rest);
    this.#entries = () => entries;
    this.#written = entries.length;
    // Whoever begins the run hears of it when that fails.
    this.#ready.promise.catch(() => {});
  }

  /** True when the run has a plan; without one it is a single task. */
  get isPlanned(): boolean {
    return this.#entries().some((entry) => entry.type === 'plan.created');
  }

  /** What is needed to continue in another engine that has told so many entries. */
  restAt(seen: number): Rest {
    const run = this.#run;
    if (!run) return this.given.kind === 'input' ? this.given : { ...this.given, seen };
    if (run.actor.getSnapshot().status === 'active') {
      return { kind: 'run', seen, run: run.snapshot() as Extract<Rest, { kind: 'run' }>['run'] }; // the host's, journal included
    }
    const entries = [...this.#entries()];
    return entries.length > 0 ? { kind: 'log', seen, entries } : { kind: 'input', messages: [...this.messages] };
  }

  /** Starts the run, or continues it, once; resolves when something can be done to it. */
  begin(starts: { start: () => Run; restore: (snapshot: unknown) => Run }): Promise<void> {
    if (this.#begun) return this.#begun;
    this.#begun = this.#begin(starts);
    this.#ready.resolve(this.#begun);
    return this.#begun;
  }

  async #begin({ start, restore }: { start: () => Run; restore: (snapshot: unknown) => Run }): Promise<void> {
    if (this.given.kind === 'input') this.#follow(start());
    if (this.given.kind === 'run') await this.#takeOver(restore(this.given.run));
    this.#isReady = true;
  }

  /** A run that gets something before it has begun again what was under way would begin it twice. */
  async #takeOver(run: Run): Promise<void> {
    const before = this.#written;
    this.#follow(run);
    while (!this.#broken && this.#written === before) await this.#changed();
    this.#isHeld = run.actor.getSnapshot().hasTag('paused');
  }

  #follow(run: Run): void {
    this.#run = run;
    this.#entries = () => run.log;
    run.subscribe((event) => {
      if (event.type === 'delta') return;
      this.#written = event.seq;
      this.#wake();
    });
    run.result.catch((cause) => {
      this.#broken = { cause };
      this.#wake();
    });
  }

  /** Nothing new begins in the run until it is released; what is under way finishes. */
  async hold(signal: AbortSignal): Promise<void> {
    // What is being taken over is not disturbed; when that fails, the phase that wanted it says so.
    if (!this.#isReady) await this.#ready.promise.catch(() => {});
    if (signal.aborted) return;
    this.#isHeld = true;
    this.#run?.pause();
  }

  /** Lets the run continue if it was held. */
  release(): void {
    if (this.#isHeld) this.#run?.resume();
    this.#isHeld = false;
  }

  /** Lets the plan go that waits for it. */
  approve(): void {
    if (this.#run?.actor.getSnapshot().can(approval)) this.#run.approve();
  }

  cancel(reason: string): void {
    this.#run?.cancel(reason);
  }

  /** Gives a person's answer to the run, as soon as it can be given; false when the run does not wait for it any more. */
  async reply(give: (run: Run) => Promise<boolean>): Promise<boolean> {
    if (!this.#isReady) await this.#ready.promise;
    try {
      return this.#run ? await give(this.#run) : false;
    } catch (error) {
      // The engine has not told yet that the question is closed.
      if (error instanceof TroupeError && error.code === 'usage') return false;
      throw error;
    }
  }

  /**
   * Reads the log from an entry on, each entry when it is written, until `take` finds what it looks for.
   *
   * @throws PhaseError when no more entries will come.
   */
  async read<Found>(from: number, signal: AbortSignal, take: (reading: Reading) => Found | undefined): Promise<Found> {
    let plan = foldPlan(this.#entries().slice(0, from));
    for (let seen = from; ; ) {
      signal.throwIfAborted();
      const entry = seen < this.#written ? this.#entries()[seen] : undefined;
      if (entry) {
        seen++;
        plan = advance(plan, entry);
        const found = take({ entry, plan, seen });
        if (found !== undefined) return found;
        // A reader that keeps up has a say before the next entry.
        await undefined;
      } else if (this.#broken) {
        throw new PhaseError('store', messageOf(this.#broken.cause), this.#broken);
      } else if (!this.#run) {
        throw new PhaseError('bad-state', 'The log of the run that was restored has no end.');
      } else {
        await this.#changed();
      }
    }
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Resolves when there is more to read, or never will be. */
  #changed(): Promise<void> {
    return this.#news.promise;
  }

  /** What the run had asked when so many entries were written. */
  questionAt(seen: number): WaitingFor | undefined {
    return waitingOf(new RunLog('', this.#entries().slice(0, seen)));
  }

  /** What the run answered; empty until it has. */
  get answer(): string {
    return this.#entries().findLast((entry) => entry.type === 'answer.given')?.data.content ?? '';
  }

  /** What specialists wrote. */
  textOf(results: readonly SpecialistResult[]): string {
    const texts = results.flatMap(({ resultKey }) => {
      const done = this.#entries().findLast(
        (entry) => entry.type === 'effect.completed' && entry.data.key === resultKey,
      );
      return done?.type === 'effect.completed' && done.data.kind === 'ask' ? done.data.output.text : [];
    });
    return texts.join('\n\n');
  }

  /** The result of the run; without one it is computed from the log and the failure. */
  async resultAfter(failure: Failure | undefined): Promise<RunResult> {
    const ended = await this.#run?.result.catch(() => undefined);
    if (ended) return ended;
    const entries = this.#entries();
    const result = toRunResult(new RunLog(entries[0]?.run ?? '', entries));
    if (!failure) return result;
    const message = { role: 'assistant', content: failure.message } as const;
    return failure.code === 'cancelled'
      ? { ...result, status: 'cancelled', message }
      : { ...result, status: 'failed', message, error: failure };
  }
}
