import type { AnyActorRef } from 'xstate';
import { Recording } from '../actors/recording.ts';
import type { RunCore } from '../actors/run-core.ts';
import type { Stage } from '../actors/stage.ts';
import type { Watcher } from '../actors/watcher.ts';
import type { TroupeError } from '../errors.ts';
import type { Comparison } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
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
