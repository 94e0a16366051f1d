/** What happened in a run, read from its log: its state, its results, its figures. */

export { type CollectedResults, collectResults, type SpecialistResult } from '../domain/results.ts';
export type { Experience } from '../domain/specialist-card.ts';
export type { Correction, CorrectionAttempt, ErrorPattern } from '../plan/error-pattern.ts';
export type { EntryStatus } from './entries/entry-row.ts';
export type { Entry, EntryOf } from './entry.ts';
export type { Milestone, MilestoneOf } from './milestone.ts';
export {
  defineEntry,
  type EntryDefinition,
  type EntryDefinitionOptions,
  type OwnEntry,
  type OwnEntryOptions,
} from './own/define-entry.ts';
export { kinds } from './own/kinds.ts';
export { type Decision, type LogNode, on } from './own/nodes.ts';
export { entryChain } from './query/entry-chain.ts';
export { type EntryQuery, type Found, findEntries, latestEntry, typeOf } from './query/find-entries.ts';
export type { HostOutput, Outcome, RunResult, WaitingFor } from './run-result.ts';
export { compressState, type DecompressOptions, decompressState } from './state/compress-state.ts';
export { cloneState, type ExecutionRecord, type RunState } from './state/run-state.ts';
export { parseRunState, serializeState } from './state/serialize-state.ts';
export { stateProblems } from './state/state-problems.ts';
export { type KeyResult, type StateSummary, summarizeState } from './state/summarize-state.ts';
export type { Checkpoint } from './state/to-checkpoint.ts';
export { toRunState } from './state/to-run-state.ts';
export { type EffectMetrics, type RunMetrics, toMetrics } from './to-metrics.ts';
export type { AskedQuestion, ClarificationState } from './view/clarification-view.ts';
export type { CollaborationState, Delegation } from './view/collaboration-view.ts';
export type { CorrectionState, SeenPattern } from './view/correction-view.ts';
export { type ExperienceState, experienceOf, experienceView, type RunSource } from './view/experience-view.ts';
export type { Grown } from './view/grown.ts';
export { type ComprehensiveState, views } from './view/index.ts';
export type { MemoryState, Retrieval, StoredMemory } from './view/memory-view.ts';
export type { Hop, MultiHopState } from './view/multi-hop-view.ts';
export { type LogSource, type StoredView, storedView } from './view/stored-view.ts';
export { defineView, type View, type ViewDefinition } from './view/view.ts';
