import type { PlanStep } from '../../../src/plan/plan.ts';
import { type PlanOutline, planStep } from '../../../src/plan/plan-markdown.ts';

/** A plan with other words for one of its steps. What is `undefined` is taken out. */
export function withStep(plan: PlanOutline, id: string, change: { [K in keyof PlanStep]?: PlanStep[K] | undefined }) {
  const changed = (step: PlanStep) =>
    Object.fromEntries(Object.entries({ ...step, ...change }).filter(([, value]) => value !== undefined)) as PlanStep; // none of what it needs is taken out
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? changed(step) : step)) };
}

/** A plan with one step more, under the first number that is free. */
export function withNewStep(plan: PlanOutline): { readonly plan: PlanOutline; readonly id: string } {
  const taken = new Set(plan.steps.map(({ id }) => id));
  let number = plan.steps.length + 1;
  while (taken.has(String(number))) number++;
  const id = String(number);
  return { plan: { ...plan, steps: [...plan.steps, planStep({ id, description: '' })] }, id };
}

/** A plan without a step: nobody comes after it any more. */
export function withoutStep({ answerFrom, ...plan }: PlanOutline, id: string): PlanOutline {
  const steps = plan.steps
    .filter((step) => step.id !== id)
    .map((step) => ({ ...step, dependencies: step.dependencies.filter((need) => need !== id) }));
  return { ...plan, steps, ...(answerFrom === undefined || answerFrom === id ? {} : { answerFrom }) };
}

/** A plan whose answer is the result of a step, or of none. */
export function withAnswerFrom({ answerFrom: _, ...plan }: PlanOutline, id: string | undefined): PlanOutline {
  return id === undefined ? plan : { ...plan, answerFrom: id };
}
