import type { EffectError } from './effect.ts';
import type { Note } from './entry-types.ts';
import { defaultRunOptions, type RunOptions } from './options.ts';
import { blockedSteps, type PlanStep, readySteps } from './plan.ts';
import type { PlanOutline } from './plan-markdown.ts';
import { planDiff } from './plan-update.ts';
import { collectResults, type SpecialistResult } from './results.ts';
import type { HostOutput, ReachedLimit } from './run-result.ts';
import type { TaskComplexity } from './status.ts';
import type { NotDone } from './thinking.ts';

/** What the host keeps: ids, counters, statuses. Texts are in the log. */
export interface HostContext {
  readonly run: string;
  readonly options: RunOptions;
  /** How often the request has been thought about: 1, and one more for each clarification. */
  readonly turn: number;
  readonly attempt: number;
  readonly waitMs: number;
  /** The time of the last fact that carried one. */
  readonly at: number;
  readonly remark: string | undefined;
  readonly isContinuation: boolean;
  readonly thought:
    | {
        readonly complexity: TaskComplexity;
        readonly branch: 'clarify' | 'direct' | 'plan';
        readonly question: string | undefined;
      }
    | undefined;
  /** How often the planner has been called. */
  readonly plannings: number;
  readonly reviewRemark: string | undefined;
  readonly plan:
    | {
        readonly version: number;
        readonly title: string;
        readonly strategy: string;
        readonly steps: readonly PlanStep[];
      }
    | undefined;
  readonly round: number;
  readonly results: readonly SpecialistResult[];
  /** The last judgement: only its list of what is missing counts. */
  readonly judgement:
    | { readonly branch: 'done' | 'continue' | 'update'; readonly notDone: readonly NotDone[] }
    | undefined;
  readonly answer: string | undefined;
  readonly notDone: readonly NotDone[];
  readonly limit: ReachedLimit | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

export const initialHostContext: HostContext = {
  run: '',
  options: defaultRunOptions,
  turn: 1,
  attempt: 1,
  waitMs: 0,
  at: 0,
  remark: undefined,
  isContinuation: false,
  thought: undefined,
  plannings: 0,
  reviewRemark: undefined,
  plan: undefined,
  round: 0,
  results: [],
  judgement: undefined,
  answer: undefined,
  notDone: [],
  limit: undefined,
  error: undefined,
};

const stepsOf = (context: HostContext): readonly PlanStep[] => context.plan?.steps ?? [];

/** The id of the actor that does a step in this round. */
export const stepActor = (context: HostContext, step: Pick<PlanStep, 'id'>) => `step-${step.id}#${context.round}`;

/** The steps to start now. */
export const stepsToStart = (context: HostContext): PlanStep[] => readySteps(stepsOf(context));

/** What starting and blocking steps writes into the log. */
export function startNotes(context: HostContext): Note[] {
  const blocked = blockedSteps(stepsOf(context)).map(
    ({ step, by }): Note => ({ type: 'step.blocked', data: { id: step.id, by, reason: blockedReason(by) } }),
  );
  const started = stepsToStart(context).map(
    (step): Note => ({
      type: 'step.started',
      data: {
        id: step.id,
        description: step.description,
        specialist: step.assignedTo,
        round: context.round,
        version: context.plan?.version,
        actor: `host/${stepActor(context, step)}`,
      },
    }),
  );
  return [...blocked, ...started];
}

const blockedReason = (by: string) => `It needs step ${by}, which has no result.`;

/** The steps after those that can start have started and those that never can are blocked. */
export function startedSteps(steps: readonly PlanStep[]): PlanStep[] {
  const ready = new Set(readySteps(steps).map((step) => step.id));
  const blocked = new Map(blockedSteps(steps).map(({ step, by }) => [step.id, by]));
  return steps.map((step) => {
    const by = blocked.get(step.id);
    if (by !== undefined) return { ...step, status: 'blocked', reason: blockedReason(by) };
    return ready.has(step.id) ? { ...step, status: 'executing' } : step;
  });
}

/** The steps after one of them has its result. */
export function settledSteps(steps: readonly PlanStep[], result: SpecialistResult): PlanStep[] {
  return steps.map((step) => {
    if (step.id !== result.stepId) return step;
    const common = { ...step, actualMs: result.durationMs, retryCount: result.retryCount, updatedAt: result.endTime };
    return result.status === 'failed'
      ? { ...common, status: 'failed', reason: result.error ?? 'There is no result.' }
      : { ...common, status: 'completed', ...(result.resultKey === undefined ? {} : { resultKey: result.resultKey }) };
  });
}

/** What a step's result writes into the log. */
export function settledNote(context: HostContext, result: SpecialistResult): Note {
  const type = result.status === 'failed' ? 'step.failed' : 'step.completed';
  return { type, data: { id: result.stepId, actor: `host/${stepActor(context, { id: result.stepId })}`, result } };
}

/** The steps with everything that failed or was blocked ready for another try. */
export function renewedSteps(steps: readonly PlanStep[]): PlanStep[] {
  return steps.map((step) => {
    if (step.status !== 'failed' && step.status !== 'blocked') return step;
    const { reason: _reason, ...rest } = step;
    return { ...rest, status: 'pending' };
  });
}

/** The context with a plan from the planner: version 1, or one more than before. */
export function withPlan(context: HostContext, outline: PlanOutline): Pick<HostContext, 'plan'> {
  return { plan: { ...outline, version: (context.plan?.version ?? 0) + 1 } };
}

/** What a plan from the planner writes into the log. */
export function planNote(context: HostContext, outline: PlanOutline, at: number): Note {
  const next = { ...outline, version: (context.plan?.version ?? 0) + 1 };
  if (!context.plan) return { type: 'plan.created', data: { plan: next } };
  const updates = planDiff(context.plan, next, new Date(at).toISOString());
  return { type: 'plan.updated', data: { plan: next, updates } };
}

export function collectedNote(context: HostContext): Note {
  const data = { round: context.round, version: context.plan?.version, results: collectResults(context.results) };
  return { type: 'results.collected', data };
}

/** Everything that was asked for and not done: what was said to be out of reach, and the steps without a result. */
export function allNotDone(context: HostContext): NotDone[] {
  const unfinished = stepsOf(context).filter((step) => step.status !== 'completed');
  const seen = new Set<string>();
  return [
    ...context.notDone,
    ...(context.judgement?.notDone ?? []),
    ...unfinished.map((step) => ({ what: step.description, why: step.reason ?? 'The run ended before it was done.' })),
  ].filter(({ what, why }) => {
    const line = `${what}\n${why}`;
    return seen.has(line) ? false : seen.add(line);
  });
}

/** The last change of status, with what only the context knows of how the run ended. */
export function closingNote(context: HostContext, status: HostOutput['status']): Note {
  const { round, limit } = context;
  const data = { status, state: status, rounds: round, notDone: allNotDone(context), ...(limit ? { limit } : {}) };
  return { type: 'status.changed', data };
}

export function toHostOutput(context: HostContext, status: HostOutput['status']): HostOutput {
  const { plan, limit, error } = context;
  return {
    runId: context.run,
    status,
    message: { role: 'assistant', content: context.answer ?? error?.message ?? '' },
    complexity: context.thought?.complexity ?? 'simple',
    ...(plan ? { plan: { version: plan.version, steps: plan.steps } } : {}),
    rounds: context.round,
    ...(limit ? { limit } : {}),
    notDone: allNotDone(context),
    ...(status === 'failed' && error ? { error } : {}),
  };
}

export const errorData = ({ code, message }: Pick<EffectError, 'code' | 'message'>) => ({ code, message });
