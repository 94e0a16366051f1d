import { createActor } from 'xstate';
import type { Effects } from '../actors/effects.ts';
import type { Recording } from '../actors/recording.ts';
import { TroupeError } from '../errors.ts';
import { labelsOf } from '../log/entries/request-labels.ts';
import { requestOf } from '../log/request-of.ts';
import type { Player } from '../run/connected-chart.ts';
import { hostTitle, toHostInput } from './run/host-log.ts';
import { type SharedHost, sharedHost } from './shared-host.ts';

let composed: SharedHost | undefined;

/** One machine for all replays, composed when the first one asks for it. */
function playerHost(): SharedHost {
  composed ??= sharedHost(
    () => '',
    () => {
      throw new TroupeError('bug', 'A player was started without a recording.');
    },
  );
  return composed;
}

/** Opens a host for a recording. Its actor has not started yet, so that whoever watches sees everything; the effects that `start` returns take the facts. */
export function openPlayer(recording: Recording) {
  const request = requestOf(recording.entries).data;
  const { options: runOptions, machine } = request;
  let effects: (() => Effects) | undefined;
  const host = playerHost();
  const actor = createActor(host.machine, { input: toHostInput(recording.entries) });
  host.bind(actor, () => ({
    forked: request,
    machine,
    runOptions,
    labels: labelsOf(request),
    parts(opened) {
      effects = opened;
      return { stage: recording.stage() };
    },
  }));
  actor.subscribe({ error() {} }); // what comes of a chart that throws is in the log
  return {
    actor,
    start(): Effects {
      actor.start();
      if (!effects) throw new TroupeError('bug', 'The log could not be played.');
      return effects();
    },
  };
}

/** Plays the stored logs of the host. */
export const hostPlayer: Player<Effects> = {
  title: hostTitle,
  open(recording, onRoot) {
    const player = openPlayer(recording);
    onRoot?.(player.actor);
    return player.start();
  },
};
