/** What happened in a run, read from its log: its state, its results, its figures. */
export { type CollectedResults, collectResults, type SpecialistResult } from '../domain/results.ts';
export { compressState, type DecompressOptions, decompressState } from './compress-state.ts';
export type { Entry, EntryOf } from './entry.ts';
export type { Milestone, MilestoneOf } from './milestone.ts';
export type { HostOutput, RunResult, WaitingFor } from './run-result.ts';
export { cloneState, type ExecutionRecord, type RunState } from './run-state.ts';
export { parseRunState, serializeState } from './serialize-state.ts';
export { stateProblems } from './state-problems.ts';
export type { Checkpoint } from './to-checkpoint.ts';
export { type EffectMetrics, type RunMetrics, toMetrics } from './to-metrics.ts';
export { toRunState } from './to-run-state.ts';
