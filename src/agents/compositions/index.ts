/** Agents that work together: each composition is an agent itself. */
export { type BranchDefinition, branch } from './branch.ts';
export type { BranchView } from './branch-machine.ts';
export type { CompositionDefinition } from './check-composition.ts';
export { type LoopDefinition, loop } from './loop.ts';
export { type ParallelDefinition, parallel } from './parallel.ts';
export type { Ends } from './parallel-machine.ts';
export {
  type PlanAgents,
  type PlanExecuteDefinition,
  type PlanModel,
  planExecuteReplan,
  planSchema,
  type StepPlan,
} from './plan-execute-replan.ts';
export type { PlanInput } from './plan-execute-work.ts';
export type { ExecutedStep, PlanProgress } from './plan-prompts.ts';
export { type SequenceDefinition, sequence } from './sequence.ts';
export { type SupervisorDefinition, supervisor } from './supervisor.ts';
