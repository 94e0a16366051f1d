import type { Clock } from '../actors/clock.ts';
import { requestProblem } from '../domain/message.ts';
import { messageOf } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { type PlanState, stepAt, stepsAt } from '../log/plan-fold.ts';
import type { EngineEvent, EnginePhase, EngineTask } from '../machines/conversation-machine.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import { ConversationSession } from './conversation-session.ts';
import type { Rest } from './conversation-snapshot.ts';
import { type Coordinator, fetchContext, ruleMessages, textOf } from './coordinator.ts';
import { EngineChart } from './engine-chart.ts';

/** The one task of a run without a plan. */
const answerId = 'answer';
const approval = { type: 'plan.reviewed', verdict: 'approved' } as const;

/** What a conversation engine works with. */
export interface DriverParts {
  readonly orchestrator: Orchestrator;
  readonly coordinator: Coordinator;
  readonly clock: Clock;
  /** How long the coordinator may take. */
  readonly contextMs: number;
}

/** Drives the chart of a conversation engine by what happens in a run. */
export class ConversationDriver {
  readonly chart = new EngineChart((event) => this.#emit(event));
  session: ConversationSession | undefined;
  /** What another engine left, until it is continued. */
  restored: Rest | undefined;
  readonly #parts: DriverParts;

  constructor(parts: DriverParts) {
    this.#parts = parts;
  }

  /** What is needed to continue in another engine; nothing when nothing is under way. */
  get rest(): Rest | undefined {
    return this.session && !this.session.isOver ? this.session.rest : this.restored;
  }

  /** Begins a session, or continues one, and drives it to its end. */
  begin(rest: Rest, signal: AbortSignal | undefined): ConversationSession {
    const session = new ConversationSession(rest);
    [this.session, this.restored] = [session, undefined];
    void this.#drive(session, rest, signal);
    return session;
  }

  pause(): boolean {
    if (!this.chart.move({ type: 'engine.paused' })) return false;
    this.session?.run?.pause();
    this.#emit({ type: 'engine_paused', data: { progress: this.chart.counts.progress } });
    return true;
  }

  resume(): boolean {
    if (!this.chart.move({ type: 'engine.resumed' })) return false;
    this.session?.run?.resume();
    this.#emit({ type: 'engine_resumed', data: { progress: this.chart.counts.progress } });
    return true;
  }

  reset(): void {
    if (this.session) this.#fail(this.session, 'cancelled', 'The engine was reset.');
    for (const type of ['engine.resumed', 'phase.failed', 'engine.reset'] as const) this.chart.move({ type });
    [this.session, this.restored] = [undefined, undefined];
  }

  #emit(event: EngineEvent): void {
    this.session?.emit(event);
  }

