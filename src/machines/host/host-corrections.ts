/** What the host does about a step that fails in the same way again and again: somebody else, another brief, another plan, or nothing more. */

import { ownValue } from '../../domain/own-value.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { Note, NoteOf } from '../../log/entry-types.ts';
import { otherSpecialist } from '../../plan/best-specialist.ts';
import { admitStep } from '../../plan/board.ts';
import { type FailureCount, failureCounts, patternOf, toolOf, withFailures } from '../../plan/error-pattern.ts';
import { maxReplacements, type PlanStep, workersOf } from '../../plan/plan.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import { actorsOf, type HostContext, type Plan, type Trouble } from './host-context.ts';
import { isReviewed, withPlan } from './host-plan.ts';
import { type Lost, type Settled, sentence, settledBy, settledNote, withResult } from './host-result.ts';

/** A step that has failed in the same way too often, and what was known of it before. */
interface Stuck extends Settled {
  readonly failures: readonly FailureCount[];
  /** The way in which it failed. */
  readonly worst: FailureCount;
}

/** The step that a result ends and that has failed in the same way too often; nothing for any other result. */
function stuckBy(context: HostContext, result: SpecialistResult): Stuck | undefined {
  const { options, limit } = context;
  const settled = settledBy(context, result);
  if (!settled || settled.status === 'completed' || limit || settled.results.some((each) => each.limit))
    return undefined;
  const now = failureCounts(settled.results);
  const { failures: before = [], replaced = 0 }: Partial<Trouble> = ownValue(context.troubles, settled.step.id) ?? {};
  const failures = withFailures(before, now);
  // Whoever has taken a step over and says that they cannot do it has the last word on that.
  const isRefused = ({ code }: FailureCount) => replaced > 0 && code === 'cannot';
  const worst = failures
    .filter((each) => isTooOften(options, each) || isRefused(each))
    .filter(({ specialist, code }) => now.some((each) => each.specialist === specialist && each.code === code))
    // That its attempts fail says more of a step than that a tool does.
    .sort((a, b) => Number(isOfTool(a)) - Number(isOfTool(b)))[0];
  return worst && { ...settled, failures, worst };
}

const isOfTool = ({ code }: FailureCount) => toolOf(code) !== undefined;

// Logs from before there were such settings do not have them.
function isTooOften({ correctAfter = 0, correctToolsAfter = 0 }: HostContext['options'], failure: FailureCount) {
  const most = isOfTool(failure) ? correctToolsAfter : correctAfter;
  return correctAfter > 0 && most > 0 && failure.count >= most;
}

/** Who takes a stuck step over, and the plan with that. */
function replacementFor(
  context: HostContext,
  stuck: Stuck,
): { to: string; plan: Plan; needsReview: boolean } | undefined {
  const { plan, options, isUnplanned, isUnapproved } = context;
  const { step } = stuck;
  const replaced = ownValue(context.troubles, step.id)?.replaced ?? 0;
  // A plan that still arrives, or is about to change, says itself who does what.
  if (!plan || plan.version === 0 || isUnplanned || isUnapproved || replaced >= maxReplacements) return undefined;
  const failed = new Set([...workersOf(step), ...stuck.failures.map(({ specialist }) => specialist)]);
  const former = options.specialists.filter(({ name }) => failed.has(name));
  const others = options.specialists.filter(({ name }) => !failed.has(name));
  // Whoever fails at other steps of this run, too, comes last.
  const inTrouble = new Set(
    Object.values(context.troubles).flatMap(({ failures }) => failures.map(({ specialist }) => specialist)),
  );
  const fresh = others.filter(({ name }) => !inTrouble.has(name));
  const to = otherSpecialist(step.description, fresh, former) ?? otherSpecialist(step.description, others, former);
  if (to === undefined) return undefined;
  const { alongside: _, ...alone } = step;
  const steps = plan.steps.map((each) => (each === step ? { ...alone, assignedTo: to } : each));
  const changed = { ...plan, steps };
  return { to, plan: changed, needsReview: isReviewed(context, changed) };
}

/** Whether somebody else takes over the step that a result ends. */
export function isReplaceable(context: HostContext, result: SpecialistResult): boolean {
  const stuck = stuckBy(context, result);
  return stuck !== undefined && replacementFor(context, stuck)?.needsReview === false;
}

/** Whether a result ends its step for good. A tool that fails is a reason for somebody else, not to give up. */
export function isHopeless(context: HostContext, result: SpecialistResult): boolean {
  const stuck = stuckBy(context, result);
  return stuck !== undefined && !isOfTool(stuck.worst);
}

/** Somebody else takes a step over, at once: in another version of the plan. */
export function withReplacement(context: HostContext, result: SpecialistResult): Partial<HostContext> {
  const stuck = stuckBy(context, result);
  const replacement = stuck && replacementFor(context, stuck);
  if (!stuck || !replacement) return withResult(context, result);
  const { step, place } = stuck;
  const { to, plan } = replacement;
  const triggered = triggerNote(context, stuck, `${to} takes it over.`);
  const attempted = attemptNote(triggered.data.id, { step: step.id, action: 'specialist', specialist: to });
  const change = withPlan(context, plan, 'edit');
  // Its condition was met when it began, and does not depend on who does it.
  const isAsked = change.board.undecided.includes(place);
  const board = isAsked ? admitStep(change.board, change.plan?.steps ?? [], place) : change.board;
  const done = actorsOf(context, step, place);
  const before = ownValue(context.troubles, step.id);
  const trouble = {
    failures: stuck.failures,
    trigger: triggered.data.id,
    remark: remarkAfter(stuck.worst),
    replaced: (before?.replaced ?? 0) + 1,
    isFinal: false,
    isPrompted: false,
  };
  return {
    ...change,
    board,
    troubles: { ...change.troubles, [step.id]: trouble },
    corrections: context.corrections + 1,
    obsolete: change.obsolete.filter((actor) => !done.includes(actor)),
    news: [settledNote(context, stuck), triggered, attempted, ...change.news],
  };
}

