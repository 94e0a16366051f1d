import { ownValue } from '../../domain/own-value.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { Note } from '../../log/entry-types.ts';
import { type Board, type BoardNews, type Carried, openBoard } from '../../plan/board.ts';
import { type PlanStep, workersOf } from '../../plan/plan.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import type { PlanOutline } from '../../plan/plan-markdown.ts';
import { isSameWork, planDiff, withFinished } from '../../plan/plan-update.ts';
import { actorsOf, decisionActor, type HostContext, type Plan, roundOf } from './host-context.ts';

/** The plan with where its steps stand, as it goes into the log. */
export function standingSteps({ plan, board }: Pick<HostContext, 'plan' | 'board'>): PlanStep[] {
  return (plan?.steps ?? []).map((step, place) => {
    const outcome = board.outcomes[place];
    const keys = outcome?.results.flatMap((result) => result.resultKey ?? []) ?? [];
    return {
      ...step,
      status: board.status[place] ?? 'pending',
      ...(keys.length > 0 ? { resultKeys: keys } : {}),
      ...(outcome?.reason === undefined ? {} : { reason: outcome.reason }),
      ...timesOf(outcome?.results ?? []),
    };
  });
}

function timesOf(results: readonly SpecialistResult[]): Partial<PlanStep> {
  if (results.length === 0) return {};
  return {
    actualMs: Math.max(...results.map((result) => result.durationMs)),
    retryCount: Math.max(...results.map((result) => result.retryCount)),
  };
}

/** A change of the plan. */
type Change = Pick<HostContext, 'plan' | 'board' | 'retired' | 'deciding' | 'partial' | 'news' | 'obsolete'> &
  Partial<Pick<HostContext, 'troubles'>>;

/**
 * Puts a new version of the plan in force. By a planner (`draft`), what is completed or under way stays and everything else starts afresh. By a
 * person (`edit`), a step whose work and inputs did not change stays as it is; `known` holds results of earlier versions.
 */
export function withPlan(
  context: HostContext,
  outline: PlanOutline,
  mode: 'draft' | 'edit',
  known: Readonly<Record<string, readonly SpecialistResult[]>> = {},
): Change {
  const { plan: before, board: old } = context;
  const round = roundOf(context);
  const { answerFrom } = outline;
  const plan: Plan = {
    version: (before?.version ?? 0) + 1,
    title: outline.title || (before?.title ?? ''),
    strategy: outline.strategy,
    steps: outline.steps,
    ...(answerFrom === undefined ? {} : { answerFrom }),
  };
  const oldPlaces = before ? planGraph(before.steps).index : new Map<string, number>();
  const stale = staleSteps(plan.steps, before, mode === 'draft' ? context.troubles : {});
  // A planner that updates a plan wants what failed done again; a draft that is complete, or a person, says nothing about it.
  const isUpdate = mode === 'draft' && (before?.version ?? 0) > 0;
  const stays = isUpdate ? ['completed', 'executing'] : ['completed', 'executing', 'failed', 'skipped'];
  const carried = (step: PlanStep): Carried | undefined => {
    const place = oldPlaces.get(step.id);
    const results = ownValue(known, step.id);
    const starts = (place === undefined ? ownValue(context.retired, step.id) : old.starts[place]) ?? 0;
    const status = (place === undefined ? undefined : old.status[place]) ?? 'pending';
    const isLost = status === 'failed' && ownValue(context.troubles, step.id)?.isFinal === true;
    if (place !== undefined && !stale.has(step.id) && (isLost || stays.includes(status))) {
      return { status, starts, outcome: old.outcomes[place] ?? null };
    }
    return results
      ? { status: 'completed', starts, outcome: { round, results } }
      : { status: 'pending', starts, outcome: null };
  };
  const { board, news } = openBoard(plan.steps, round, carried);
  const { index } = planGraph(plan.steps);
  const stop = (before?.steps ?? []).flatMap((step, place) => {
    if (context.deciding.includes(place)) return [decisionActor(context, step)];
    const isKept = board.status[index.get(step.id) ?? -1] === 'executing';
    return old.status[place] === 'executing' && !isKept ? actorsOf(context, step, place) : [];
  });
  const notes = boardNotes(plan, news);
  const gone = (before?.steps ?? []).flatMap((step, place) =>
    index.has(step.id) ? [] : [[step.id, old.starts[place] ?? 0] as const],
  );
  const retired = { ...context.retired, ...Object.fromEntries(gone) };
  // What a stopped step has brought so far goes with it.
  const isUnderWay = (id: string) => board.status[index.get(id) ?? -1] === 'executing';
  const partial = Object.fromEntries(Object.entries(context.partial).filter(([id]) => isUnderWay(id)));
  return {
    plan,
    board,
    retired,
    deciding: [],
    partial,
    // Who failed at other work says nothing of this.
    troubles: Object.fromEntries(Object.entries(context.troubles).filter(([id]) => index.has(id) && !stale.has(id))),
    obsolete: stop,
    news: [planNote(context, plan, board), ...notes],
  };
}

