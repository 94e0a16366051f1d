import type { SnapshotFrom } from 'xstate';
import type { Entry } from '../log/entry.ts';
import { requestOf } from '../log/request-of.ts';
import type { RunState } from '../log/state/run-state.ts';
import { toRunState } from '../log/state/to-run-state.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { replayed } from '../run/connected-chart.ts';
import { hostPlayer } from './open-player.ts';
import { hostTitle, type ReplayReport } from './run/host-log.ts';

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
 * With `until`, stops after the last fact up to that entry and all it caused, and returns the state there.
 *
 * A log that other charts have made is replayed up to where they differ, and the report names them.
 *
 * @throws TroupeError `bad-log` when the log does not begin with a request.
 */
export function replay(entries: readonly Entry[]): ReplayReport;
export function replay(entries: readonly Entry[], options: { until: number }): ReplayAt;
export function replay(entries: readonly Entry[], options?: { until: number }): ReplayReport | ReplayAt {
  const { report, core } = replayed(hostPlayer, entries, options?.until);
  const at = options && { state: toRunState(core.log.entries), snapshot: core.root.getSnapshot() };
  core.leave();
  const { machine } = requestOf(entries).data;
  return { ...report, ...(machine === hostTitle ? {} : { madeBy: machine }), ...at };
}
