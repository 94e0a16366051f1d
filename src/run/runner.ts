import type { AnyStateMachine, InputFrom } from 'xstate';
import type { Comparison } from '../log/compare-entries.ts';
import type { Entry } from '../log/entry.ts';
import type { GivenOutcome } from '../log/fork-entries.ts';
import type { ChartRun } from './chart-run.ts';
import type { CheckReport } from './check-report.ts';
import type { Chart } from './define-chart.ts';

/** What a start takes beside the chart: its input, where the machine wants one, and an id of one's own. */
export type StartOptions<Machine extends AnyStateMachine> = {
  /** @default a random one */
  readonly id?: string;
} & (undefined extends InputFrom<Machine>
  ? { readonly input?: InputFrom<Machine> }
  : { readonly input: InputFrom<Machine> });

/** A stored run that was left where it is, and why. */
export interface ParkedRun {
  readonly run: string;
  readonly why: string;
}

/** Runs charts durably. */
export interface Runner {
  /** Starts a run. */
  start<Machine extends AnyStateMachine>(
    chart: Chart<Machine>,
    ...options: undefined extends InputFrom<Machine> ? [StartOptions<Machine>?] : [StartOptions<Machine>]
  ): ChartRun<Machine>;
  /** Continues a stored run in the version of the chart with which it began. With the chart itself the run has its types. */
  resume(run: string): Promise<ChartRun>;
  resume<Machine extends AnyStateMachine>(run: string, chart: Chart<Machine>): Promise<ChartRun<Machine>>;
  /** Continues every stored run of these charts that has not ended and that nobody else drives. */
  recover(): Promise<{ readonly runs: readonly ChartRun[]; readonly parked: readonly ParkedRun[] }>;
  /** The same, with `resume` for each of them; a run for which it rejects is parked. */
  recover<Run>(
    resume: (run: string) => Promise<Run>,
  ): Promise<{ readonly runs: readonly Run[]; readonly parked: readonly ParkedRun[] }>;
  /** Recomputes a run from its facts and compares every entry with the stored one. Nothing is performed. */
  replay(run: string | readonly Entry[]): Promise<Comparison>;
  /** As `replay`, and says in words what is wrong and what to do. */
  check(run: string | readonly Entry[]): Promise<CheckReport>;
  /** Begins a new run from an entry of another one; `again` has the keys of the effects that are performed again. */
  fork(
    run: string,
    options: { readonly at: number; readonly newRunId?: string; readonly outcome?: GivenOutcome | undefined },
  ): Promise<{ run: ChartRun; again: readonly string[] }>;
  /** Plays the facts of a stored run on another version of its chart, as a new run, and continues that. The old one stays as it is. */
  migrate<Machine extends AnyStateMachine>(
    run: string,
    to: Chart<Machine>,
    options?: { readonly newRunId?: string },
  ): Promise<ChartRun<Machine>>;
  /** Stops driving all runs of this runner, without ending them. */
  close(): Promise<void>;
}
