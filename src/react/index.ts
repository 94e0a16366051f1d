/** `troupe/react`: hooks that show a run while it works. They need the package `react`. */
export type { OpeningView, RunView } from './run-view.ts';
export { useRun } from './use-run.ts';
export { useRunSelector } from './use-run-selector.ts';
