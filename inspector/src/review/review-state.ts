import { computed, effect, signal, untracked } from '@preact/signals';
import type { SpecialistCard } from '../../../src/domain/specialist-card.ts';
import { type PlanFault, type PlanStep, planFaults, workersOf } from '../../../src/plan/plan.ts';
import { type PlanOutline, parsePlanMarkdown, toPlanMarkdown } from '../../../src/plan/plan-markdown.ts';
import { placeOf } from '../people/left-asks.ts';
import { forgetTyped, keepTyped, typedAt } from '../people/typed.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import { notify, showDecision } from '../state/page-state.ts';
import { askSession, loadEntry, session } from '../state/store.ts';
import { planChanges } from './plan-changes.ts';

/** The run whose plan is edited while it is carried out. */
const editedRun = signal<string | undefined>(undefined);

/** The review that is open: what people are asked is known whatever moment is looked at. */
export const review = computed(() => session.value.control.value.waiting.find(({ kind }) => kind === 'plan-review'));

/** Whether a plan is edited that nobody asked about. */
export const isEditingFreely = computed(() => review.value === undefined && editedRun.value === session.value.id);

/** Where what is typed about a plan is kept; nothing while no plan is reviewed or edited. */
const place = computed(() => {
  const { id } = session.value;
  if (review.value) return placeOf(id, review.value.id);
  return isEditingFreely.value ? placeOf(id, 'plan') : undefined;
});

/** Plans as they are stored, by where they are reviewed or edited: with nothing hidden in them, to be edited. */
const bases = signal<ReadonlyMap<string, string>>(new Map());

export const isPlanOpen = computed(() => place.value !== undefined);

/** The plan as it is reviewed, before anybody edits it here. */
export const basePlan = computed((): PlanOutline | undefined => {
  const at = place.value;
  const text = at === undefined ? undefined : bases.value.get(at);
  if (text !== undefined) return parsePlanMarkdown(text);
  session.value.entryCount.value;
  return session.value.story.versions.at(-1)?.plan;
});

/** The plan as text, with what was edited; nothing before it is there to be edited. */
export const planText = computed(() => {
  const at = place.value;
  return at === undefined ? undefined : (typedAt(at).value.plan ?? bases.value.get(at));
});

/** The plan as it would be carried out. */
export const shownPlan = computed(() => {
  const text = planText.value;
  return text === undefined ? basePlan.value : parsePlanMarkdown(text);
});

/** Whether the plan can be changed here: it is there as it is stored, and the run is driven here. */
export const canEditPlan = computed(() => session.value.control.value.canControl && planText.value !== undefined);

/** What a person has changed here. */
export const ownChanges = computed(() => planChanges(basePlan.value?.steps ?? [], shownPlan.value?.steps ?? []));
export const isEdited = computed(() => {
  const [base, now] = [basePlan.value, shownPlan.value];
  return base !== undefined && now !== undefined && toPlanMarkdown(base) !== toPlanMarkdown(now);
});

/** The version before, where an update is reviewed. */
const versionBefore = computed(() => {
  session.value.entryCount.value;
  return review.value ? session.value.story.versions.at(-2)?.plan : undefined;
});
/** What is different from the version before, or from what is carried out. */
export const versionChanges = computed(() => {
  const before = versionBefore.value;
  return before ? planChanges(before.steps, shownPlan.value?.steps ?? []) : ownChanges.value;
});
export const versionShown = computed(() => {
  session.value.entryCount.value;
  return session.value.story.versions.at(-1)?.plan.version ?? 1;
});
export const hasVersionBefore = computed(() => versionBefore.value !== undefined);

