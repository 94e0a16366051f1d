import type { AnyActorRef } from 'xstate';
import type { Fact } from '../actors/fact-queue.ts';
import type { Stage } from '../actors/stage.ts';
import type { Delivery } from '../actors/xstate-internals.ts';
import type { Entry } from '../log/entry.ts';
import type { Note } from '../log/entry-types.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import type { ActorPaths } from './actor-paths.ts';
import type { Chart } from './define-chart.ts';
import type { Jobs } from './jobs.ts';
import type { LiveSources } from './live-sources.ts';
import type { Timers } from './timers.ts';

/** What a run of a chart stands on. */
export interface CoreParts {
  readonly chart: Chart;
  readonly log: RunLog;
  readonly stage: Stage;
  /** Contexts are frozen, so that a change in place is found where it is made. */
  readonly isStrict: boolean;
  /** Called with the root before it starts. */
  readonly onRoot?: (root: AnyActorRef) => void;
}

/** How a run ends. */
export type EndStatus = 'completed' | 'failed' | 'cancelled';

/** Who waits for a fact. */
export interface Awaiting {
  /** It is stored, with all that came of it. */
  readonly stored?: (() => void) | undefined;
  /** It had no turn, or nobody took it. */
  readonly dropped?: (() => void) | undefined;
}

/** A fact of a run of a chart. */
export interface ChartFact extends Fact, Awaiting {
  /** It controls the run, and says nothing about whether the last actions were done. */
  readonly isControl?: true;
}

/** A run of a chart, for those who hand facts to its actors and record what they do. */
export interface ChartPort {
  readonly chart: Chart;
  readonly log: RunLog;
  readonly root: AnyActorRef | undefined;
  readonly jobs: Jobs;
  readonly paths: ActorPaths;
  readonly sources: LiveSources;
  readonly timers: Timers;
  pathOf(ref: AnyActorRef): string;
  /** Whether an event with this id was taken. */
  knows(id: string): boolean;
  /** Adds a fact to the queue. */
  add(fact: ChartFact): void;
  /** Writes the fact whose turn it is. */
  append(entry: NewEntry): Entry;
  /** Writes a move of an actor. What happens outside of a decision, such as the end of a process, is none. */
  note(actor: string, note: Note): void;
  deliver(delivery: Delivery): void;
  /** Whatever is sent meanwhile is part of the same decision. */
  inside(decision: () => void): void;
  /** The run has come to its end. */
  end(status: EndStatus, error?: unknown): void;
  /** A field of an entry, as actors get it. */
  read(data: object, field: string): unknown;
  /** What is sent, as data; it may name actors of the run. @throws TroupeError `usage` for what is none. */
  write(value: unknown, what: string): unknown;
}
