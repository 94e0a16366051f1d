import { type PlanState, stepAt, stepsAt } from '../log/plan-fold.ts';
import type { RunResult } from '../log/run-result.ts';
import type { EngineContext, EngineNews } from '../machines/conversation-setup.ts';
import type { EngineTask } from '../machines/engine-event.ts';
import type { ConversationRun, Reading } from './conversation-run.ts';
import { textOf } from './coordinator.ts';
import { PhaseError } from './phase-error.ts';

/** The one task of a run without a plan. */
export const answerId = 'answer';
/** Where the host is when it does not plan any more. */
const pastPlanning: readonly string[] = ['executing', 'answering', 'finalizing'];

/** What an entry of the run's log means for the engine: what its chart has no use for where it is, it refuses. */
export function newsIn(run: ConversationRun, reading: Reading, isReviewed: boolean): EngineNews | undefined {
  const { entry, plan, seen } = reading;
  const { type, data } = entry;
  switch (type) {
    case 'clarification.requested':
    case 'approval.requested': {
      // What is asked from within the work counts when nothing else goes on: the status says so.
      if ('kind' in data && data.kind === 'approval') return undefined;
      const question = run.questionAt(seen);
      // A plan that no person looks at waits for the engine.
      const isMine = question?.kind === 'plan-review' && !isReviewed;
      return question && !isMine ? { type: 'question.asked', question, seen } : undefined;
    }
    case 'status.changed':
      if (data.status !== 'waiting') return { type: 'question.closed', seen };
      return isAtWork(data.state) ? asked(run, seen) : undefined;
    case 'plan.created':
    case 'plan.updated':
      return { type: 'plan.updated', tasks: tasksOf(plan), seen };
    case 'answer.given':
      return run.isPlanned ? undefined : { type: 'task.completed', id: answerId, result: data.content, seen };
    default:
      return stepNews(run, reading);
  }
}

/** Whether it is somebody at work who asks, and not the host itself. */
const isAtWork = (state: string) => state !== 'clarifying' && state !== 'reviewingPlan';

function asked(run: ConversationRun, seen: number): EngineNews | undefined {
  const question = run.questionAt(seen);
  return question && { type: 'question.asked', question, seen };
}

/** What became of a step. */
function stepNews(run: ConversationRun, { entry: { type, data }, plan, seen }: Reading): EngineNews | undefined {
  switch (type) {
    case 'step.started':
      return { type: 'task.started', id: data.id, seen };
    case 'step.completed':
      return { type: 'task.completed', id: data.id, result: run.textOf(data.results), seen };
    case 'step.failed':
      return { type: 'task.failed', id: data.id, reason: data.reason ?? '', seen };
    case 'step.skipped':
    case 'step.blocked':
    case 'step.renewed':
      return { type: 'task.changed', id: data.id, status: stepAt(plan, data.id)?.status ?? 'pending', seen };
    default:
      return undefined;
  }
}

/** The tasks, when an entry says what they are. */
export function tasksIn(run: ConversationRun, reading: Reading): Pick<EngineContext, 'tasks' | 'seen'> | undefined {
  const { entry, plan, seen } = reading;
  if (entry.type === 'plan.created') return { tasks: tasksOf(plan), seen };
  refuseEnd(reading);
  if (entry.type !== 'status.changed') return undefined;
  const isDirect = entry.data.state === 'answering' || entry.data.state === 'finalizing';
  const task = { id: answerId, description: textOf(run.messages), status: 'pending', priority: 0 } as const;
  return isDirect ? { tasks: [task], seen } : undefined;
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

/** True when the plan is not looked at any more. */
export function isPastPlanning(reading: Reading): true | undefined {
  refuseEnd(reading);
  const { type, data } = reading.entry;
  return type === 'status.changed' && pastPlanning.includes(data.state) ? true : undefined;
}

/** The answer, when the run has ended with one. */
export function endIn(run: ConversationRun, reading: Reading): RunResult['message'] | undefined {
  refuseEnd(reading);
  return reading.entry.type === 'run.completed' ? { role: 'assistant', content: run.answer } : undefined;
}

/** @throws PhaseError when the run has ended without an answer. */
function refuseEnd({ entry: { type, data } }: Reading): void {
  if (type === 'run.failed') throw new PhaseError(data.code, data.message);
  if (type === 'run.cancelled') throw new PhaseError('cancelled', data.reason ?? '');
}
