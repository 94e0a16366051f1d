import { hostPack } from '../actors/performers/host-pack.ts';
import type { Watch } from '../actors/watcher.ts';
import type { StandardSchema } from '../domain/schemas/standard-schema.ts';
import type { Entry } from '../log/entry.ts';
import { requestOf } from '../log/request-of.ts';
import type { RunGround } from '../run/connected-chart.ts';
import type { HostParts } from './host-parts.ts';
import { hostTitle } from './run/host-log.ts';
import type { OpenJournal } from './shared-host.ts';

/** Opens the journal of a run that really happens, or will when its recording has been played. */
export function liveJournal(
  parts: HostParts,
  { recording, stage }: RunGround,
  watch: Watch,
  outputSchema?: StandardSchema,
): OpenJournal {
  return (log) => {
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
        const pack = hostPack({ ...parts.castOf(runOptions), outputSchema }, log, (delta) => watcher.delta(delta));
        const watched = {
          entries(entries: readonly Entry[]) {
            pack.committed(entries);
            watcher.entries(entries);
          },
          broke(error: unknown) {
            watcher.broke(error);
            if (journal.getSnapshot().status === 'active') journal.send({ type: 'journal.failed', error });
          },
        };
        return { stage: stage(log, effects, watched), pack };
      },
    };
  };
}
