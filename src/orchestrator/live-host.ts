import { hostPack } from '../actors/performers/host-pack.ts';
import type { Watch } from '../actors/watcher.ts';
import { requestOf } from '../log/request-of.ts';
import type { RunGround } from '../run/connected-chart.ts';
import type { OpenRuns } from '../run/open-runs.ts';
import type { HostParts } from './host-parts.ts';
import { callbackCaller } from './run/callbacks.ts';
import { hostTitle } from './run/host-log.ts';
import { type SharedHost, sharedHost } from './shared-host.ts';

/** What a live run needs beside the machine when its journal opens. */
export interface Opening extends RunGround {
  readonly watch: Watch;
}

/** The machine of an orchestrator's runs. */
export type LiveHost = SharedHost<Opening>;

/** Composes the host on which an orchestrator's runs really happen. */
export function liveHost(parts: HostParts, open: OpenRuns): LiveHost {
  // A machine that somebody else started has no run beside it, but its callbacks.
  const bare: Opening = {
    watch: (log) => ({ entries: callbackCaller(log, parts.callbacks), delta() {}, broke() {} }),
    stage: (...about) => open.stage(...about),
  };
  return sharedHost<Opening>(parts.newRunId, (log, { watch, recording, stage } = bare) => {
    const recorded = recording && requestOf(recording.entries).data;
    // A run keeps the options with which it began.
    const begun = log.latest('request.received')?.data.options;
    const runOptions = recorded?.options ?? begun ?? parts.options;
    return {
      runOptions,
      forkedAt: recorded?.forkedAt,
      machine: hostTitle,
      parts(effects, journal) {
        const watcher = watch(log, effects);
        const pack = hostPack(parts.castOf(runOptions), log, (delta) => watcher?.delta(delta));
        const live = stage(log, effects, {
          entries(entries) {
            pack.committed(entries);
            watcher?.entries(entries);
          },
          broke(error) {
            watcher?.broke(error);
            if (journal.getSnapshot().status === 'active') journal.send({ type: 'journal.failed', error });
          },
        });
        return { stage: live, pack };
      },
    };
  });
}
