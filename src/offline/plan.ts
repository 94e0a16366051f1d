import type { ToolCall } from '../domain/message.ts';
import { lastUserText } from '../domain/message.ts';
import type { NotDone } from '../domain/thinking.ts';
import type { PlanStep } from '../plan/plan.ts';
import { type PlanOutline, toPlanMarkdown } from '../plan/plan-markdown.ts';
import type { Brief } from '../prompts/brief.ts';
import type { Language } from '../text/language-of.ts';
import { toPlainLine, toPlainText } from '../tools/plain-text.ts';
import { type Request, readRequest } from './read-request.ts';
import { interpret } from './reading/interpret.ts';
import type { Reading } from './reading/meaning.ts';
import { move } from './reply.ts';
import { isWork, toSteps } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

type PlanBrief = Extract<Brief, { purpose: 'plan' }>;

/** The plan of a request as the host's move: one step a clause. */
export function planMove(request: Request, thought: string, notDone: readonly NotDone[]): ToolCall {
  const { title, strategy, steps } = toOutline(request, toSteps(request.readings, request.language));
  const written = steps.map(({ id, description, assignedTo, dependencies }) => ({
    id,
    task: description,
    specialist: assignedTo,
    after: dependencies,
  }));
  return move('plan', { thought, title, strategy, steps: written, not_done: notDone });
}

/**
 * Plans by a call of its own: where plans are handed over, and where the first one was too long, was sent back or has to change. What a reviewer adds,
 * or a message in the middle of the work, is read like the request.
 */
export function plan(brief: PlanBrief, around: Surroundings): string {
  const request = readRequest(brief.messages, around);
  const en = request.language === 'en';
  const added = brief.review === undefined ? [] : interpret(brief.review.remark, around).filter(isWork);
  const all = planned(brief, around, [...request.readings, ...added], request.language);
  const steps = fitted(all, brief.maxSteps);
  const remarks: string[] = [];
  if (steps.length < all.length)
    remarks.push(
      en
        ? `Only ${steps.length} of ${all.length} steps are allowed.`
        : `只允许 ${all.length} 步中的 ${steps.length} 步。`,
    );
  if (brief.review !== undefined && added.length === 0)
    remarks.push(en ? 'The remark asks for nothing that the rules can add.' : '意见中没有规则可以添加的内容。');
  return toPlanMarkdown(toOutline(request, steps, remarks));
}

function toOutline(
  { text, language }: Request,
  steps: readonly PlanStep[],
  remarks: readonly string[] = [],
): PlanOutline {
  const first = steps.filter((step) => step.dependencies.length === 0).length;
  const later = steps.length - first;
  const order =
    language === 'en'
      ? `Offline rules: ${first} ${first === 1 ? 'step' : 'steps'} at once${later > 0 ? `, then ${later}` : ''}.`
      : `离线规则：先并行 ${first} 步${later > 0 ? `，再 ${later} 步` : ''}。`;
  return { title: toPlainLine(text, 80), strategy: [order, ...remarks].join('\n'), steps };
}

function planned(
  { previous, messages }: PlanBrief,
  around: Surroundings,
  readings: readonly Reading[],
  language: Language,
): readonly PlanStep[] {
  if (!previous) return toSteps(readings, language);
  // What went wrong starts afresh when the plan stands as it is.
  if (previous.feedback) return previous.plan.steps;
  const asked = lastUserText(messages) ?? '';
  return extended(previous.plan.steps, toSteps(interpret(toPlainText(asked), around).filter(isWork), language));
}

/** The plan with more steps, under ids of their own. A report that is not written yet covers them too. */
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

/** The first steps that fit; a report is kept, since it covers whatever was done. */
function fitted(steps: readonly PlanStep[], maxSteps: number): PlanStep[] {
  if (steps.length <= maxSteps) return [...steps];
  const reports = steps.filter((step) => step.assignedTo === 'writer').slice(-1);
  const others = steps.filter((step) => step.assignedTo !== 'writer').slice(0, Math.max(1, maxSteps - reports.length));
  const kept = [...others, ...reports].slice(0, Math.max(1, maxSteps));
  const ids = new Set(kept.map((step) => step.id));
  return kept.map((step) => ({ ...step, dependencies: step.dependencies.filter((id) => ids.has(id)) }));
}
