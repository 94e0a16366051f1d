/**
 * The conversation engine takes an input through its phases, one task after the other, and can stand still on the way.
 *
 *   idle ▶ receiving ▶ contextFetching ▶ decomposing ▶ scheduling ▶ executing ▶ completed ▶ idle
 *              │              │               │          │  ▲         │  ▲ │
 *              │              │               │          ▼  │         ▼  │ │
 *              │              │               │         paused       paused│      (one state: it goes back where it was)
 *              └──────────────┴───────────────┴──────────┴─────────────────┴──▶ error ▶ idle
 *
 * There is nothing else: an event that a state does not list is refused there. The chart has no actors, so it has no slots to fill:
 * whoever drives it sends it what happened.
 */
import { assign, setup } from 'xstate';
import type { StepStatus } from '../domain/status.ts';
import type { RunResult } from '../log/run-result.ts';

/** Which state may follow which. The chart below is drawn by hand; a test holds it against this table. */
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

type Emitted<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/** What a conversation engine says while it works. */
export type EngineEvent =
  | Emitted<'state_changed', { from: EngineState; to: EngineState }>
  | Emitted<'context_received', { rulesCount: number; toolsCount: number; knowledgeCount: number }>
  | Emitted<'task_decomposed', { taskCount: number; tasks: readonly Pick<EngineTask, 'id' | 'description'>[] }>
  | Emitted<'task_scheduled', { taskId: string; priority: number }>
  | Emitted<'task_started', { taskId: string }>
  | Emitted<'task_completed', { taskId: string; result: string; progress: number }>
  | Emitted<'engine_paused', { progress: number }>
  | Emitted<'engine_resumed', { progress: number }>
  | Emitted<'engine_completed', { totalTasks: number; completedTasks: number; message: RunResult['message'] }>
  | Emitted<'engine_error', { error: string; phase: EnginePhase }>;

/** What happens to a conversation engine. */
export type ConversationMachineEvent =
  | { type: 'input.received' }
  | { type: 'input.accepted' }
  | { type: 'context.received' }
  | { type: 'tasks.decomposed'; tasks: readonly EngineTask[] }
  | { type: 'tasks.scheduled' }
  | { type: 'task.changed'; id: string; status: StepStatus }
  | { type: 'plan.updated'; tasks: readonly EngineTask[] }
  | { type: 'work.completed' }
  | { type: 'phase.failed' }
  | { type: 'engine.paused' }
  | { type: 'engine.resumed' }
  | { type: 'engine.reset' };

export interface EngineContext {
  readonly tasks: readonly EngineTask[];
  /** Where a pause goes back to. */
  readonly resumesIn: 'scheduling' | 'executing' | undefined;
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

const fails = { 'phase.failed': 'error' } as const;

export const conversationMachine = setup({
  types: {
    context: {} as EngineContext,
    events: {} as ConversationMachineEvent,
    tags: {} as EngineState,
  },
  actions: {
    keepTasks: assign((_, tasks: readonly EngineTask[]) => ({ tasks })),
    changeTask: assign(({ context }, change: Pick<EngineTask, 'id' | 'status'>) => ({
      tasks: context.tasks.map((task) => (task.id === change.id ? { ...task, status: change.status } : task)),
    })),
    markPlace: assign((_, resumesIn: EngineContext['resumesIn']) => ({ resumesIn })),
    forgetTasks: assign({ tasks: [], resumesIn: undefined }),
  },
  guards: {
    wasScheduling: ({ context }) => context.resumesIn === 'scheduling',
  },
}).createMachine({
  id: 'conversation',
  context: { tasks: [], resumesIn: undefined },
  initial: 'idle',
  states: {
    idle: { tags: 'idle', on: { 'input.received': 'receiving' } },
    receiving: { tags: 'receiving', on: { 'input.accepted': 'contextFetching', ...fails } },
    contextFetching: { tags: 'context_fetching', on: { 'context.received': 'decomposing', ...fails } },
    decomposing: {
      tags: 'decomposing',
      on: {
        'tasks.decomposed': {
          target: 'scheduling',
          actions: { type: 'keepTasks', params: ({ event }) => event.tasks },
        },
        ...fails,
      },
    },
    scheduling: {
      tags: 'scheduling',
      on: {
        'tasks.scheduled': 'executing',
        'engine.paused': { target: 'paused', actions: { type: 'markPlace', params: 'scheduling' } },
        ...fails,
      },
    },
    executing: {
      tags: 'executing',
      on: {
        'task.changed': { actions: { type: 'changeTask', params: ({ event: { id, status } }) => ({ id, status }) } },
        'plan.updated': { actions: { type: 'keepTasks', params: ({ event }) => event.tasks } },
        'work.completed': 'completed',
        'engine.paused': { target: 'paused', actions: { type: 'markPlace', params: 'executing' } },
        ...fails,
      },
    },
    paused: {
      tags: 'paused',
      on: { 'engine.resumed': [{ guard: 'wasScheduling', target: 'scheduling' }, { target: 'executing' }] },
    },
    completed: { tags: 'completed', on: { 'engine.reset': { target: 'idle', actions: 'forgetTasks' } } },
    error: { tags: 'error', on: { 'engine.reset': { target: 'idle', actions: 'forgetTasks' } } },
  },
});
