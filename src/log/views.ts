import type { StepOutput } from '../domain/brief.ts';
import type { ConversationContext } from '../domain/conversation-context.ts';
import type { FeedbackResult } from '../domain/feedback.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import type { PlanStep, PlanUpdate, TaskPlan } from '../domain/plan.ts';
import { type PlanOutline, toPlanMarkdown } from '../domain/plan-markdown.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { ThinkingResult } from '../domain/thinking.ts';
import type { Entry } from './entry.ts';
import type { RunLog } from './run-log.ts';

// Every cast on `data` and on outputs in this file reads what one named writer wrote: the host's notes or an effect's performer.

/** The conversation as it stands: the request, and each question that was answered with its answer. */
export function messagesOf(log: RunLog): readonly Message[] {
  const asked = (log.latest('request.received')?.data.messages ?? []) as readonly Message[];
  if (!log.latest('clarification.answered')) return asked;
  const added: Message[] = [];
  for (const entry of log.entries) {
    if (entry.type !== 'clarification.answered') continue;
    const question = log.latest('clarification.requested', entry.data.id as string)?.data.question as string;
    added.push({ role: 'assistant', content: question }, { role: 'user', content: entry.data.text as string });
  }
  return [...asked, ...added];
}

export function contextOf(log: RunLog): ConversationContext {
  return log.output(log.latest('context.analyzed')?.data.effect as string) as ConversationContext;
}

export function thoughtOf(log: RunLog): ThinkingResult | undefined {
  const effect = log.latest('thought.formed')?.data.effect;
  return effect === undefined ? undefined : (log.output(effect as string) as ThinkingResult);
}

export function feedbackOf(log: RunLog): FeedbackResult | undefined {
  const effect = log.latest('feedback.given')?.data.effect;
  return effect === undefined ? undefined : (log.output(effect as string) as FeedbackResult);
}

function planEntry(log: RunLog): Entry | undefined {
  const [created, updated] = [log.latest('plan.created'), log.latest('plan.updated')];
  return created && updated ? (created.seq > updated.seq ? created : updated) : (updated ?? created);
}

/** One step of the plan as it was planned. */
export function plannedStep(log: RunLog, id: string): PlanStep | undefined {
  const plan = planEntry(log)?.data.plan as PlanOutline | undefined;
  return plan?.steps.find((step) => step.id === id);
}

/** The plan as it stands: its last version with what has happened to its steps since. */
export function planOf(log: RunLog): TaskPlan | undefined {
  const entry = planEntry(log);
  if (!entry) return undefined;
  const planned = entry.data.plan as PlanOutline & { version: number };
  const steps = new Map(planned.steps.map((step) => [step.id, step]));
  for (const { type, data, at } of log.entries.slice(entry.seq)) {
    const step = steps.get(data.id as string);
    if (!step) continue;
    // What starts again leaves behind why it failed before.
    const { reason: _reason, ...again } = step;
    steps.set(step.id, { ...(type === 'step.started' ? again : step), ...stepChange(type, data), updatedAt: at });
  }
  const current = [...steps.values()].map((step) => {
    const result = step.resultKey === undefined ? undefined : stepText(log, step.resultKey);
    return { createdAt: entry.at, ...step, ...(result === undefined ? {} : { result }) };
  });
  const updates = log.entries.flatMap((each) =>
    each.type === 'plan.updated' ? (each.data.updates as PlanUpdate[]) : [],
  );
  return {
    ...planned,
    steps: current,
    content: toPlanMarkdown({ ...planned, steps: current }),
    updateHistory: updates,
    createdAt: log.latest('plan.created')?.at ?? entry.at,
    updatedAt: log.entries.at(-1)?.at ?? entry.at,
  };
}

function stepChange(type: Entry['type'], data: Entry['data']): Partial<PlanStep> {
  switch (type) {
    case 'step.started':
      return { status: 'executing' };
    case 'step.blocked':
      return { status: 'blocked', reason: data.reason as string };
    case 'step.completed':
    case 'step.failed': {
      const result = data.result as SpecialistResult;
      return {
        status: type === 'step.completed' ? 'completed' : 'failed',
        actualMs: result.durationMs,
        retryCount: result.retryCount,
        ...(result.resultKey === undefined ? {} : { resultKey: result.resultKey }),
        ...(result.error === undefined ? {} : { reason: result.error }),
      };
    }
    default:
      return {};
  }
}

/** What one turn of a specialist left in the log. */
interface Turn {
  readonly text: string;
  readonly data?: JsonValue;
  readonly exchange: readonly string[];
}

function stepText(log: RunLog, key: string): string | undefined {
  return (log.output(key) as Turn | undefined)?.text;
}

/** What finished steps gave, with the data of the tools they used. */
export function outputsOf(log: RunLog, ids: readonly string[]): StepOutput[] {
  return ids.flatMap((stepId) => {
    const done = log.latest('step.completed', stepId);
    const key = (done?.data.result as SpecialistResult | undefined)?.resultKey;
    const turn = key === undefined ? undefined : (log.output(key) as Turn | undefined);
    if (!done || !turn) return [];
    const { description = '', specialist = '' } = (log.latest('step.started', stepId)?.data ?? {}) as Record<
      string,
      string
    >;
    const used = turn.exchange.flatMap((each) => (log.output(each) as { data?: JsonValue } | undefined)?.data ?? []);
    return [
      { stepId, description, specialist, text: turn.text, data: turn.data === undefined ? used : [...used, turn.data] },
    ];
  });
}

/** The last results that were collected. */
export function resultsOf(log: RunLog): SpecialistResult[] {
  const steps = planOf(log)?.steps ?? [];
  return steps.flatMap((step) => {
    const [done, failed] = [log.latest('step.completed', step.id), log.latest('step.failed', step.id)];
    const last = (done?.seq ?? 0) > (failed?.seq ?? 0) ? done : failed;
    return last ? [last.data.result as SpecialistResult] : [];
  });
}
