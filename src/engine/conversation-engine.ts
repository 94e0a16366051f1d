import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { systemClock } from '../actors/clock.ts';
import { type Message, requestProblem } from '../domain/message.ts';
import type { StepStatus } from '../domain/status.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { RunResult } from '../log/run-result.ts';
import {
  byPriority,
  type ConversationMachineEvent,
  completedCount,
  conversationMachine,
  type EngineEvent,
  type EnginePhase,
  type EngineState,
  type EngineTask,
  progressOf,
} from '../machines/conversation-machine.ts';
import { createOrchestrator } from '../orchestrator/orchestrator.ts';
import type { OrchestratorConfig } from '../orchestrator/orchestrator-config.ts';
import type { PlanStep } from '../plan/plan.ts';
import { ConversationSession } from './conversation-session.ts';
import { type EngineSnapshot, parseEngineSnapshot, type Rest } from './conversation-snapshot.ts';
import { type Coordinator, fetchContext, ruleMessages, textOf } from './coordinator.ts';

/** An orchestrator's configuration and a coordinator. Every plan waits for the engine, which schedules its tasks. */
export interface ConversationEngineConfig extends Omit<OrchestratorConfig, 'reviewPlan'> {
  coordinator: Coordinator;
  /** How long the coordinator may take, in milliseconds. @default 30 seconds */
  contextMs?: number;
}

