import type { AnyActorRef } from 'xstate';
import { type JournalOpening, journal } from '../actors/journal.ts';
import { failureNotes } from '../log/failure-notes.ts';
import type { RunLog } from '../log/run-log.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { composeHost } from './compose-host.ts';

/** One machine for many runs. */
export interface SharedHost<Opening> {
  readonly machine: typeof hostMachine;
  /** Keeps what a run needs beside the machine until its journal opens; called before the actor starts. */
  bind(actor: AnyActorRef, opening: Opening): void;
}

/**
 * Composes a host once for many runs: composing takes longer than a short run. What differs between runs is bound to the actor system, so that runs
 * with the same id stay apart.
 */
export function sharedHost<Opening>(
  newRunId: () => string,
  /** Without an opening the machine was started by somebody else, in a system of their own. */
  open: (log: RunLog, opening: Opening | undefined) => JournalOpening,
): SharedHost<Opening> {
  const openings = new WeakMap<AnyActorRef['system'], Opening>();
  const chart = { name: 'host', failureNotes };
  return {
    machine: composeHost(journal({ newRunId, chart, open: (log, system) => open(log, openings.get(system)) })),
    bind: ({ system }, opening) => void openings.set(system, opening),
  };
}
