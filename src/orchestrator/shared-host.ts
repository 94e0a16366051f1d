import type { AnyActorRef } from 'xstate';
import { type JournalOpening, journal } from '../actors/journal.ts';
import { failureNotes } from '../log/failure-notes.ts';
import type { RunLog } from '../log/run-log.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { composeHost } from './compose-host.ts';

/** One machine for many runs. */
export interface SharedHost {
  readonly machine: typeof hostMachine;
  /** Keeps how the journal of a run opens until it does; called before the actor starts. */
  bind(actor: AnyActorRef, open: OpenJournal): void;
}

/** Opens the journal of a run, whose log is still empty or was brought along. */
export type OpenJournal = (log: RunLog) => JournalOpening;

/**
 * Composes a host once for many runs: composing takes longer than a short run. What differs between runs is bound to the actor system, so that runs
 * with the same id stay apart.
 */
export function sharedHost(newRunId: () => string, openBare: OpenJournal): SharedHost {
  const bound = new WeakMap<AnyActorRef['system'], OpenJournal>();
  // Where nothing is bound, the machine was started by somebody else, in a system of their own.
  const open = (log: RunLog, system: AnyActorRef['system']) => (bound.get(system) ?? openBare)(log);
  return {
    machine: composeHost(journal({ newRunId, chart: { name: 'host', failureNotes }, open })),
    bind: ({ system }, openBound) => void bound.set(system, openBound),
  };
}