/** A request's way through its phases, as events. */
export interface ConversationEngine {
  readonly state: EngineState;
  /** Completed by all tasks. It stands still while the engine is paused: what ends meanwhile is told afterwards. */
  readonly currentProgress: number;
  readonly tasks: readonly EngineTask[];
  readonly completedTasks: number;
  readonly totalTasks: number;
  /**
   * Works on an input and gives every event in its order; what it returns is the result of the run. It begins with the first `next()`
   * and never waits for its reader: what is not read yet is kept, a few events for each task. Leaving the loop early cancels the
   * run and makes the engine idle, as `reset()` does.
   *
   * Without an input it goes on from `restoreFromSnapshot`, and resumes what was paused.
   *
   * A run that has to ask a question ends with `engine_error`, whose error is the question, and a result that is `waiting`: reset the
   * engine and run it on the conversation with the answer.
   *
   * @throws TroupeError `usage` when a run is under way, when the engine is not idle, or when there is nothing to go on with.
   */
  run(
    input?: string | readonly Message[],
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<EngineEvent, RunResult, void>;
  /** From now on nothing new begins; what is under way finishes. True when it did: only when scheduling or executing. */
  pause(): boolean;
  /** Goes on where it was paused. True when it did: only when paused. */
  resume(): boolean;
  /** Everything that another engine needs to go on, as JSON: a copy, which nothing changes afterwards. */
  createSnapshot(): EngineSnapshot;
  /**
   * Takes over from another engine, in this process or another; false when this one is not idle.
   *
   * @throws TroupeError `bad-state` when the snapshot is damaged; the engine stays as it was.
   */
  restoreFromSnapshot(snapshot: unknown): boolean;
  /** Makes the engine idle, from wherever it is: a run under way is cancelled first. */
  reset(): void;
}

/** The one task of a run without a plan. */
const answerId = 'answer';
const approval = { type: 'plan.reviewed', verdict: 'approved' } as const;

/** Builds a conversation engine. A configuration that cannot work is an error here, not later. */
export function createConversationEngine(config: ConversationEngineConfig): ConversationEngine {
  const { coordinator, contextMs = 30_000, ...rest } = config;
  const { clock = systemClock } = config;
  if (typeof coordinator?.getContext !== 'function' || !(contextMs > 0 && contextMs < 2 ** 31)) {
    const what = 'coordinator has to have a getContext function, and contextMs to be a positive number';
    throw new TroupeError('bad-config', `createConversationEngine: ${what}.`);
  }
  const orchestrator = createOrchestrator({ ...rest, reviewPlan: 'first' });
  let chart: SnapshotFrom<typeof conversationMachine> = initialTransition(conversationMachine)[0];
  let session: ConversationSession | undefined;
  let restored: Rest | undefined;

  const state = () => [...chart.tags][0] as EngineState; // every state of the chart has one tag
  /** True also when it was paused there. */
  const isScheduling = () =>
    state() === 'scheduling' || (state() === 'paused' && chart.context.resumesIn === 'scheduling');
  const progress = () => progressOf(chart.context.tasks);
  const tell = (event: EngineEvent) => session?.tell(event);
  /** Lets something happen to the chart; false when its state refuses it. */
  const move = (event: ConversationMachineEvent): boolean => {
    if (!chart.can(event)) return false;
    const from = state();
    [chart] = transition(conversationMachine, chart, event);
    if (state() !== from) tell({ type: 'state_changed', data: { from, to: state() } });
    return true;
  };
  const pause = () => {
    if (!move({ type: 'engine.paused' })) return false;
    session?.run?.pause();
    tell({ type: 'engine_paused', data: { progress: progress() } });
    return true;
  };
  const resume = () => {
    if (!move({ type: 'engine.resumed' })) return false;
    session?.run?.resume();
    tell({ type: 'engine_resumed', data: { progress: progress() } });
    return true;
  };
  /** Ends a session for a reason, once: everything of it that is under way is aborted. */
  const fail = (mine: ConversationSession, code: string, message: string) => {
    if (mine.isOver) return;
    mine.failure = { code, message };
    mine.stop.abort();
    mine.run?.cancel(message);
    move({ type: 'engine.resumed' });
    const phase = state() as EnginePhase; // a session that is not over is in one of them
    move({ type: 'phase.failed' });
    tell({ type: 'engine_error', data: { error: message, phase } });
  };
  const reset = () => {
    if (session) fail(session, 'cancelled', 'The engine was reset.');
    for (const type of ['engine.resumed', 'phase.failed', 'engine.reset'] as const) move({ type });
    [session, restored] = [undefined, undefined];
  };

  const changeTask = (id: string, status: StepStatus) => {
    move({ type: 'task.changed', id, status });
  };
  const startTask = (taskId: string) => {
    changeTask(taskId, 'executing');
    tell({ type: 'task_started', data: { taskId } });
  };
  const completeTask = (taskId: string, result: string) => {
    changeTask(taskId, 'completed');
    tell({ type: 'task_completed', data: { taskId, result, progress: progress() } });
  };
  const tellTasks = (event: { type: 'tasks.decomposed' | 'plan.updated'; tasks: readonly EngineTask[] }) => {
    const tasks = event.tasks.map(({ id, description }) => ({ id, description }));
    tell({ type: 'task_decomposed', data: { taskCount: tasks.length, tasks } });
    move(event);
    for (const { id, priority, status } of byPriority(event.tasks)) {
      if (status === 'pending') tell({ type: 'task_scheduled', data: { taskId: id, priority } });
    }
  };
  const approve = ({ run }: ConversationSession) => {
    if (run?.actor.getSnapshot().can(approval)) run.approve();
  };
  /** Scheduling takes a turn, in which a reader that keeps up can pause; then the plan is let go. */
  const execute = async (mine: ConversationSession) => {
    await new Promise<void>((resolve) => clock.after(0, resolve));
    while (!mine.isOver && state() !== 'scheduling') await mine.changed();
    if (mine.isOver) return;
    move({ type: 'tasks.scheduled' });
    if (mine.isPlanned) approve(mine);
    else startTask(answerId);
  };
  const decompose = (mine: ConversationSession, tasks: readonly EngineTask[]) => {
    tellTasks({ type: 'tasks.decomposed', tasks });
    return execute(mine);
  };
  const complete = (mine: ConversationSession) => {
    const { tasks } = chart.context;
    const content = mine.answer;
    const counts = { totalTasks: tasks.length, completedTasks: completedCount(tasks) };
    mine.isDone = true;
    move({ type: 'work.completed' });
    tell({ type: 'engine_completed', data: { ...counts, message: { role: 'assistant', content } } });
  };
  const askBack = async (mine: ConversationSession, question: string) => {
    const result = await mine.run?.settled();
    if (mine.isOver) return;
    mine.result = result;
    mine.run?.actor.stop();
    fail(mine, 'clarification', question);
  };
  /** Tells what an entry of the run's log means here. */
  const hear = async (mine: ConversationSession, entry: Entry): Promise<void> => {
    const { type, data } = entry;
    switch (type) {
      case 'plan.created':
        return decompose(mine, tasksOf(data.plan.steps));
      case 'plan.updated':
        return tellTasks({ type, tasks: tasksOf(data.plan.steps) });
      case 'status.changed': {
        const isDirect = state() === 'decomposing' && (data.state === 'answering' || data.state === 'finalizing');
        const task = { id: answerId, description: textOf(mine.messages), status: 'pending', priority: 0 } as const;
        return isDirect ? decompose(mine, [task]) : undefined;
      }
      case 'clarification.requested':
        return askBack(mine, data.question);
      case 'step.started':
        return startTask(data.id);
      case 'step.completed':
        return completeTask(data.id, mine.textOf(data.results));
      case 'step.failed':
        return changeTask(data.id, 'failed');
      case 'step.skipped':
        return changeTask(data.id, 'skipped');
      case 'step.blocked':
        return changeTask(data.id, 'blocked');
      case 'answer.given':
        return mine.isPlanned ? undefined : completeTask(answerId, data.content);
      case 'run.completed':
        return complete(mine);
      case 'run.failed':
        return fail(mine, data.code, data.message);
      case 'run.cancelled':
        return fail(mine, 'cancelled', data.reason ?? '');
    }
  };

  const begin = async (mine: ConversationSession) => {
    const problem = requestProblem(mine.messages);
    if (problem !== undefined) return fail(mine, 'bad-request', problem);
    move({ type: 'input.accepted' });
    const limits = { clock, timeoutMs: contextMs, stop: mine.stop.signal };
    const context = await fetchContext(coordinator, mine.messages, limits).catch((error) =>
      fail(mine, 'coordinator', messageOf(error)),
    );
    if (!context || mine.isOver) return;
    const { rules, tools, knowledge } = context;
    const counts = { rulesCount: rules.length, toolsCount: tools.length, knowledgeCount: knowledge.length };
    tell({ type: 'context_received', data: counts });
    move({ type: 'context.received' });
    mine.follow(orchestrator.start([...ruleMessages(context), ...mine.messages], { knowledge }));
  };
  const goOn = async (mine: ConversationSession, run: unknown) => {
    const before = mine.written;
    mine.follow(orchestrator.restore(run));
    // A run that is told something before it has begun again what was under way would begin it twice.
    while (!mine.isOver && !mine.broken && mine.written === before) await mine.changed();
    if (mine.isOver || state() === 'paused') return;
    if (mine.run?.actor.getSnapshot().hasTag('paused')) mine.run.resume();
    if (state() === 'executing') approve(mine);
  };
  const work = async (mine: ConversationSession, rest: Rest) => {
    if (rest.kind === 'input') await begin(mine);
    else if (rest.kind === 'run') await goOn(mine, rest.run);
    if (!mine.isOver && isScheduling()) await execute(mine);
    while (!mine.isOver) {
      if (state() === 'paused' || !mine.hasNext) {
        await mine.changed();
        continue;
      }
      const entry = mine.next();
      if (entry) await hear(mine, entry);
      else if (mine.broken) fail(mine, 'store', messageOf(mine.broken.cause));
      else fail(mine, 'bad-state', 'The log of the run that was restored has no end.');
    }
  };
  const drive = async (mine: ConversationSession, rest: Rest, signal: AbortSignal | undefined) => {
    const cancel = () => fail(mine, 'cancelled', 'The run was aborted by its signal.');
    move({ type: 'input.received' });
    resume();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    if (!mine.isOver) await work(mine, rest).catch((error) => fail(mine, 'bug', messageOf(error)));
    signal?.removeEventListener('abort', cancel);
    await mine.settle();
  };

  return {
    get state() {
      return state();
    },
    get currentProgress() {
      return progress();
    },
    get tasks() {
      return chart.context.tasks;
    },
    get completedTasks() {
      return completedCount(chart.context.tasks);
    },
    get totalTasks() {
      return chart.context.tasks.length;
    },
    async *run(input, { signal } = {}) {
      const refuse = (why: string): never => {
        throw new TroupeError('usage', why);
      };
      if (session && !session.isOver) refuse('A run of this engine is under way: reset() ends it.');
      if (input === undefined && !restored) refuse('There is nothing to go on with: give an input or a snapshot.');
      if (input !== undefined && state() !== 'idle') {
        refuse(`The engine is ${state()}, not idle: reset() it before a new input.`);
      }
      const messages: readonly Message[] =
        typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
      const rest = restored ?? { kind: 'input', messages: [...messages] };
      const mine = new ConversationSession(rest);
      [session, restored] = [mine, undefined];
      drive(mine, rest, signal);
      try {
        return yield* mine.read();
      } finally {
        if (!mine.isOver) reset();
      }
    },
    pause,
    resume,
    createSnapshot() {
      const { tasks, resumesIn } = chart.context;
      const counts = { progress: progress(), completedTasks: completedCount(tasks), totalTasks: tasks.length };
      const rest = session && !session.isOver ? session.rest : restored;
      const snapshot = { version: 1, state: state(), tasks, ...counts, resumesIn, rest };
      return JSON.parse(JSON.stringify(snapshot)) as EngineSnapshot; // everything in it is JSON already
    },
    restoreFromSnapshot(snapshot) {
      const { state: name, tasks, resumesIn, rest } = parseEngineSnapshot(snapshot, orchestrator);
      if (state() !== 'idle') return false;
      const value = name === 'context_fetching' ? 'contextFetching' : name;
      chart = conversationMachine.resolveState({ value, context: { tasks, resumesIn } });
      [session, restored] = [undefined, rest];
      return true;
    },
    reset,
  };
}

/** The steps of a plan as tasks. Of steps the higher priority goes first, of tasks the lower one: the sign is turned. */
function tasksOf(steps: readonly PlanStep[]): EngineTask[] {
  return steps.map(({ id, description, status, priority }) => ({ id, description, status, priority: 0 - priority }));
}