/** Who may be named in a plan, and how many steps it may have; nothing before that is here. */
export const cast = computed(() => {
  const { entries, fullEntries, entryCount } = session.value;
  entryCount.value;
  const seq = entries.find(({ type }) => type === 'request.received')?.seq;
  const options = seq === undefined ? undefined : fieldOf(fullEntries.value.get(seq)?.data, 'options');
  const specialists = fieldOf(options, 'specialists');
  if (!Array.isArray(specialists)) return undefined;
  return {
    specialists: specialists as readonly SpecialistCard[], // as the log has them
    maxSteps: numberOf(fieldOf(options, 'limits'), 'steps') ?? Number.MAX_SAFE_INTEGER,
  };
});

/** What keeps the plan from being carried out, with the places. */
export const faults = computed((): readonly PlanFault[] => {
  const plan = shownPlan.value;
  if (!plan) return [];
  const known = cast.value;
  const names = known?.specialists.map(({ name }) => name) ?? plan.steps.flatMap(workersOf);
  const empty = plan.steps.flatMap(({ id, description }, at): PlanFault[] =>
    description.trim() === '' ? [{ text: `Step ${id} does not say what is to be done.`, place: at }] : [],
  );
  return [...empty, ...planFaults(plan, { specialists: names, maxSteps: known?.maxSteps ?? plan.steps.length })];
});

/** Whether somebody who works on a step may do more than read. */
export function mayWrite(step: PlanStep): boolean {
  const cards = cast.value?.specialists;
  return (
    cards !== undefined && workersOf(step).some((name) => cards.find((each) => each.name === name)?.readsOnly !== true)
  );
}

/** The step whose form is open. */
export const chosenStep = signal<string | undefined>(undefined);
export const planView = signal<'cards' | 'text'>('cards');
/** What stands in the middle while a plan is reviewed. */
export const stage = signal<'map' | 'plan'>('plan');

/** Takes over what somebody has changed. */
export function editPlan(plan: PlanOutline): void {
  keepPlanText(toPlanMarkdown(plan));
}

export function keepPlanText(text: string): void {
  if (place.value !== undefined) keepTyped(place.value, { plan: text });
}

/** Back to the plan as it was. */
export function discardEdits(): void {
  const at = place.value;
  chosenStep.value = undefined;
  planView.value = 'cards';
  if (at === undefined) return;
  const { plan: _, ...others } = typedAt(at).value;
  if (isEditingFreely.value) {
    forgetEdits();
    return;
  }
  forgetTyped(at);
  keepTyped(at, others);
}

/** Opens the editor for the plan of a run that is carried out, or under review. */
export function startEditing(): void {
  if (!review.value) editedRun.value = session.value.id;
  stage.value = 'plan';
  session.value.goLive();
  showDecision();
}

/** Fetches what a review needs when one begins: the plan as it is stored, and who may be named in it. */
export function startReviewing(): void {
  effect(() => {
    const at = place.value;
    const { canControl } = session.value.control.value;
    if (at === undefined) return;
    session.value.entryCount.value;
    untracked(() => void load(at, canControl));
  });
  effect(() => {
    if (place.value === undefined) return;
    chosenStep.value = undefined;
    planView.value = 'cards';
    stage.value = 'plan';
  });
}

const loading = new Set<string>();

async function load(at: string, canControl: boolean): Promise<void> {
  const asked = session.value.entries.find(({ type }) => type === 'request.received');
  if (asked) void loadEntry(asked.seq);
  if (!canControl || bases.value.has(at) || loading.has(at)) return;
  loading.add(at);
  const text = await askSession({ type: 'plan' });
  loading.delete(at);
  if (typeof text !== 'string') return;
  if (text === '') {
    notify('There is no plan to edit.', true);
    editedRun.value = undefined;
    return;
  }
  bases.value = new Map(bases.value).set(at, text);
}

/** A plan that was sent is the base of what comes next. */
export function forgetEdits(): void {
  const at = place.value;
  if (at !== undefined) {
    forgetTyped(at);
    bases.value = new Map([...bases.value].filter(([key]) => key !== at));
  }
  editedRun.value = undefined;
  chosenStep.value = undefined;
}
