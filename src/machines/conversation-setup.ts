import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { type EffectError, type Failure, toFailure } from '../domain/effect.ts';
import type { StepStatus } from '../domain/status.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import {
  byPriority,
  completedCount,
  type EngineEvent,
  type EngineEventData,
  type EnginePhase,
  type EngineState,
  type EngineTask,
  progressOf,
} from './engine-event.ts';

/** What an actor tells while it works; after it, `seen` entries of the run's log are told. */
export type EngineNews = { readonly seen: number } & (
  | { readonly type: 'question.asked'; readonly question: WaitingFor }
  | { readonly type: 'question.closed' }
  | { readonly type: 'plan.updated'; readonly tasks: readonly EngineTask[] }
  | { readonly type: 'task.started'; readonly id: string }
  | { readonly type: 'task.completed'; readonly id: string; readonly result: string }
  | { readonly type: 'task.failed'; readonly id: string; readonly reason: string }
  | { readonly type: 'task.changed'; readonly id: string; readonly status: StepStatus }
);

/** What happens to a conversation engine. */
export type ConversationMachineEvent =
  | { type: 'input.received' }
  | EngineNews
  | { type: 'engine.paused' }
  | { type: 'engine.resumed' }
  | { type: 'engine.continued' }
  | { type: 'engine.stopped'; error: unknown }
  | { type: 'engine.reset' };

/** What an actor gets that follows the run: where to read on, and whom to tell. */
export interface FollowInput {
  readonly seen: number;
  readonly tasks: readonly EngineTask[];
  /** A person looks at plans; otherwise the engine lets them go itself. */
  readonly isReviewed: boolean;
  readonly tell: (news: EngineNews) => void;
}

export interface EngineContext {
  readonly tasks: readonly EngineTask[];
  /** So many entries of the run's log are told. */
  readonly seen: number;
  readonly isReviewed: boolean;
  /** Where a pause goes back to. */
  readonly resumesIn: 'scheduling' | 'executing' | undefined;
  readonly waitingFor: WaitingFor | undefined;
  readonly failure: Failure | undefined;
}

/** An engine that has nothing to do. */
export const atRest: EngineContext = {
  tasks: [],
  seen: 0,
  isReviewed: false,
  resumesIn: undefined,
  waitingFor: undefined,
  failure: undefined,
};

/** A place for an actor that whoever runs the chart fills. */
const place = <Output = void, Input = undefined>(name: string) =>
  fromPromise<Output, Input>(() =>
    Promise.reject(new Error(`The slot "${name}" is empty. Fill it with machine.provide({ actors: { ${name} } }).`)),
  );

/** What the chart of the conversation engine is made of: its slots, what it keeps and what it tells. */
export const conversationSetup = setup({
  types: {
    context: {} as EngineContext,
    events: {} as ConversationMachineEvent | DoneActorEvent | ErrorActorEvent,
    emitted: {} as EngineEvent,
    tags: {} as EngineState | 'waiting',
  },
  actors: {
    receive: place('receive'),
    fetchContext: place<EngineEventData<'context_received'>>('fetchContext'),
    decompose: place<Pick<EngineContext, 'tasks' | 'seen'>, FollowInput>('decompose'),
    schedule: place<void, FollowInput>('schedule'),
    execute: place<RunResult['message'], FollowInput>('execute'),
    hold: place('hold'),
    cancel: place<void, string>('cancel'),
  },
  actions: {
    keepTasks: assign((_, { tasks, seen }: Pick<EngineContext, 'tasks' | 'seen'>) => ({ tasks, seen })),
    changeTask: assign(({ context }, change: Pick<EngineTask, 'id' | 'status'>) => ({
      tasks: context.tasks.map((task) => (task.id === change.id ? { ...task, status: change.status } : task)),
    })),
    keepSeen: assign((_, seen: number) => ({ seen })),
    keepQuestion: assign((_, waitingFor: WaitingFor) => ({ waitingFor })),
    forgetQuestion: assign({ waitingFor: undefined }),
    markPlace: assign((_, resumesIn: EngineContext['resumesIn']) => ({ resumesIn })),
    keepFailure: assign((_, error: EffectError) => ({ failure: toFailure(error), waitingFor: undefined })),
    forgetAll: assign(atRest),
    tellChange: emit((_, data: EngineEventData<'state_changed'>): EngineEvent => ({ type: 'state_changed', data })),
    tellContext: emit(
      (_, data: EngineEventData<'context_received'>): EngineEvent => ({ type: 'context_received', data }),
    ),
    tellTasks: emit(({ context: { tasks } }): EngineEvent => {
      const told = tasks.map(({ id, description }) => ({ id, description }));
      return { type: 'task_decomposed', data: { taskCount: told.length, tasks: told } };
    }),
    tellSchedule: enqueueActions(({ context, enqueue }) => {
      for (const { id, priority, status } of byPriority(context.tasks)) {
        if (status === 'pending') enqueue.emit({ type: 'task_scheduled', data: { taskId: id, priority } });
      }
    }),
    tellStart: emit((_, taskId: string): EngineEvent => ({ type: 'task_started', data: { taskId } })),
    tellResult: emit(
      ({ context }, { id, result }: { id: string; result: string }): EngineEvent => ({
        type: 'task_completed',
        data: { taskId: id, result, progress: progressOf(context.tasks) },
      }),
    ),
    tellFailedTask: emit(
      (_, { id, reason }: { id: string; reason: string }): EngineEvent => ({
        type: 'task_failed',
        data: { taskId: id, reason },
      }),
    ),
    tellQuestion: enqueueActions(({ context: { waitingFor }, enqueue }) => {
      if (!waitingFor) return;
      const { kind, question } = waitingFor;
      enqueue.emit({ type: 'engine_waiting', data: { kind, question } });
    }),
    tellContinued: enqueueActions(({ context: { waitingFor }, enqueue }) => {
      if (waitingFor) enqueue.emit({ type: 'engine_continued', data: { kind: waitingFor.kind } });
    }),
    tellPause: emit(
      ({ context }): EngineEvent => ({ type: 'engine_paused', data: { progress: progressOf(context.tasks) } }),
    ),
    tellResume: emit(
      ({ context }): EngineEvent => ({ type: 'engine_resumed', data: { progress: progressOf(context.tasks) } }),
    ),
    tellEnd: emit(
      ({ context: { tasks } }, message: RunResult['message']): EngineEvent => ({
        type: 'engine_completed',
        data: { totalTasks: tasks.length, completedTasks: completedCount(tasks), message },
      }),
    ),
    tellFailure: emit(
      ({ context }, phase: EnginePhase): EngineEvent => ({
        type: 'engine_error',
        data: { error: context.failure?.message ?? '', phase },
      }),
    ),
  },
  guards: {
    wasScheduling: ({ context }) => context.resumesIn === 'scheduling',
    isAsked: ({ context }) => context.waitingFor !== undefined,
    isStopped: ({ context }) => context.failure !== undefined,
  },
});
