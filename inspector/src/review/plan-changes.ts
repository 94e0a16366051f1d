import type { PlanStep } from '../../../src/plan/plan.ts';

/** What is different about a step: it is new, is gone, or says something else. */
export type StepChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly what: readonly string[]; readonly was: PlanStep };

const compared: readonly (readonly [word: string, of: (step: PlanStep) => unknown])[] = [
  ['task', ({ description }) => description],
  ['specialist', ({ assignedTo, alongside = [] }) => [assignedTo, ...alongside].join()],
  ['order', ({ dependencies }) => dependencies.toSorted().join()],
  ['condition', ({ when = '' }) => when],
  ['format', ({ format = '' }) => format],
  ['retries', ({ maxRetries }) => maxRetries],
  ['priority', ({ priority }) => priority],
  ['estimate', ({ estimatedMs }) => estimatedMs],
];

/** How the steps of a plan differ from those before, by their ids, and those that are gone. */
export function planChanges(
  before: readonly PlanStep[],
  now: readonly PlanStep[],
): { readonly changes: ReadonlyMap<string, StepChange>; readonly gone: readonly PlanStep[] } {
  const old = new Map(before.map((step) => [step.id, step]));
  const changes = new Map<string, StepChange>();
  for (const step of now) {
    const was = old.get(step.id);
    old.delete(step.id);
    if (!was) changes.set(step.id, { kind: 'new' });
    else {
      const what = compared.flatMap(([word, of]) => (of(was) === of(step) ? [] : [word]));
      if (what.length > 0) changes.set(step.id, { kind: 'changed', what, was });
    }
  }
  const gone = [...old.values()];
  for (const { id } of gone) changes.set(id, { kind: 'gone' });
  return { changes, gone };
}

/** The same in a line: `2 steps new, step 3 changed`. */
export function changesInWords(changes: ReadonlyMap<string, StepChange>): string {
  const said = (kind: StepChange['kind']) => {
    const ids = [...changes].flatMap(([id, change]) => (change.kind === kind ? [id] : []));
    const which = ids.length > 4 ? `${ids.length} steps` : `${ids.length === 1 ? 'step' : 'steps'} ${ids.join(', ')}`;
    return ids.length === 0 ? [] : [`${which} ${kind}`];
  };
  return [...said('new'), ...said('changed'), ...said('gone')].join(', ');
}
