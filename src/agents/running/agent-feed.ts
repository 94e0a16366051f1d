import { isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { ChartResult } from '../../run/chart-run.ts';
import { brokenEnd, toProblem } from '../agent.ts';
import type { AgentEvent } from '../agent-event.ts';
import { AgentFold } from './agent-fold.ts';
import type { AgentResult } from './agent-result.ts';
import { EventList } from './event-list.ts';

/** What the handle of a run of an agent knows: it folds what is stored, and passes the events on. */
export class AgentFeed {
  readonly run: string;
  readonly fold = new AgentFold();
  readonly #events = new EventList();
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  #isOver = false;
  #next = Promise.withResolvers<void>();

  constructor(run: string) {
    this.run = run;
  }

  /** An entry is stored. */
  add(entry: Entry): void {
    this.#tell(this.fold.add(entry));
  }

  delta(runPath: readonly string[], edit: { readonly at: number; readonly text: string }): void {
    this.#tell([{ runPath, agent: runPath.at(-1) ?? '', output: { delta: edit.text, at: edit.at } }]);
  }

  /** Calls back with every event from now on. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Nothing more comes. */
  close(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *events(): AsyncGenerator<AgentEvent> {
    let place: ReturnType<EventList['after']>;
    for (;;) {
      const next = this.#events.after(place);
      if (next) {
        place = next;
        yield next.event;
      } else if (this.#isOver) return;
      else await this.#next.promise;
    }
  }

  /** Resolves at the end, or when only people are waited for. */
  async settled(result: Promise<ChartResult>): Promise<AgentResult> {
    while (!this.#isOver && !this.fold.isWaiting) await this.#next.promise;
    return this.fold.isWaiting ? this.resultOf(undefined) : this.resultOf(await result);
  }

  /** How the run stands; nothing for one that has not ended. */
  resultOf(result: ChartResult | undefined): AgentResult {
    const { usage, asks } = this.fold;
    const about = { runId: this.run, usage, waiting: asks.map(({ shown }) => shown), history: [] };
    if (!result) return { ...about, status: 'waiting' };
    if (result.status === 'cancelled') return { ...about, status: 'cancelled' };
    if (result.status === 'failed') return { ...about, status: 'failed', error: toProblem(result.error) };
    const { status, message, output, error, history, limit } = this.fold.end ?? brokenEnd('The run has no end.');
    return {
      ...about,
      status,
      history,
      ...(message ? { message } : {}),
      ...(output === undefined ? {} : { output }),
      ...(error ? { error } : {}),
      ...(limit ? { limit } : {}),
    };
  }

  #tell(events: readonly AgentEvent[]): void {
    for (const event of events) this.#events.add(event);
    this.#wake();
    for (const event of events) {
      for (const listener of this.#listeners) {
        try {
          listener(event);
        } catch (error) {
          console.error('A listener of a run threw; the run continues.', error);
        }
      }
    }
  }

  #wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }
}

/** How a stored run has come out; nothing for one that has not ended. */
export function resultIn(entries: readonly Entry[]): AgentResult | undefined {
  const feed = feedOf(entries);
  const { status, end } = feed.fold;
  if (!isEnded(status)) return undefined;
  if (end) return feed.resultOf({ status: 'completed', output: end });
  if (status === 'cancelled') return feed.resultOf({ status });
  const failed = entries.findLast((entry) => entry.type === 'run.failed');
  return feed.resultOf({ status: 'failed', error: failed?.data ?? new TroupeError('bug', `Run ${feed.run} broke.`) });
}

/** What is known of a stored run. */
export function feedOf(entries: readonly Entry[]): AgentFeed {
  const feed = new AgentFeed(entries[0]?.run ?? '');
  for (const entry of entries) feed.add(entry);
  return feed;
}
