import type { AnyActorRef } from 'xstate';
import type { Prompt } from '../../actors/performers/prompt-of.ts';
import type { Entry } from '../../log/entry.ts';
import type { GivenOutcome } from '../../log/fork-entries.ts';
import type { AskAgainOptions, AskedAgain } from '../../models/asked-again.ts';
import type { Model } from '../../models/model.ts';
import type { KeptIn } from '../../stores/store.ts';
import type { Run } from './run.ts';

/** What an observer may ask of the orchestrator of a run. */
export interface ObservedBy {
  readonly runId: string;
  /** Whether the run begins; else it continues from a log or a snapshot, which is played first. */
  readonly isNew: boolean;
  /** Begins a new run from an entry of this one, with an outcome for an effect that is under way there, if one is given; refused without a store. */
  fork(
    at: number,
    edits: readonly { path: string; value: unknown }[],
    outcome?: GivenOutcome,
  ): Promise<{ run: Run; again: readonly string[] }>;
  /** Makes the call of an effect once more, with what it read of the log; nothing is written. */
  askAgain(
    entries: readonly Entry[],
    effect: { kind: string; input: unknown },
    options: AskAgainOptions,
  ): Promise<AskedAgain>;
  /** Who works on a fork of it. */
  readonly cast: {
    readonly models: readonly Model[];
    /** Their names. */
    readonly specialists: readonly string[];
  };
  /** Where a fork of it is kept. */
  readonly forksIn: KeptIn;
  /** What a model is asked by an effect, computed again from the log up to it; nothing for an effect that asks none. */
  promptOf(entries: readonly Entry[], effect: { kind: string; input: unknown }): Promise<Prompt | undefined>;
}

/** Watches every run of an orchestrator from its first event on: `startInspector` of `troupe/inspect` returns one. */
export interface RunObserver {
  /** Called before the actor of a run starts; what it returns is called with the run when it has. */
  attach(actor: AnyActorRef, by: ObservedBy): (run: Run) => void;
}