/** A step fails for good: it is not done again as it is. */
export function withLostStep(context: HostContext, result: SpecialistResult): Partial<HostContext> {
  const stuck = stuckBy(context, result);
  if (!stuck) return withResult(context, result);
  const before = ownValue(context.troubles, stuck.step.id);
  const other = replacementFor(context, stuck)?.to;
  const who =
    other === undefined ? 'nobody else can do it' : `only ${other} could do it, in a plan that a person approves`;
  const { count } = stuck.worst;
  const why = `It has failed ${often(count)}, and ${who}.`;
  // What was tried once more after the trigger belongs to it.
  const triggered = before?.isFinal ? undefined : triggerNote(context, stuck, why);
  const lost: Lost = {
    why,
    notes: triggered ? [triggered] : [],
    trouble: {
      failures: stuck.failures,
      trigger: triggered?.data.id ?? before?.trigger ?? '',
      remark: remarkOn(stuck.worst),
      replaced: before?.replaced ?? 0,
      isFinal: true,
      isPrompted: before?.isPrompted ?? false,
    },
  };
  return { ...withResult(context, result, lost), corrections: context.corrections + lost.notes.length };
}

const often = (count: number) => (count === 1 ? 'once' : `${count} times in the same way`);

/** What somebody is told who does a step again that failed. */
const remarkOn = ({ specialist, count, message }: FailureCount) =>
  `${specialist} has failed at this step ${often(count)}: ${sentence(message)} Go about it in another way.`;

/** What somebody else is told who takes it over: the request, or the step itself, may name whoever failed. */
function remarkAfter({ specialist, count, code, message }: FailureCount): string {
  const tool = toolOf(code);
  const how =
    tool === undefined
      ? `who has failed at it ${often(count)}`
      : `whom the tool ${tool} has failed ${count} times, and who has not done it`;
  return `You do this step in the place of ${specialist}, ${how}: ${sentence(message)} Do it in your own way.`;
}

function triggerNote(context: HostContext, { step, worst }: Stuck, why: string): NoteOf<'correction.triggered'> {
  const { specialist, code, count, message } = worst;
  const pattern = patternOf({ step: step.id, specialist, code });
  const id = `correction-${context.corrections + 1}`;
  return {
    type: 'correction.triggered',
    data: { id, step: step.id, pattern, specialist, code, count, reason: `${sentence(message)} ${why}` },
  };
}

const attemptNote = (id: string, about: Omit<NoteOf<'correction.attempted'>['data'], 'id'>): Note => ({
  type: 'correction.attempted',
  data: { id, ...about },
});

const isFinalAt = ({ troubles }: HostContext, { id }: PlanStep) => ownValue(troubles, id)?.isFinal === true;
/** Whether a judgement may have a step done again: of one that failed for good, what it says is a changed brief, once. */
export const mayRetry = ({ troubles }: Pick<HostContext, 'troubles'>, id: string): boolean => {
  const trouble = ownValue(troubles, id);
  return !trouble?.isFinal || !trouble.isPrompted;
};

/** The steps that nobody will do, by their places: those that failed for good, and what needs them. */
export function lostSteps(context: HostContext, except: ReadonlySet<number> = new Set()): Set<number> {
  const { plan, board } = context;
  const steps = plan?.steps ?? [];
  const { dependents } = planGraph(steps);
  const lost = new Set<number>();
  const spread = steps.flatMap((step, place) =>
    board.status[place] === 'failed' && isFinalAt(context, step) && !except.has(place) ? [place] : [],
  );
  for (let place = spread.pop(); place !== undefined; place = spread.pop()) {
    lost.add(place);
    spread.push(...(dependents[place] ?? []).filter((each) => board.status[each] === 'blocked' && !lost.has(each)));
  }
  return lost;
}

/** Whether something is left to be done again that has not failed for good. */
export function isAnythingLeft(context: HostContext): boolean {
  const lost = lostSteps(context);
  return context.board.status.some(
    (status, place) => (status === 'failed' || status === 'blocked') && !lost.has(place),
  );
}

/** Steps that failed for good are done once more, with what a judgement says about them. */
export function withPrompts(context: HostContext): Pick<HostContext, 'troubles' | 'news'> {
  return tried(
    context,
    'prompt',
    (context.judgement?.retries ?? []).map(({ step }) => step),
  );
}

/** Another plan is made while steps have failed for good. */
export function withOtherPlan(context: HostContext): Pick<HostContext, 'troubles' | 'news' | 'isReplanned'> {
  const lost = (context.plan?.steps ?? []).filter((step) => isFinalAt(context, step)).map(({ id }) => id);
  return { ...tried(context, 'plan', lost), isReplanned: context.isReplanned || lost.length > 0 };
}

function tried(
  context: HostContext,
  action: 'prompt' | 'plan',
  steps: readonly string[],
): Pick<HostContext, 'troubles' | 'news'> {
  const isPrompted = action === 'prompt';
  const found = steps.flatMap((step) => {
    const trouble = ownValue(context.troubles, step);
    return trouble?.isFinal && !(isPrompted && trouble.isPrompted) ? [{ step, trouble }] : [];
  });
  const changed = found.map(({ step, trouble }) => [step, isPrompted ? { ...trouble, isPrompted } : trouble] as const);
  return {
    troubles: { ...context.troubles, ...Object.fromEntries(changed) },
    news: found.map(({ step, trouble }) => attemptNote(trouble.trigger, { step, action })),
  };
}
