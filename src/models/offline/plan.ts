import type { Brief } from '../../domain/brief.ts';
import type { PlanStep } from '../../domain/plan.ts';
import { toPlanMarkdown } from '../../domain/plan-markdown.ts';
import { toPlainLine, toPlainText } from '../../tools/plain-text.ts';
import { interpret, type Reading } from './interpret.ts';
import type { Language } from './language.ts';
import { stepsWithFlaws } from './reflect.ts';
import { isWork, toSteps } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { readRequest } from './think.ts';

type PlanBrief = Extract<Brief, { purpose: 'plan' }>;

/** Plans: one step a clause. What a reviewer adds, or a message in the middle of the work, is read like the request; what failed is planned again under a new id. */
export function plan(brief: PlanBrief, around: Surroundings): string {
  const request = readRequest(brief.messages, around);
  const en = request.language === 'en';
  const added = brief.review === undefined ? [] : interpret(brief.review.remark, around).filter(isWork);
  const all = planned(brief, around, [...request.readings, ...added], request.language);
  const steps = fitted(all, brief.maxSteps);
  const first = steps.filter((step) => step.dependencies.length === 0).length;
  const later = steps.length - first;
  const strategy = [
    en
      ? `Offline rules: ${first} ${first === 1 ? 'step' : 'steps'} at once${later > 0 ? `, then ${later}` : ''}.`
      : `离线规则：先并行 ${first} 步${later > 0 ? `，再 ${later} 步` : ''}。`,
  ];
  if (steps.length < all.length)
    strategy.push(
      en
        ? `Only ${steps.length} of ${all.length} steps are allowed.`
        : `只允许 ${all.length} 步中的 ${steps.length} 步。`,
    );
  if (brief.review !== undefined && added.length === 0)
    strategy.push(en ? 'The remark asks for nothing that the rules can add.' : '意见中没有规则可以添加的内容。');
  return toPlanMarkdown({ title: toPlainLine(request.text, 80), strategy: strategy.join('\n'), steps });
}

function planned(
  { previous, messages }: PlanBrief,
  around: Surroundings,
  readings: readonly Reading[],
  language: Language,
): readonly PlanStep[] {
  if (!previous) return toSteps(readings, language);
  if (previous.feedback) return again(previous);
  const asked = messages.findLast((message) => message.role === 'user')?.content ?? '';
  return extended(previous.plan.steps, toSteps(interpret(toPlainText(asked), around).filter(isWork), language));
}

/** The plan with more steps, under ids of their own. A report that is not written yet tells of them too. */
function extended(steps: readonly PlanStep[], more: readonly PlanStep[]): PlanStep[] {
  const last = Math.max(0, ...steps.map((step) => Number.parseInt(step.id, 10) || 0));
  const idOf = new Map(more.map((step, index) => [step.id, String(last + index + 1)]));
  const renamed = more.map((step) => ({
    ...step,
    id: idOf.get(step.id) ?? step.id,
    dependencies: step.dependencies.map((id) => idOf.get(id) ?? id),
  }));
  const news = renamed.map((step) => step.id);
  const isOpenReport = (step: PlanStep) => step.assignedTo === 'writer' && step.status === 'pending';
  return [
    ...steps.map((step) => (isOpenReport(step) ? { ...step, dependencies: [...step.dependencies, ...news] } : step)),
    ...renamed,
  ];
}

/** The first steps that fit; a report is kept, since it tells of whatever was done. */
function fitted(steps: readonly PlanStep[], maxSteps: number): PlanStep[] {
  if (steps.length <= maxSteps) return [...steps];
  const reports = steps.filter((step) => step.assignedTo === 'writer').slice(-1);
  const others = steps.filter((step) => step.assignedTo !== 'writer').slice(0, Math.max(1, maxSteps - reports.length));
  const kept = [...others, ...reports].slice(0, Math.max(1, maxSteps));
  const ids = new Set(kept.map((step) => step.id));
  return kept.map((step) => ({ ...step, dependencies: step.dependencies.filter((id) => ids.has(id)) }));
}

/** The plan with new steps in place of those that went wrong and of all that rest on them. */
function again({ plan, outputs }: NonNullable<PlanBrief['previous']>): PlanStep[] {
  const wrong = new Set(stepsWithFlaws(outputs));
  for (const step of plan.steps) if (step.status !== 'completed') wrong.add(step.id);
  for (let size = -1; size !== wrong.size; ) {
    size = wrong.size;
    for (const step of plan.steps) if (step.dependencies.some((id) => wrong.has(id))) wrong.add(step.id);
  }
  const renamed = (id: string) => (wrong.has(id) ? `${id}-again` : id);
  return plan.steps.map((step) => {
    const dependencies = step.dependencies.map(renamed);
    if (!wrong.has(step.id)) return { ...step, dependencies };
    const { id, description, assignedTo, priority, maxRetries } = step;
    return {
      id: renamed(id),
      description,
      assignedTo,
      priority,
      maxRetries,
      dependencies,
      status: 'pending',
      retryCount: 0,
    };
  });
}