/** A plan that a planner has updated, with what was finished while it did so. What the planner wants done differently is done again. */
export function updatedPlan(context: HostContext, outline: PlanOutline): PlanOutline {
  if (!context.plan || context.plan.version === 0) return outline;
  return { ...outline, steps: withFinished(standingSteps(context), outline.steps) };
}

/** Steps whose work, or whose inputs, differ from the version before: those, and what needs them. */
function staleSteps(
  steps: readonly PlanStep[],
  before: Plan | undefined,
  troubles: HostContext['troubles'],
): Set<string> {
  const old = new Map(before?.steps.map((step) => [step.id, step]));
  const { dependents } = planGraph(steps);
  const stale = new Set<string>();
  const spread = steps.flatMap((step, place) => {
    const was = old.get(step.id);
    return was && !isSameWork(was, step) && !isGivenBack(was, step, troubles) ? [place] : [];
  });
  for (let place = spread.pop(); place !== undefined; place = spread.pop()) {
    const id = steps[place]?.id ?? '';
    if (stale.has(id)) continue;
    stale.add(id);
    spread.push(...(dependents[place] ?? []));
  }
  return stale;
}

/** Whether a step that failed for good is to be done as it is by those who have failed at it already. */
function isGivenBack(was: PlanStep, step: PlanStep, troubles: HostContext['troubles']): boolean {
  const trouble = ownValue(troubles, step.id);
  const failed = trouble?.isFinal ? trouble.failures.map(({ specialist }) => specialist) : [];
  const { alongside: _, ...alone } = step;
  return (
    isSameWork({ ...was, assignedTo: step.assignedTo }, alone) && workersOf(step).every((name) => failed.includes(name))
  );
}

/**
 * One more step of a plan whose first draft still arrives. A step whose id is there already waits for the whole plan, and so does one for
 * somebody who may do more than read: the plan may still be refused.
 */
export function withDraftedStep(context: HostContext, step: PlanStep): Change | undefined {
  const { plan } = context;
  const round = roundOf(context);
  const mayStart = workersOf(step).every((name) =>
    context.options.specialists.some((card) => card.name === name && card.readsOnly),
  );
  const places = planGraph(context.plan?.steps ?? []).index;
  if (
    !mayStart ||
    step.when !== undefined ||
    places.has(step.id) ||
    !step.dependencies.every((need) => places.has(need))
  )
    return undefined;
  if ((plan?.version ?? 0) > 0 || (context.plan?.steps ?? []).length >= context.options.limits.steps) return undefined;
  const next: Plan = { version: 0, title: '', strategy: '', steps: [...(context.plan?.steps ?? []), step] };
  const { board, news } = openBoard(next.steps, round, (each) => {
    const place = places.get(each.id);
    if (place === undefined) return undefined;
    const { status, starts, outcomes } = context.board;
    const at = status[place] ?? 'pending';
    return at === 'pending' ? undefined : { status: at, starts: starts[place] ?? 0, outcome: outcomes[place] ?? null };
  });
  const fresh = news.filter(({ place }) => !context.board.undecided.includes(place));
  return {
    plan: next,
    board,
    deciding: context.deciding,
    retired: context.retired,
    partial: context.partial,
    obsolete: [],
    news: [{ type: 'step.drafted', data: { step: { ...step, status: 'pending' } } }, ...boardNotes(next, fresh)],
  };
}

/** What a version of the plan writes into the log. */
function planNote(context: HostContext, plan: Plan, board: Board): Note {
  const steps = standingSteps({ plan, board });
  if (!context.plan || context.plan.version === 0) return { type: 'plan.created', data: { plan: { ...plan, steps } } };
  const updates = planDiff(context.plan, plan, new Date(context.at).toISOString());
  return { type: 'plan.updated', data: { plan: { ...plan, steps }, updates } };
}

/** What happened on the board, as it goes into the log. */
export function boardNotes(plan: Plan | undefined, news: readonly BoardNews[]): Note[] {
  return news.flatMap(({ what, place, reason = '' }): Note[] => {
    const id = plan?.steps[place]?.id;
    if (id === undefined) return [];
    if (what === 'blocked') return [{ type: 'step.blocked', data: { id, reason } }];
    return what === 'skipped' ? [{ type: 'step.skipped', data: { id, reason } }] : [];
  });
}

/** Whether a person approves a plan before it runs. */
export function isReviewed(
  { plan, isUnapproved, options: { reviewPlan } }: Pick<HostContext, 'plan' | 'isUnapproved' | 'options'>,
  outline: PlanOutline,
): boolean {
  // Whoever has sent a plan back sees what comes of it.
  if (isUnapproved) return true;
  const isFirst = (plan?.version ?? 0) === 0;
  if (reviewPlan === 'first') return isFirst;
  if (reviewPlan !== 'additions' || isFirst) return reviewPlan !== false;
  const known = new Map(plan?.steps.map((step) => [step.id, step]));
  return outline.steps.some((step) => {
    const was = known.get(step.id);
    return !was || !isSameWork(was, step);
  });
}
