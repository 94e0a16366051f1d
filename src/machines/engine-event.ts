import type { StepStatus } from '../domain/status.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';

/** Which state of a conversation engine may follow which. The chart is drawn by hand; a test holds it against this table. */
export const validStateTransitions = {
  idle: ['receiving'],
  receiving: ['context_fetching', 'error'],
  context_fetching: ['decomposing', 'error'],
  decomposing: ['scheduling', 'error'],
  scheduling: ['executing', 'paused', 'error'],
  executing: ['completed', 'paused', 'error'],
  paused: ['executing', 'scheduling'],
  completed: ['idle'],
  error: ['idle'],
} as const;

/** Where a conversation engine is, as it says so in events and snapshots; every state of the chart carries its own as a tag. */
export type EngineState = keyof typeof validStateTransitions;

export const engineStates = Object.keys(validStateTransitions) as [EngineState, ...EngineState[]]; // the keys of the table

/** A state in which something can go wrong. */
export type EnginePhase = Exclude<EngineState, 'idle' | 'paused' | 'completed' | 'error'>;

/** One task of a conversation engine: a step of the plan, or the answer itself when there is no plan. */
export interface EngineTask {
  readonly id: string;
  readonly description: string;
  readonly status: StepStatus;
  /** Smaller goes first. */
  readonly priority: number;
}

/** How many tasks are completed. */
export const completedCount = (tasks: readonly EngineTask[]): number =>
  tasks.filter((task) => task.status === 'completed').length;

/** Completed by all, 0 while there are none. */
export const progressOf = (tasks: readonly EngineTask[]): number =>
  tasks.length === 0 ? 0 : completedCount(tasks) / tasks.length;

/** By priority, smaller first; tasks of the same priority stay in their order. */
export const byPriority = (tasks: readonly EngineTask[]): EngineTask[] =>
  tasks.toSorted((a, b) => a.priority - b.priority);

type Emitted<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/** What a conversation engine says while it works. */
export type EngineEvent =
  | Emitted<'state_changed', { from: EngineState; to: EngineState }>
  | Emitted<'context_received', { rulesCount: number; toolsCount: number; knowledgeCount: number }>
  | Emitted<'task_decomposed', { taskCount: number; tasks: readonly Pick<EngineTask, 'id' | 'description'>[] }>
  | Emitted<'task_scheduled', { taskId: string; priority: number }>
  | Emitted<'task_started', { taskId: string }>
  | Emitted<'task_completed', { taskId: string; result: string; progress: number }>
  | Emitted<'task_failed', { taskId: string; reason: string }>
  | Emitted<'engine_waiting', Pick<WaitingFor, 'kind' | 'question'>>
  | Emitted<'engine_continued', Pick<WaitingFor, 'kind'>>
  | Emitted<'engine_paused', { progress: number }>
  | Emitted<'engine_resumed', { progress: number }>
  | Emitted<'engine_completed', { totalTasks: number; completedTasks: number; message: RunResult['message'] }>
  | Emitted<'engine_error', { error: string; phase: EnginePhase }>;

/** The data of an event. */
export type EngineEventData<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>['data'];
