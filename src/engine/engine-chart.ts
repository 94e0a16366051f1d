import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { StepStatus } from '../domain/status.ts';
import {
  byPriority,
  type ConversationMachineEvent,
  completedCount,
  conversationMachine,
  type EngineEvent,
  type EngineState,
  type EngineTask,
  progressOf,
} from '../machines/conversation-machine.ts';

type Snapshot = SnapshotFrom<typeof conversationMachine>;

/** Where a conversation engine is in its chart, and the events that say so. */
export class EngineChart {
  readonly #emit: (event: EngineEvent) => void;
  #snapshot: Snapshot = initialTransition(conversationMachine)[0];

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit;
  }

  get state(): EngineState {
    return [...this.#snapshot.tags][0] as EngineState; // every state of the chart has one tag
  }

  /** True also when it was paused there. */
  get isScheduling(): boolean {
    return this.state === 'scheduling' || (this.state === 'paused' && this.context.resumesIn === 'scheduling');
  }

  get context(): Snapshot['context'] {
    return this.#snapshot.context;
  }

  get counts(): { progress: number; completedTasks: number; totalTasks: number } {
    const { tasks } = this.context;
    return { progress: progressOf(tasks), completedTasks: completedCount(tasks), totalTasks: tasks.length };
  }

  /** Lets something happen to the chart; false when its state refuses it. */
  move(event: ConversationMachineEvent): boolean {
    if (!this.#snapshot.can(event)) return false;
    const from = this.state;
    [this.#snapshot] = transition(conversationMachine, this.#snapshot, event);
    if (this.state !== from) this.#emit({ type: 'state_changed', data: { from, to: this.state } });
    return true;
  }

  /** Stands where another engine stood. */
  restore(state: EngineState, context: Snapshot['context']): void {
    const value = state === 'context_fetching' ? 'contextFetching' : state;
    this.#snapshot = conversationMachine.resolveState({ value, context });
  }

  changeTask(id: string, status: StepStatus): void {
    this.move({ type: 'task.changed', id, status });
  }

  startTask(taskId: string): void {
    this.changeTask(taskId, 'executing');
    this.#emit({ type: 'task_started', data: { taskId } });
  }

  completeTask(taskId: string, result: string): void {
    this.changeTask(taskId, 'completed');
    this.#emit({ type: 'task_completed', data: { taskId, result, progress: this.counts.progress } });
  }

  /** Takes over the tasks of a plan, the first or an updated one. */
  takeTasks(event: { type: 'tasks.decomposed' | 'plan.updated'; tasks: readonly EngineTask[] }): void {
    const tasks = event.tasks.map(({ id, description }) => ({ id, description }));
    this.#emit({ type: 'task_decomposed', data: { taskCount: tasks.length, tasks } });
    this.move(event);
    for (const { id, priority, status } of byPriority(event.tasks)) {
      if (status === 'pending') this.#emit({ type: 'task_scheduled', data: { taskId: id, priority } });
    }
  }
}
