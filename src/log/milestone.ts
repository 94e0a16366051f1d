import type { ConversationContext } from '../conversation/conversation-context.ts';
import type { FeedbackResult } from '../domain/feedback.ts';
import type { Message } from '../domain/message.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { responseBranch, ThinkingResult } from '../domain/thinking.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { PlanStep, PlanUpdate, TaskPlan } from '../plan/plan.ts';
import type { RunResult } from './run-result.ts';

/** Where a milestone stands: its run, the time, and the entry of the log that it was read from. */
interface Place {
  readonly runId: string;
  readonly at: string;
  readonly seq: number;
}

/** The host begins to think about the request: once a turn, however often the model is asked. */
export interface ThinkingStarted extends Place {
  readonly type: 'thinking.started';
  /** 1, and one more for each question that was answered. */
  readonly turn: number;
  readonly messages: readonly Message[];
  readonly context: ConversationContext;
}

/** The host has a thought and knows which way to go. */
export interface ThinkingCompleted extends Place {
  readonly type: 'thinking.completed';
  readonly turn: number;
  readonly thought: ThinkingResult;
  readonly branch: ReturnType<typeof responseBranch>;
  /** From the start of the turn's thinking, attempts that failed included. */
  readonly durationMs: number;
}

/** There is a first plan. Its first steps may have been started while it was still being written. */
export interface PlanCreated extends Place {
  readonly type: 'plan.created';
  readonly plan: TaskPlan;
}

/** Another version of the plan is in force, whoever wrote it. */
export interface PlanUpdated extends Place {
  readonly type: 'plan.updated';
  readonly plan: TaskPlan;
  readonly previousVersion: number;
  /** What this version changed. */
  readonly updates: readonly PlanUpdate[];
}

/** A specialist begins with a step; of several on one step, each. */
export interface SpecialistInvoked extends Place {
  readonly type: 'specialist.invoked';
  readonly step: PlanStep;
  readonly specialist: string;
  readonly round: number;
  /** How often the step has been started in this run, this time included. */
  readonly start: number;
}

/** A specialist's work on a step came out, well or not. One that was stopped by a cancel has no result. */
export interface SpecialistCompleted extends Place {
  readonly type: 'specialist.completed';
  readonly step: PlanStep;
  readonly specialist: string;
  readonly result: SpecialistResult;
  /** The text of the result; absent when there is none. */
  readonly text?: string;
}

/** The reflector has judged a round. */
export interface FeedbackGenerated extends Place {
  readonly type: 'feedback.generated';
  readonly feedback: FeedbackResult;
  readonly round: number;
  readonly branch: Verdict;
}

/** The run has ended: completed, failed or cancelled. Exactly one a run, and the last. */
export interface TaskCompleted extends Place {
  readonly type: 'task.completed';
  readonly result: RunResult;
}

/** One thing worth telling about a run, read from its log. */
export type Milestone =
  | ThinkingStarted
  | ThinkingCompleted
  | PlanCreated
  | PlanUpdated
  | SpecialistInvoked
  | SpecialistCompleted
  | FeedbackGenerated
  | TaskCompleted;

/** The milestone of one type. */
export type MilestoneOf<Type extends Milestone['type']> = Extract<Milestone, { readonly type: Type }>;
