import { type Actor, createActor } from 'xstate';
import type { Effects } from '../actors/effects.ts';
import { TroupeError } from '../errors.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import type { Recording } from './run/recording.ts';
import { type SharedHost, sharedHost } from './shared-host.ts';

/** A host to which the facts of a recording are handed: nothing is performed on its stage and nothing is written. */
export interface Player {
  /** Not started yet, so that whoever watches sees everything. */
  readonly actor: Actor<typeof hostMachine>;
  /** Starts the host; its effects take the facts. */
  start(): Effects;
  /** Its effects, once it has started. */
  effects(): Effects | undefined;
}

/** What a player needs beside the machine when its journal opens. */
interface Playback {
  readonly recording: Recording;
  onOpen(effects: () => Effects): void;
}

let composed: SharedHost<Playback> | undefined;

/** One machine for all replays, composed when the first one asks for it. */
function playerHost(): SharedHost<Playback> {
  composed ??= sharedHost<Playback>(
    () => '',
    (_, playback) => {
      if (!playback) throw new TroupeError('bug', 'A player was started without a recording.');
      const { recording, onOpen } = playback;
      const { options: runOptions, forkedAt, machine } = recording;
      const stage = (effects: () => Effects) => {
        onOpen(effects);
        return recording.stage();
      };
      return { runOptions, forkedAt, machine, stage };
    },
  );
  return composed;
}

/** Opens a host for a recording. */
export function openPlayer(recording: Recording): Player {
  let effects: (() => Effects) | undefined;
  const host = playerHost();
  const actor = createActor(host.machine, { input: recording.input });
  host.bind(actor, {
    recording,
    onOpen(opened) {
      effects = opened;
    },
  });
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
