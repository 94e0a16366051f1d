import type { AnyActorRef } from 'xstate';
import type { JsonValue } from '../domain/json.ts';
import type { Entry } from '../log/entry.ts';
import type { GivenOutcome } from '../log/fork-entries.ts';
import type { WaitingFor } from '../log/run-result.ts';
import type { KeptIn } from '../stores/store.ts';
import type { ChartRun } from './chart-run.ts';

/** What is known of a run beyond the states of its chart; read from its log, by whoever defines the chart. */
export interface RunAccount {
  /** What it was asked, in the words of whoever asked. */
  title(): string;
  /** How it stands: `waiting` when nothing happens until a person answers. */
  status(): string;
  /** What people are asked. */
  waiting(): readonly AskedPerson[];
}

/** Something that a person is asked; an agent says from where, by the agents from the root of the run on. */
export interface AskedPerson extends WaitingFor {
  readonly runPath?: readonly string[];
}

/** The ways in which a person answers what is asked under an id; each rejects an answer that does not fit, in words. */
export interface PersonReplies {
  answer(id: string, answer: JsonValue, said?: { readonly by?: string }): Promise<unknown>;
  approve(id: string, approval?: { readonly by?: string; readonly arguments?: JsonValue }): Promise<unknown>;
  refuse(id: string, reason?: string, said?: { readonly by?: string }): Promise<unknown>;
}

/** What is known of a run that is driven here, and how it is answered. */
export interface LiveAccount extends RunAccount {
  repliesTo(run: ChartRun): PersonReplies;
}

/** What an observer may ask about a run of a chart. */
export interface ChartObserved {
  readonly runId: string;
  /** The name and version of the chart. */
  readonly title: string;
  /** Whether the run begins; else it continues from a log, which is played first. */
  readonly isNew: boolean;
  readonly log: { readonly entries: readonly Entry[] };
  /** What is known of it beyond its states, where its chart asks people. */
  readonly account?: LiveAccount;
  /** Calls back with every entry that is stored from now on. */
  follow(listener: (entry: Entry) => void): () => void;
  /** The facts that wait for their turn, for somebody who steps through the run. */
  readonly facts: {
    readonly waiting: readonly { readonly to: string; readonly event: string }[];
    proceed(): void;
  };
  /** Where a fork of it is kept. */
  readonly forksIn: KeptIn;
  /** Begins a new run from an entry of this one, with an outcome for an effect that is under way there, if one is given; refused without a store. */
  fork(at: number, outcome?: GivenOutcome): Promise<{ run: ChartRun; again: readonly string[] }>;
}

/** Watches every run of a runner from its first event on: `startInspector` of `troupe/inspect` returns one. */
export interface ChartObserver {
  /** Called before the actors of a run start; what it returns is called with the run when they have. */
  attachChart(root: AnyActorRef, by: ChartObserved): (run: ChartRun) => void;
}
