import type { AnyActorRef } from 'xstate';
import type { Prompt } from '../../actors/performers/prompt-of.ts';
import type { Entry } from '../../log/entry.ts';
import type { Run } from './run.ts';

/** What an observer may ask of the orchestrator of a run. */
export interface ObservedBy {
  readonly runId: string;
  /** Whether the run begins; else it continues from a log or a snapshot, which is played first. */
  readonly isNew: boolean;
  /** Begins a new run from an entry of this one; refused without a store. */
  fork(at: number, edits: readonly { path: string; value: unknown }[]): Promise<{ run: Run; again: readonly string[] }>;
  /** What a model is asked by an effect, computed again from the log up to it; nothing for an effect that asks none. */
  promptOf(entries: readonly Entry[], effect: { kind: string; input: unknown }): Promise<Prompt | undefined>;
}

/** Watches every run of an orchestrator from its first event on: `startInspector` of `troupe/inspect` returns one. */
export interface RunObserver {
  /** Called before the actor of a run starts; what it returns is called with the run when it has. */
  attach(actor: AnyActorRef, by: ObservedBy): (run: Run) => void;
}
