import type { AnyActorRef } from 'xstate';
import type { Entry } from '../log/entry.ts';
import type { ChartRun } from './chart-run.ts';

/** What an observer may ask about a run of a chart. */
export interface ChartObserved {
  readonly runId: string;
  /** The name and version of the chart. */
  readonly title: string;
  /** Whether the run begins; else it continues from a log, which is played first. */
  readonly isNew: boolean;
  readonly log: { readonly entries: readonly Entry[] };
  /** Calls back with every entry that is stored from now on. */
  follow(listener: (entry: Entry) => void): () => void;
  /** The facts that wait for their turn, for somebody who steps through the run. */
  readonly facts: {
    readonly waiting: readonly { readonly to: string; readonly event: string }[];
    proceed(): void;
  };
  /** Begins a new run from an entry of this one; refused without a store. */
  fork(at: number): Promise<{ run: ChartRun; again: readonly string[] }>;
}

/** Watches every run of a runner from its first event on: `startInspector` of `troupe/inspect` returns one. */
export interface ChartObserver {
  /** Called before the actors of a run start; what it returns is called with the run when they have. */
  attachChart(root: AnyActorRef, by: ChartObserved): (run: ChartRun) => void;
}
