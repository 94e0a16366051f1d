import { type Actor, createActor } from 'xstate';
import type { Effects } from '../actors/effects.ts';
import { journal } from '../actors/journal.ts';
import { TroupeError } from '../errors.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { Recording } from '../run/recording.ts';
import { composeHost } from './compose-host.ts';

/** A host to which the facts of a recording are handed: nothing is performed on its stage and nothing is written. */
export interface Player {
  /** Not started yet, so that whoever watches sees everything. */
  readonly actor: Actor<typeof hostMachine>;
  /** Starts the host; its effects take the facts. */
  start(): Effects;
  /** Its effects, once it has started. */
  effects(): Effects | undefined;
}

/** Opens a host for a recording. */
export function openPlayer(recording: Recording): Player {
  const { run, messages, knowledge, options: runOptions } = recording;
  let effects: (() => Effects) | undefined;
  const open = () => ({
    runOptions,
    forkedAt: recording.forkedAt,
    stage: (_: unknown, get: () => Effects) => {
      effects = get;
      return recording.stage();
    },
  });
  const input = { messages, knowledge, runId: run };
  const actor = createActor(composeHost(journal({ newRunId: () => run, open })), { input });
  actor.subscribe({ error() {} }); // what comes of a chart that throws is in the log
  return {
    actor,
    effects: () => effects?.(),
    start() {
      actor.start();
      if (!effects) throw new TroupeError('bug', 'The log could not be played.');
      return effects();
    },
  };
}
