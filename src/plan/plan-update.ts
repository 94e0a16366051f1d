import { withStepIds } from './condition.ts';
import type { PlanStep, PlanUpdate } from './plan.ts';

/**
 * A new version: what is finished stays as it is, with its result; the draft decides about all the rest.
 * A step that failed and is in the draft again starts afresh. Other words under the id of a finished step are other work, with an id of its own.
 */
export function mergePlan<P extends { readonly steps: readonly PlanStep[]; readonly answerFrom?: string }>(
  previous: readonly PlanStep[],
  plan: P,
): P & { steps: PlanStep[] } {
  const { steps: draft, answerFrom } = plan;
  const finished = new Map(previous.flatMap((step) => (step.status === 'completed' ? [[step.id, step]] : [])));
  const isFinished = (step: PlanStep) => {
    const was = finished.get(step.id);
    return was !== undefined && (step.status === 'completed' || words(step) === words(was));
  };
  const own = draft.filter((step) => !isFinished(step));
  const taken = new Set([...previous, ...draft].map((step) => step.id));
  const reused = new Set(own.flatMap(({ id }) => (finished.has(id) ? [id] : [])));
  const ids = new Map([...reused].map((id) => [id, freeId(id, taken)]));
  const idOf = (id: string) => ids.get(id) ?? id;
  const steps = withFinished(
    previous,
    own.map((step) => withIds(fresh(step), idOf)),
  );
  return { ...plan, steps, ...(answerFrom === undefined ? {} : { answerFrom: idOf(answerFrom) }) };
}

/** What a step says, however it is spaced. */
const words = ({ description }: PlanStep) =>
  description
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '');

/** An id like this one that nobody has; from now on it is taken. */
function freeId(id: string, taken: Set<string>): string {
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  taken.add(`${id}-${number}`);
  return `${id}-${number}`;
}

/** A step under another id, and with what it says about others under other ids. */
function withIds(step: PlanStep, idOf: (id: string) => string): PlanStep {
  const { when } = step;
  // Nobody comes after themselves: the finished one is meant.
  const needOf = (id: string) => (id === step.id ? id : idOf(id));
  return {
    ...step,
    id: idOf(step.id),
    dependencies: step.dependencies.map(needOf),
    ...(when === undefined ? {} : { when: withStepIds(when, needOf) }),
  };
}

/** A draft with what it leaves out but is finished, and what others come after: that stays in the plan with them. */
export function withFinished(previous: readonly PlanStep[], draft: readonly PlanStep[]): PlanStep[] {
  const old = new Map(previous.map((step) => [step.id, step]));
  const drafted = new Set(draft.map((step) => step.id));
  const leftOut = previous.filter((step) => step.status === 'completed' && !drafted.has(step.id));
  const keptIds = new Set(leftOut.map((step) => step.id));
  const open = [...draft, ...leftOut];
  for (let step = open.pop(); step; step = open.pop()) {
    for (const id of step.dependencies) {
      const need = old.get(id);
      if (!need || drafted.has(id) || keptIds.has(id)) continue;
      keptIds.add(id);
      open.push(need);
    }
  }
  return [...previous.filter((step) => keptIds.has(step.id)), ...draft];
}

function fresh(step: PlanStep): PlanStep {
  const { reason: _reason, resultKeys: _keys, result: _result, ...rest } = step;
  return { ...rest, status: 'pending', retryCount: 0 };
}

/** What a new version changes, one update for each step. */
export function planDiff(
  before: { strategy: string; steps: readonly PlanStep[] },
  after: { version: number; strategy: string; steps: readonly PlanStep[]; updatedAt?: string },
  timestamp = after.updatedAt ?? '',
): PlanUpdate[] {
  const updates: PlanUpdate[] = [];
  const note = (updateType: PlanUpdate['updateType'], description: string, changes: Record<string, unknown>) =>
    updates.push({ version: after.version, updateType, description, timestamp, changes });
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const now = new Map(after.steps.map((step) => [step.id, step]));
  for (const step of after.steps) {
    const was = old.get(step.id);
    if (!was) {
      note('add_step', `Added step ${step.id}: ${step.description}`, { id: step.id });
      continue;
    }
    const changed = comparedFields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(step[field]));
    if (changed.length > 0) {
      const values = Object.fromEntries(changed.map((field) => [field, { from: was[field], to: step[field] }]));
      note('modify_step', `Changed ${changed.join(', ')} of step ${step.id}`, { id: step.id, ...values });
    }
  }
  for (const step of before.steps) {
    if (!now.has(step.id)) note('remove_step', `Removed step ${step.id}: ${step.description}`, { id: step.id });
  }
  const shared = (steps: readonly PlanStep[], other: ReadonlyMap<string, PlanStep>) =>
    steps.filter((step) => other.has(step.id)).map((step) => step.id);
  const [orderBefore, orderAfter] = [shared(before.steps, now), shared(after.steps, old)];
  if (orderBefore.join() !== orderAfter.join()) {
    note('reorder_steps', 'Changed the order of the steps', { from: orderBefore, to: orderAfter });
  }
  if (before.strategy !== after.strategy) {
    note('change_strategy', 'Changed the strategy', { from: before.strategy, to: after.strategy });
  }
  return updates;
}

const comparedFields = [
  'description',
  'assignedTo',
  'alongside',
  'when',
  'format',
  'dependencies',
  'priority',
  'maxRetries',
  'estimatedMs',
] as const;

/** What a step's result depends on; the rest only says when and how often it is tried. */
const inputFields = ['description', 'assignedTo', 'alongside', 'when', 'format', 'dependencies'] as const;

/** True when two versions of a step ask for the same work. */
export function isSameWork(a: PlanStep, b: PlanStep): boolean {
  return inputFields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
