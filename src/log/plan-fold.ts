import type { SpecialistResult } from '../domain/results.ts';
import type { StepStatus } from '../domain/status.ts';
import type { PlanStep } from '../plan/plan.ts';
import { planStep } from '../plan/plan-markdown.ts';
import type { LoggedPlan } from './entries/plan-entries.ts';
import type { Entry, EntryOf } from './entry.ts';
import type { EntryType } from './entry-types.ts';
import { placeOf, type SharedIndex, sharedIndex, withId } from './shared-index.ts';
import { itemAt, itemsOf, type SharedList, sharedList, withItem, withLast } from './shared-list.ts';

/** Where the steps of a plan stand after an entry. It is never changed: the next entry makes another one, which shares all that stays. */
export interface PlanState {
  /** The version that is in force; 0 while the first one still arrives. */
  readonly version: number;
  /** The plan as it was written. */
  readonly plan: Omit<LoggedPlan, 'steps'>;
  /** When this version came into force. */
  readonly at: string;
  readonly steps: SharedList<PlanStep>;
  /** From the id of a step to its place. */
  readonly places: SharedIndex;
  /** The round that the run is in; 0 before the first. */
  readonly round: number;
  /** A judgement wants what failed done again, and no other version has come since. */
  readonly isJudged: boolean;
}

/** Before the first entry. */
export const noPlan: PlanState = {
  version: 0,
  plan: { version: 0, title: '', strategy: '' },
  at: '',
  steps: sharedList<PlanStep>([]),
  places: sharedIndex([]),
  round: 0,
  isJudged: false,
};

/** What the fold reads of an entry. */
export type Folded = { [Type in EntryType]: Pick<EntryOf<Type>, 'type' | 'at' | 'data'> }[EntryType];

type StepEntryType = Extract<EntryType, `step.${string}`>;
type StepEntry = Extract<Folded, { readonly type: StepEntryType }>;

/**
 * The state after one more entry: the one place that says where the steps of a plan stand. An entry about a step costs as much as a look-up,
 * however many steps there are; only a version of the plan is read whole.
 */
export function advance(state: PlanState, entry: Folded): PlanState {
  switch (entry.type) {
    case 'plan.created':
    case 'plan.updated':
      return withVersion(state, entry.data.plan, entry.at);
    case 'step.drafted':
    case 'step.started':
    case 'step.completed':
    case 'step.failed':
    case 'step.skipped':
    case 'step.blocked':
    case 'step.renewed':
      return withStepEntry(state, entry);
    case 'results.collected':
      return withRound(state, entry.data.round);
    case 'feedback.given':
      return { ...state, isJudged: entry.data.branch === 'continue' };
    default:
      return state;
  }
}

/** A step where it stands; nothing when the plan has none of this id. */
export function stepAt({ steps, places }: PlanState, id: string): PlanStep | undefined {
  const place = placeOf(places, id);
  return place === undefined ? undefined : itemAt(steps, place);
}

/** All steps where they stand, in the order of the plan. */
export const stepsAt = ({ steps }: PlanState): PlanStep[] => itemsOf(steps);

/** Where the steps stand after all of these entries. */
export const foldPlan = (entries: readonly Entry[]): PlanState => entries.reduce<PlanState>(advance, noPlan);

function withVersion(state: PlanState, { steps, ...plan }: LoggedPlan, at: string): PlanState {
  return {
    ...state,
    version: plan.version,
    plan,
    at,
    steps: sharedList(steps),
    places: sharedIndex(steps.map(({ id }) => id)),
    isJudged: false,
  };
}

const withRound = (state: PlanState, round: number): PlanState => (round > state.round ? { ...state, round } : state);

function withStepEntry(before: PlanState, entry: StepEntry): PlanState {
  if (entry.type === 'step.drafted') return withDrafted(before, entry.data.step);
  // Where what is done again is in the log, nothing else is.
  if (entry.type === 'step.renewed') return withChange({ ...before, isJudged: false }, entry);
  if (entry.type !== 'step.started') return withChange(before, entry);
  const state = withRound(
    before.isJudged && entry.data.round > before.round ? renewedBefore(before) : before,
    entry.data.round,
  );
  return withChange(state.version === 0 ? withDrafted(state, draftedStep(entry.data)) : state, entry);
}

/** One more step of a plan that still arrives. */
function withDrafted(state: PlanState, step: PlanStep): PlanState {
  if (state.version > 0 || placeOf(state.places, step.id) !== undefined) return state;
  return { ...state, steps: withLast(state.steps, step), places: withId(state.places, step.id) };
}

/** Logs of earlier charts have no entry for a drafted step: its start implies it. */
function draftedStep({
  id,
  description,
  specialist,
  alongside,
  format,
  dependencies,
}: EntryOf<'step.started'>['data']) {
  return planStep({
    id,
    description,
    assignedTo: specialist,
    ...(alongside === undefined ? {} : { alongside: [...alongside] }),
    ...(format === undefined ? {} : { format }),
    dependencies: [...dependencies],
  });
}

/** Logs of earlier charts have no entry for renewed steps: the first start of the next round implies it. */
function renewedBefore(state: PlanState): PlanState {
  const steps = itemsOf(state.steps);
  if (!steps.some(isRenewed)) return state;
  return { ...state, steps: sharedList(steps.map((step) => (isRenewed(step) ? renewed(step) : step))) };
}

const isRenewed = ({ status }: PlanStep) => status === 'failed' || status === 'blocked';

function withChange(state: PlanState, entry: Exclude<StepEntry, { readonly type: 'step.drafted' }>): PlanState {
  const place = placeOf(state.places, entry.data.id);
  const step = place === undefined ? undefined : itemAt(state.steps, place);
  if (place === undefined || !step) return state;
  return { ...state, steps: withItem(state.steps, place, { ...changed(step, entry), updatedAt: entry.at }) };
}

function changed(step: PlanStep, entry: Exclude<StepEntry, { readonly type: 'step.drafted' }>): PlanStep {
  switch (entry.type) {
    case 'step.started': {
      // What starts again leaves behind why it failed before.
      const { reason: _reason, ...again } = step;
      return { ...again, status: 'executing' };
    }
    case 'step.renewed':
      return renewed(step);
    case 'step.completed':
      return ended(step, 'completed', entry.data);
    case 'step.failed':
      return ended(step, 'failed', entry.data);
    case 'step.skipped':
      return { ...step, status: 'skipped', reason: entry.data.reason };
    case 'step.blocked':
      return { ...step, status: 'blocked', reason: entry.data.reason };
  }
}

/** A step as it was before anybody worked on it. */
function renewed({ reason: _reason, resultKeys: _keys, actualMs: _ms, ...step }: PlanStep): PlanStep {
  return { ...step, status: 'pending', retryCount: 0 };
}

function ended(
  step: PlanStep,
  status: Extract<StepStatus, 'completed' | 'failed'>,
  { results, reason }: { readonly results: readonly SpecialistResult[]; readonly reason?: string | undefined },
): PlanStep {
  return {
    ...step,
    status,
    ...(results.length === 0
      ? {}
      : {
          actualMs: Math.max(...results.map((result) => result.durationMs)),
          retryCount: Math.max(...results.map((result) => result.retryCount)),
          resultKeys: results.flatMap((result) => result.resultKey ?? []),
        }),
    ...(reason === undefined ? {} : { reason }),
  };
}
