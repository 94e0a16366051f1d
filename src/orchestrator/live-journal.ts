import { hostPack } from '../actors/performers/host-pack.ts';
import type { Watch } from '../actors/watcher.ts';
import type { Entry } from '../log/entry.ts';
import { requestOf } from '../log/request-of.ts';
import type { RunGround } from '../run/connected-chart.ts';
import type { Call } from './call-reader.ts';
import type { HostParts } from './host-parts.ts';
import { callbackCaller } from './run/callbacks.ts';
import { hostTitle } from './run/host-log.ts';
import type { OpenJournal } from './shared-host.ts';

/** Opens the journal of a run that really happens, or will when its recording has been played. */
export function liveJournal(parts: HostParts, { recording, stage }: RunGround, watch: Watch, call: Call): OpenJournal {
  return (log) => {
    const recorded = recording && requestOf(recording.entries).data;
    // A run keeps the options with which it began.
    const begun = log.latest('request.received')?.data.options;
    const runOptions = recorded?.options ?? begun ?? call.options;
    return {
      runOptions,
      labels: call.labels,
      forked: recorded,
      machine: hostTitle,
      parts(effects, journal) {
        const watcher = watch(log, effects);
        const pack = hostPack(parts.castOf(runOptions, call), log, (delta) => watcher.delta(delta));
        const watched = {
          entries(entries: readonly Entry[]) {
            pack.committed(entries);
            watcher.entries(entries);
          },
          broke(error: unknown) {
            watcher.broke(error);
            if (journal.getSnapshot().status === 'active') journal.send({ type: 'journal.failed', error });
          },
          closed: (released: void | Promise<void>) => watcher.closed?.(released),
        };
        return { stage: stage(log, effects, watched), pack };
      },
    };
  };
}

/** Opens the journal of a machine that somebody else started: it has no run beside it, but its callbacks, and nobody gave it a context. */
export function bareJournal(parts: HostParts, ground: RunGround): OpenJournal {
  return (log) => {
    const request = log.latest('request.received')?.data;
    const call = request ? parts.calls.again({}, request) : parts.calls.begin({});
    const watch: Watch = (opened) => {
      return { entries: callbackCaller(opened, parts.callbacks, call.context), delta() {}, broke() {} };
    };
    return liveJournal(parts, ground, watch, call)(log);
  };
}
