/** What the first hour needs, and the types of its signatures. The rooms behind it have sub-paths of their own. */

export { type Clock, systemClock } from './actors/clock.ts';
export type { Price } from './actors/performers/bill.ts';
export type { Prompt } from './actors/performers/prompt-of.ts';
export type { Delta } from './actors/watcher.ts';
export type { ConversationContext } from './conversation/conversation-context.ts';
export type { OwnAssessment } from './domain/assessment.ts';
export type { CheckVerdict } from './domain/check-format.ts';
export type { FeedbackResult } from './domain/feedback.ts';
export type { JsonValue } from './domain/json.ts';
export type { ReachedLimit } from './domain/limit.ts';
export type { Message, ToolCall } from './domain/message.ts';
export type { RequestContext, RunSettings, SessionSettings } from './domain/options.ts';
export type { Part } from './domain/part.ts';
export type { PersonAsk, Resumed } from './domain/person-ask.ts';
export type { CollectedResults, SpecialistResult } from './domain/results.ts';
export type { JsonSchema, StandardSchema } from './domain/schemas/standard-schema.ts';
export type { Resource, SpecialistCard } from './domain/specialist-card.ts';
export type { ExecutionStatus, StepStatus, TaskComplexity } from './domain/status.ts';
export { type SteeredState, type Steering, steeringTable } from './domain/steering.ts';
export type { StepOutput } from './domain/step-output.ts';
export type { ConversationJudgement, NotDone, ThinkingResult } from './domain/thinking.ts';
export {
  type ConversationEngine,
  type ConversationEngineConfig,
  createConversationEngine,
} from './engine/conversation-engine.ts';
export type { EngineSnapshot } from './engine/conversation-snapshot.ts';
export type { Coordinator, CoordinatorContext } from './engine/coordinator.ts';
export { TroupeError, type TroupeErrorCode } from './errors.ts';
export type { RunMetadata } from './log/entries/request-labels.ts';
export type { Entry } from './log/entry.ts';
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
} from './log/milestone.ts';
export type { HostOutput, Outcome, RunResult, WaitingFor } from './log/run-result.ts';
export type { ExecutionRecord, RunState } from './log/state/run-state.ts';
export type { Checkpoint } from './log/state/to-checkpoint.ts';
export type { EngineEvent, EnginePhase, EngineState, EngineTask } from './machines/engine-event.ts';
export type { Memory } from './memory/memory.ts';
export { type FailoverOptions, failover, type ModelGroup } from './models/failover.ts';
export type { FailedOver, Model, ModelRequest, ModelResponse, OutputSchema, ToolSpec, Usage } from './models/model.ts';
export { ModelError, type ModelErrorCode } from './models/model-error.ts';
export type { CallOptions, ContinueOptions, ForkOptions } from './orchestrator/call-options.ts';
export type { Health } from './orchestrator/health.ts';
export { createOrchestrator, type Orchestrator } from './orchestrator/orchestrator.ts';
export type { OrchestratorConfig } from './orchestrator/orchestrator-config.ts';
export type { Quote } from './orchestrator/quote.ts';
export { type ReplayAt, replay } from './orchestrator/replay.ts';
export type { CallbackName, Callbacks } from './orchestrator/run/callbacks.ts';
export type { ReplayReport } from './orchestrator/run/host-log.ts';
export type { Approval, Run, RunEvent, Said } from './orchestrator/run/run.ts';
export type { ObservedBy, RunObserver } from './orchestrator/run/run-observer.ts';
export type { PlanStep, PlanUpdate, TaskPlan } from './plan/plan.ts';
export type { PlanOutline } from './plan/plan-markdown.ts';
export type { Brief, Purpose } from './prompts/brief.ts';
export type { BriefOf, Prompts } from './prompts/to-messages.ts';
export type {
  AskedPerson,
  ChartObserved,
  ChartObserver,
  LiveAccount,
  PersonReplies,
  RunAccount,
} from './run/chart-observer.ts';
export type { ChartResult, ChartRun, SendOptions } from './run/chart-run.ts';
export type { CheckReport } from './run/check-report.ts';
export { createRunner } from './run/create-runner.ts';
export { type Chart, type ChartDefinition, defineChart, type SourceOptions } from './run/define-chart.ts';
export { effectKey } from './run/live-sources.ts';
export type { ParkedRun, Runner, StartOptions } from './run/runner.ts';
export type { PreparedRun, RunnerConfig } from './run/runner-config.ts';
export { defineSpecialist, type Specialist, type WorkInput, type WorkOutput } from './specialists/specialist.ts';
export { memoryStore } from './stores/memory-store.ts';
export { type Retained, type RetainOptions, retain } from './stores/retain.ts';
export type { Lease, RunQuery, RunSummary, Store, StoreQuery, StoreSize } from './stores/store.ts';
export { type Asking, type AskRequest, ask } from './tools/ask.ts';
export type { ContextSchema } from './tools/context-reader.ts';
export type {
  ArgumentPattern,
  Permission,
  Policy,
  PolicyCall,
  PolicyContext,
  PolicyDecision,
  PolicyRule,
} from './tools/policy.ts';
export {
  type Capability,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolOutput,
} from './tools/tool.ts';