  /** Ends a session for a reason, once: everything of it that is under way is aborted. */
  #fail(session: ConversationSession, code: string, message: string): void {
    if (session.isOver) return;
    session.failure = { code, message };
    session.stop.abort();
    session.run?.cancel(message);
    this.chart.move({ type: 'engine.resumed' });
    const phase = this.chart.state as EnginePhase; // a session that is not over is in one of them
    this.chart.move({ type: 'phase.failed' });
    this.#emit({ type: 'engine_error', data: { error: message, phase } });
  }

  async #drive(session: ConversationSession, rest: Rest, signal: AbortSignal | undefined): Promise<void> {
    const cancel = () => this.#fail(session, 'cancelled', 'The run was aborted by its signal.');
    this.chart.move({ type: 'input.received' });
    this.resume();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    if (!session.isOver) {
      await this.#work(session, rest).catch((error) => this.#fail(session, 'bug', messageOf(error)));
    }
    signal?.removeEventListener('abort', cancel);
    await session.settle();
  }

  async #work(session: ConversationSession, rest: Rest): Promise<void> {
    if (rest.kind === 'input') await this.#start(session);
    else if (rest.kind === 'run') await this.#continue(session, rest.run);
    if (!session.isOver && this.chart.isScheduling) await this.#execute(session);
    while (!session.isOver) {
      if (this.chart.state === 'paused' || !session.hasNext) {
        await session.changed();
        continue;
      }
      const entry = session.next();
      if (entry) await this.#receive(session, entry);
      else if (session.broken) this.#fail(session, 'store', messageOf(session.broken.cause));
      else this.#fail(session, 'bad-state', 'The log of the run that was restored has no end.');
    }
  }

  async #start(session: ConversationSession): Promise<void> {
    const { orchestrator, coordinator, clock, contextMs } = this.#parts;
    const problem = requestProblem(session.messages);
    if (problem !== undefined) return this.#fail(session, 'bad-request', problem);
    this.chart.move({ type: 'input.accepted' });
    const limits = { clock, timeoutMs: contextMs, stop: session.stop.signal };
    const context = await fetchContext(coordinator, session.messages, limits).catch((error) =>
      this.#fail(session, 'coordinator', messageOf(error)),
    );
    if (!context || session.isOver) return;
    const { rules, tools, knowledge } = context;
    const counts = { rulesCount: rules.length, toolsCount: tools.length, knowledgeCount: knowledge.length };
    this.#emit({ type: 'context_received', data: counts });
    this.chart.move({ type: 'context.received' });
    session.follow(orchestrator.start([...ruleMessages(context), ...session.messages], { knowledge }));
  }

  async #continue(session: ConversationSession, run: unknown): Promise<void> {
    const before = session.written;
    session.follow(this.#parts.orchestrator.restore(run));
    // A run that gets something before it has begun again what was under way would begin it twice.
    while (!session.isOver && !session.broken && session.written === before) await session.changed();
    if (session.isOver || this.chart.state === 'paused') return;
    if (session.run?.actor.getSnapshot().hasTag('paused')) session.run.resume();
    if (this.chart.state === 'executing') approve(session);
  }

  /** Scheduling takes a turn, in which a reader that keeps up can pause; then the plan is let go. */
  async #execute(session: ConversationSession): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.clock.after(0, resolve));
    while (!session.isOver && this.chart.state !== 'scheduling') await session.changed();
    if (session.isOver) return;
    this.chart.move({ type: 'tasks.scheduled' });
    if (session.isPlanned) approve(session);
    else this.chart.startTask(answerId);
  }

  #decompose(session: ConversationSession, tasks: readonly EngineTask[]): Promise<void> {
    this.chart.takeTasks({ type: 'tasks.decomposed', tasks });
    return this.#execute(session);
  }

  /** Does what an entry of the run's log means for the engine. */
  async #receive(session: ConversationSession, { type, data }: Entry): Promise<void> {
    const { chart } = this;
    switch (type) {
      case 'plan.created':
        return this.#decompose(session, tasksOf(session.plan));
      case 'plan.updated':
        return chart.takeTasks({ type, tasks: tasksOf(session.plan) });
      case 'status.changed': {
        const isDirect = chart.state === 'decomposing' && (data.state === 'answering' || data.state === 'finalizing');
        const task = { id: answerId, description: textOf(session.messages), status: 'pending', priority: 0 } as const;
        return isDirect ? this.#decompose(session, [task]) : undefined;
      }
      case 'clarification.requested':
        return this.#askBack(session, data.question);
      case 'step.started':
        return chart.startTask(data.id);
      case 'step.completed':
        return chart.completeTask(data.id, session.textOf(data.results));
      case 'step.failed':
      case 'step.skipped':
      case 'step.blocked':
      case 'step.renewed':
        return chart.changeTask(data.id, stepAt(session.plan, data.id)?.status ?? 'pending');
      case 'answer.given':
        return session.isPlanned ? undefined : chart.completeTask(answerId, data.content);
      case 'run.completed':
        return this.#complete(session);
      case 'run.failed':
        return this.#fail(session, data.code, data.message);
      case 'run.cancelled':
        return this.#fail(session, 'cancelled', data.reason ?? '');
    }
  }

  #complete(session: ConversationSession): void {
    const { totalTasks, completedTasks } = this.chart.counts;
    session.isDone = true;
    this.chart.move({ type: 'work.completed' });
    const message = { role: 'assistant', content: session.answer } as const;
    this.#emit({ type: 'engine_completed', data: { totalTasks, completedTasks, message } });
  }

  async #askBack(session: ConversationSession, question: string): Promise<void> {
    const result = await session.run?.settled();
    if (session.isOver) return;
    session.result = result;
    session.run?.actor.stop();
    this.#fail(session, 'clarification', question);
  }
}

function approve({ run }: ConversationSession): void {
  if (run?.actor.getSnapshot().can(approval)) run.approve();
}

/** The steps of a plan as tasks. Of steps the higher priority goes first, of tasks the lower one: the sign is turned. */
function tasksOf(plan: PlanState): EngineTask[] {
  return stepsAt(plan).map(({ id, description, status, priority }) => ({
    id,
    description,
    status,
    priority: 0 - priority,
  }));
}
