export type { OpeningView, RunView } from './run-view.ts';
export { useRun } from './use-run.ts';
export { useRunSelector } from './use-run-selector.ts';
