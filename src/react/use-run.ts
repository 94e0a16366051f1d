import { useSyncExternalStore } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartRun } from '../run/chart-run.ts';
import { type OpeningView, type RunView, storeOf } from './run-view.ts';

/**
 * Shows a run of a chart in a component, which renders again when another state of the run is stored, when the run is paused or resumed, and when it is
 * not driven here any more. It may be given another run at any time, and none while one is being opened.
 */
export function useRun<Machine extends AnyStateMachine>(run: ChartRun<Machine>): RunView<Machine>;
export function useRun<Machine extends AnyStateMachine>(
  run: ChartRun<Machine> | undefined,
): RunView<Machine> | OpeningView<Machine>;
export function useRun(run: ChartRun | undefined): RunView | OpeningView {
  const { subscribe, view } = storeOf(run);
  return useSyncExternalStore(subscribe, view, view);
}
