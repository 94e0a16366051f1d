import type { AnyActorRef } from 'xstate';
import { endOf, Recording } from '../actors/recording.ts';
import type { RunCore } from '../actors/run-core.ts';
import type { Stage } from '../actors/stage.ts';
import type { Watcher } from '../actors/watcher.ts';
import { TroupeError } from '../errors.ts';
import type { Comparison } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
import { effectsAfter, forkEntries, type GivenOutcome, outcomeFact } from '../log/fork-entries.ts';
import type { RunLog } from '../log/run-log.ts';

/** A replay that came out differently. */
export type Difference = Extract<Comparison, { equal: false }>;

/** Plays the stored logs of a chart. */
export interface Player<Core extends RunCore = RunCore> {
  /** The name and version of the chart. */
  readonly title: string;
  /** Makes the actors of a recorded run, on a stage where nothing is performed and nothing is written. `onRoot` sees the root before it starts. */
  open(recording: Recording, onRoot?: (root: AnyActorRef) => void): Core;
}

/** Makes the stage of a run, which is open from then on. */
export type MakeStage = (log: RunLog, core: () => RunCore, watcher: Watcher) => Stage;

/** What a run is opened on. */
export interface RunGround {
  /** The log that it continues: it is played when the run is open. */
  readonly recording?: Recording;
  readonly stage: MakeStage;
}

/** A run that was opened: its actors have started, and its first entry is made. */
export interface OpenedRun<Run> {
  /** Absent when its actors could not even start. */
  readonly core: RunCore | undefined;
  /** For its user. */
  readonly run: Run;
  /** Called when everything of it really happens, before what was under way begins again. */
  live(): void;
}

/** A chart for those who drive its runs. How it is connected with its log is its own business: its actors are adopted, or its slots are filled. */
export interface ConnectedChart<Run> {
  readonly player: Player;
  open(ground: RunGround): OpenedRun<Run>;
  /** Refuses what it is to continue, by the state at the end of its log; called before anything is written. */
  accept?(core: RunCore): void;
  /** The error for a log that does not come out as it is stored. */
  differs(report: Difference | undefined, entries: readonly Entry[]): TroupeError;
}

/** Recomputes a run from its facts, up to entry `until`, and compares every entry with the stored one. */
export function replayed<Core extends RunCore>(
  player: Player<Core>,
  entries: readonly Entry[],
  until?: number,
): { readonly report: Comparison; readonly core: Core } {
  const recording = new Recording(entries);
  const core = player.open(recording);
  return { report: recording.play(core, until), core };
}

/** Where a fork begins. */
export interface ForkPoint {
  readonly at: number;
  readonly newRunId: string;
  /** Given to an effect that is under way there. */
  readonly outcome?: GivenOutcome | undefined;
}

/**
 * The log with which a fork begins, and the keys of the effects that are performed again.
 *
 * @throws TroupeError for a run that has ended there, or whose log does not replay, and for what the chart refuses.
 */
export function forkedLog(
  entries: readonly Entry[],
  { at, newRunId, outcome }: ForkPoint,
  chart: ConnectedChart<unknown>,
  now: number,
): { readonly forked: readonly Entry[]; readonly again: readonly string[] } {
  const prefix = forkEntries(entries, at, newRunId, now, outcome);
  if (endOf(prefix)) {
    throw new TroupeError('usage', `Run ${entries[0]?.run} has ended at entry ${at}: fork it at an earlier one.`);
  }
  const { report, core } = replayed(chart.player, prefix);
  core.leave();
  if (!report.equal) throw chart.differs(report, prefix);
  chart.accept?.(core);
  const again = effectsAfter(entries, prefix.length).filter((key) => key !== outcome?.key);
  if (!outcome) return { forked: prefix, again };
  // The moves that the outcome causes are the chart's own.
  const { core: moved } = replayed(chart.player, [...prefix, outcomeFact(prefix, outcome, now)]);
  moved.leave();
  return { forked: [...moved.log.entries], again };
}
