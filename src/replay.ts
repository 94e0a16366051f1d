import { createActor, type SnapshotFrom } from 'xstate';
import type { Effects } from './actors/effects.ts';
import { journal } from './actors/journal.ts';
import { composeHost } from './compose-host.ts';
import type { RunState } from './domain/run-state.ts';
import { TroupeError } from './errors.ts';
import type { Entry } from './log/entry.ts';
import { toRunState } from './log/to-run-state.ts';
import type { hostMachine } from './machines/host-machine.ts';
import { Recording, type ReplayReport } from './recording.ts';

/** A run at one of its entries. */
export type ReplayAt = ReplayReport & {
  /** Computed from the log up to there. */
  readonly state: RunState;
  /** The host as it was, with its children. */
  readonly snapshot: SnapshotFrom<typeof hostMachine>;
};

/**
 * Recomputes a run from its facts, without a model, a tool, a clock or a network, and compares every entry with the stored one.
 *
 * With `until`, stops after the last fact up to that entry and all it caused, and gives the state there.
 *
 * @throws TroupeError `bad-log` when the log does not begin with a request, or belongs to another version of the charts.
 */
export function replay(entries: readonly Entry[]): ReplayReport;
export function replay(entries: readonly Entry[], options: { until: number }): ReplayAt;
export function replay(entries: readonly Entry[], options?: { until: number }): ReplayReport | ReplayAt {
  const recording = new Recording(entries);
  const { run, messages, options: runOptions } = recording;
  let effects: (() => Effects) | undefined;
  const open = () => ({
    runOptions,
    stage: (_: unknown, get: () => Effects) => {
      effects = get;
      return recording.stage();
    },
  });
  const actor = createActor(composeHost(journal({ newRunId: () => run, open })), { input: { messages, runId: run } });
  actor.subscribe({ error() {} }); // a chart that throws makes no more entries, and that is what is compared
  actor.start();
  if (!effects) throw new TroupeError('bug', 'The replay did not start.');
  const port = (effects as () => Effects)(); // assigned when the journal started
  const report = recording.play(port, options?.until);
  const at = options && { state: toRunState(port.log.entries), snapshot: actor.getSnapshot() };
  actor.stop();
  return at ? { ...report, ...at } : report;
}
