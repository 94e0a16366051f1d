export type { Price } from './actors/bill.ts';
export { type Clock, systemClock } from './actors/clock.ts';
export type { Delta } from './actors/live-stage.ts';
export type { Prompt } from './actors/prompt-of.ts';
export type { CallbackName, Callbacks } from './callbacks.ts';
export {
  type ConversationEngine,
  type ConversationEngineConfig,
  createConversationEngine,
} from './conversation-engine.ts';
export type { EngineSnapshot } from './conversation-snapshot.ts';
export type { Coordinator, CoordinatorContext } from './coordinator.ts';
export { type AnalyzeOptions, analyzeConversation } from './domain/analyze-conversation.ts';
export { analyzeIntent, type IntentAnalysis } from './domain/analyze-intent.ts';
export type { OwnAssessment } from './domain/assessment.ts';
export type { Brief, Purpose, Resource, SpecialistCard, StepOutput } from './domain/brief.ts';
export type { CheckVerdict } from './domain/check-format.ts';
export { type CompressOptions, compressHistory } from './domain/compress-history.ts';
export {
  type AnalystOptions,
  type ConversationAnalyst,
  createConversationAnalyst,
} from './domain/conversation-analyst.ts';
export type { ConversationContext } from './domain/conversation-context.ts';
export { estimateTokens } from './domain/estimate-tokens.ts';
export type { FeedbackResult } from './domain/feedback.ts';
export { type FilterOptions, filterHistory } from './domain/filter-history.ts';
export type { IntentKind, Tone } from './domain/intent-cues.ts';
export type { JsonValue } from './domain/json.ts';
export type { Message, ToolCall } from './domain/message.ts';
export type {
  FeedbackGenerated,
  Milestone,
  MilestoneOf,
  PlanCreated,
  PlanUpdated,
  SpecialistCompleted,
  SpecialistInvoked,
  TaskCompleted,
  ThinkingCompleted,
  ThinkingStarted,
} from './domain/milestone.ts';
export type { RunSettings, SessionSettings } from './domain/options.ts';
export { type PlanStep, type PlanUpdate, planProblems, type TaskPlan } from './domain/plan.ts';
export { criticalPath } from './domain/plan-graph.ts';
export { type PlanOutline, parsePlanMarkdown, planStep, toPlanMarkdown } from './domain/plan-markdown.ts';
export { toPlanMermaid } from './domain/plan-mermaid.ts';
export { planDiff } from './domain/plan-update.ts';
export type { Quote } from './domain/quote.ts';
export { type CollectedResults, collectResults, type SpecialistResult } from './domain/results.ts';
export type { HostOutput, ReachedLimit, RunResult, WaitingFor } from './domain/run-result.ts';
export { cloneState, type ExecutionRecord, type RunState } from './domain/run-state.ts';
export { stateProblems } from './domain/state-problems.ts';
export type { ExecutionStatus, StepStatus, TaskComplexity } from './domain/status.ts';
export { type SteeredState, type Steering, steeringTable } from './domain/steering.ts';
export { blockedSteps, readySteps } from './domain/step-readiness.ts';
export type { ConversationJudgement, NotDone, ThinkingResult } from './domain/thinking.ts';
export { type WindowOptions, windowHistory } from './domain/window-history.ts';
export { TroupeError, type TroupeErrorCode } from './errors.ts';
export { compressState, type DecompressOptions, decompressState } from './log/compress-state.ts';
export type { Entry } from './log/entry.ts';
export { parseRunState, serializeState } from './log/serialize-state.ts';
export type { Checkpoint } from './log/to-checkpoint.ts';
export { type EffectMetrics, type RunMetrics, toMetrics } from './log/to-metrics.ts';
export { toRunState } from './log/to-run-state.ts';
export type { EngineEvent, EnginePhase, EngineState, EngineTask } from './machines/conversation-machine.ts';
export type { Model, ModelRequest, ModelResponse, OutputSchema, ToolSpec, Usage } from './models/model.ts';
export { ModelError, type ModelErrorCode } from './models/model-error.ts';
export {
  type CallOptions,
  createOrchestrator,
  type ForkOptions,
  type GoOnOptions,
  type Health,
  type Orchestrator,
} from './orchestrator.ts';
export type { OrchestratorConfig } from './orchestrator-config.ts';
export { type BriefOf, defaultPlanTemplate, defaultPrompts, type Prompts } from './prompts/to-messages.ts';
export type { ReplayReport } from './recording.ts';
export { type ReplayAt, replay } from './replay.ts';
export type { Run, RunEvent } from './run.ts';
export type { ObservedBy, RunObserver } from './run-observer.ts';
export { defineSpecialist, type Specialist, type WorkInput, type WorkOutput } from './specialists/specialist.ts';
export { memoryStore } from './stores/memory-store.ts';
export type { Lease, RunQuery, RunSummary, Store } from './stores/store.ts';
export { type Capability, defineTool, type Tool, type ToolContext, type ToolOutput } from './tools/tool.ts';
