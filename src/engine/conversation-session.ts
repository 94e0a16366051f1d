import type { Message } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { Entry } from '../log/entry.ts';
import { advance, foldPlan, type PlanState } from '../log/plan-fold.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import type { EngineEvent } from '../machines/conversation-machine.ts';
import type { Run } from '../run/run.ts';
import { entriesIn, messagesIn, type Rest } from './conversation-snapshot.ts';

/**
 * One run of a conversation engine, from its input to its result: on one side the entries of the run's log, which are worked through one by one, on the
 * other the events that wait for their reader.
 */
export class ConversationSession {
  readonly messages: readonly Message[];
  /** Aborted when nothing more may happen. */
  readonly stop = new AbortController();
  run: Run | undefined;
  /** Where the steps of the plan stand after the entries that were handed out. */
  plan: PlanState;
  failure: { readonly code: string; readonly message: string } | undefined;
  isDone = false;
  /** Set last: the reader is done when it has read every event and this is there. */
  result: RunResult | undefined;
  /** Why nothing more can be written into the log. */
  broken: { readonly cause: unknown } | undefined;
  readonly #events: EngineEvent[] = [];
  #news = Promise.withResolvers<void>();
  #entries: () => readonly Entry[];
  /** So many entries are written, and may be worked through. */
  #durable: number;
  /** So many entries are worked through. */
  #seen: number;

  constructor(rest: Rest) {
    const entries = entriesIn(rest);
    this.messages = messagesIn(rest);
    this.#entries = () => entries;
    this.#durable = entries.length;
    this.#seen = rest.kind === 'input' ? 0 : rest.seen;
    this.plan = foldPlan(entries.slice(0, this.#seen));
  }

  get isOver(): boolean {
    return this.isDone || this.failure !== undefined;
  }

  /** How many entries of the log are written. */
  get written(): number {
    return this.#durable;
  }

  /** True when there is an entry to work through, or none will ever come. */
  get hasNext(): boolean {
    return this.#seen < this.#durable || this.broken !== undefined || !this.run;
  }

  /** True when the run has a plan; without one it is a single task. */
  get isPlanned(): boolean {
    return this.#entries().some((entry) => entry.type === 'plan.created');
  }

  /** What is needed to continue in another engine. */
  get rest(): Rest {
    const { run, messages } = this;
    const seen = this.#seen;
    if (run?.actor.getSnapshot().status === 'active') {
      return { kind: 'run', seen, run: run.snapshot() as Extract<Rest, { kind: 'run' }>['run'] }; // the host's, journal included
    }
    const entries = [...this.#entries()];
    return entries.length > 0 ? { kind: 'log', seen, entries } : { kind: 'input', messages: [...messages] };
  }

  emit(event: EngineEvent): void {
    this.#events.push(event);
    this.wake();
  }

  /** Lets everyone who waits look again. */
  wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Resolves when something has happened: everyone who waits looks again, at once, before anything else can happen. */
  changed(): Promise<void> {
    return this.#news.promise;
  }

  /** Receives the entries of a run from now on. */
  follow(run: Run): void {
    this.run = run;
    this.#entries = () => run.log;
    run.subscribe((event) => {
      if (event.type === 'delta') return;
      this.#durable = event.seq;
      this.wake();
    });
    run.result.catch((cause) => {
      this.broken = { cause };
      this.wake();
    });
  }

  /** The next entry; none when no more will come. */
  next(): Entry | undefined {
    const entry = this.#seen < this.#durable ? this.#entries()[this.#seen++] : undefined;
    if (entry) this.plan = advance(this.plan, entry);
    return entry;
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

  /** The events in their order, each when it is there, and the result. */
  async *read(): AsyncGenerator<EngineEvent, RunResult, void> {
    while (true) {
      const event = this.#events.shift();
      if (event) yield event;
      else if (this.result) return this.result;
      else await this.changed();
    }
  }

  /** Asks the run for its result; without one it is computed from the log and the failure. */
  async settle(): Promise<void> {
    this.result ??= (await this.run?.result.catch(() => undefined)) ?? this.#end();
    this.wake();
  }

  #end(): RunResult {
    const entries = this.#entries();
    const result = toRunResult(new RunLog(entries[0]?.run ?? '', entries));
    if (!this.failure) return result;
    const message = { role: 'assistant', content: this.failure.message } as const;
    return this.failure.code === 'cancelled'
      ? { ...result, status: 'cancelled', message }
      : { ...result, status: 'failed', message, error: this.failure };
  }
}
