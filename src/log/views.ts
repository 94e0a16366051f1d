import { type ConversationContext, withJudgement } from '../conversation/conversation-context.ts';
import type { FeedbackResult } from '../domain/feedback.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import { readResult } from '../domain/read-move.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { StepOutput } from '../domain/step-output.ts';
import type { ThinkingResult } from '../domain/thinking.ts';
import type { PlanStep, PlanUpdate, TaskPlan } from '../plan/plan.ts';
import { type PlanOutline, planStep, toPlanMarkdown } from '../plan/plan-markdown.ts';
import type { Entry } from './entry.ts';
import { judgedResults, stepFeedbackOf } from './judgements.ts';
import { planProgress } from './plan-progress.ts';
import type { RunLog } from './run-log.ts';

// Every cast on `data` and on outputs in this file reads what one named writer wrote: the host's notes or an effect's performer.

/** The conversation as it stands: the request, each question that was answered with its answer, and what came while the run worked. */
export function messagesOf(log: RunLog): readonly Message[] {
  const asked = (log.latest('request.received')?.data.messages ?? []) as readonly Message[];
  if (!log.latest('clarification.answered') && !log.latest('message.added')) return asked;
  const added = log.entries.flatMap(({ type, data }): Message[] => {
    if (type !== 'clarification.answered' && type !== 'message.added') return [];
    const question = type === 'message.added' ? data.answers : data.id;
    const said: Message = { role: 'user', content: data.text as string };
    if (question === undefined) return [said];
    const { question: content } = log.latest('clarification.requested', question as string)?.data ?? {};
    return [{ role: 'assistant', content: content as string }, said];
  });
  return [...asked, ...added];
}

/** What is known that helps with the request, as data. */
export function knowledgeOf(log: RunLog): readonly string[] {
  return (log.latest('request.received')?.data.knowledge ?? []) as readonly string[];
}

/** What the user asks for: the last message of the request, and what was asked back, answered or added since. */
export function requestOf(log: RunLog): readonly Message[] {
  const asked = (log.latest('request.received')?.data.messages ?? []) as readonly Message[];
  return messagesOf(log).slice(
    Math.max(
      0,
      asked.findLastIndex((message) => message.role === 'user'),
    ),
  );
}

/** What was computed of the conversation, with what the thought says of it where there is one. */
export function contextOf(log: RunLog): ConversationContext {
  const analyzed = log.latest('context.analyzed');
  const computed = log.output(analyzed?.data.effect as string) as ConversationContext;
  const judged = thoughtOf(log)?.conversation;
  // A thought from before the last analysis was about an earlier message.
  const isCurrent = (log.latest('thought.formed')?.seq ?? 0) > (analyzed?.seq ?? 0);
  return judged && isCurrent ? withJudgement(computed, judged) : computed;
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

/** A step as it was when it last started, with what was said of it before. */
export function startedStep(log: RunLog, id: string): PlanStep | undefined {
  const started = log.latest('step.started', id)?.data as
    | { description: string; specialist: string; format?: string; dependencies: string[] }
    | undefined;
  const planned = (planEntry(log)?.data.plan as PlanOutline | undefined)?.steps.find((step) => step.id === id);
  if (planned) return withStepFeedback(planned, stepFeedbackOf(log));
  if (!started) return undefined;
  const { description, specialist: assignedTo, format, dependencies } = started;
  const step = planStep({ id, description, assignedTo, dependencies, status: 'executing' });
  return format === undefined ? step : { ...step, format };
}

function withStepFeedback(step: PlanStep, feedbackOn: (id: string) => string | undefined): PlanStep {
  const feedback = feedbackOn(step.id);
  return feedback === undefined ? step : { ...step, feedback };
}

/** The plan as it stands: its last version with what has happened to its steps since. */
export function planOf(log: RunLog): TaskPlan | undefined {
  const entry = planEntry(log);
  if (!entry) return undefined;
  const planned = entry.data.plan as PlanOutline & { version: number };
  const steps = new Map(planned.steps.map((step) => [step.id, step]));
  for (const { type, data, at } of log.entries.slice(entry.seq)) {
    const step = steps.get(data.id as string);
    const change = step && stepChange(type, data);
    if (!change) continue;
    // What starts again leaves behind why it failed before.
    const { reason: _reason, ...again } = step;
    steps.set(step.id, { ...(type === 'step.started' ? again : step), ...change, updatedAt: at });
  }
  const feedbackOn = stepFeedbackOf(log);
  const current = [...steps.values()].map((step) => {
    const result = stepText(log, step.resultKeys ?? []);
    return withStepFeedback({ createdAt: entry.at, ...step, ...(result === undefined ? {} : { result }) }, feedbackOn);
  });
  const updates = log.entries.flatMap((each) =>
    each.type === 'plan.updated' ? (each.data.updates as PlanUpdate[]) : [],
  );
  return {
    ...planned,
    steps: current,
    ...planProgress(log, current),
    content: toPlanMarkdown({ ...planned, steps: current }),
    updateHistory: updates,
    createdAt: log.latest('plan.created')?.at ?? entry.at,
    updatedAt: log.entries.at(-1)?.at ?? entry.at,
  };
}

/** A version of the plan as it was written. */
export function planVersion(log: RunLog, version: number): PlanOutline | undefined {
  const isVersion = (entry: Entry) =>
    (entry.type === 'plan.created' || entry.type === 'plan.updated') &&
    (entry.data.plan as { version: number }).version === version;
  return log.entries.find(isVersion)?.data.plan as PlanOutline | undefined;
}

function stepChange(type: Entry['type'], data: Entry['data']): Partial<PlanStep> | undefined {
  switch (type) {
    case 'step.started':
      return { status: 'executing' };
    case 'step.blocked':
    case 'step.skipped':
      return { status: type === 'step.blocked' ? 'blocked' : 'skipped', reason: data.reason as string };
    case 'step.completed':
    case 'step.failed': {
      const results = data.results as readonly SpecialistResult[];
      return {
        status: type === 'step.completed' ? 'completed' : 'failed',
        ...(results.length === 0
          ? {}
          : {
              actualMs: Math.max(...results.map((result) => result.durationMs)),
              retryCount: Math.max(...results.map((result) => result.retryCount)),
              resultKeys: results.flatMap((result) => result.resultKey ?? []),
            }),
        ...(data.reason === undefined ? {} : { reason: data.reason as string }),
      };
    }
    default:
      return undefined;
  }
}

/** What one turn of a specialist left in the log. */
interface Turn {
  readonly text: string;
  readonly data?: JsonValue;
  readonly exchange: readonly string[];
}

const turnsOf = (log: RunLog, keys: readonly string[]): Turn[] =>
  keys.flatMap((key) => (log.output(key) as Turn | undefined) ?? []);

function stepText(log: RunLog, keys: readonly string[]): string | undefined {
  const texts = turnsOf(log, keys).map((turn) => turn.text);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** The results of a step as it is written here; nothing when it was never done so. */
export function resultsOfWork(log: RunLog, step: PlanStep): readonly SpecialistResult[] | undefined {
  const isSame = (data: Entry['data']) =>
    data.description === step.description &&
    data.specialist === step.assignedTo &&
    data.when === step.when &&
    data.format === step.format &&
    JSON.stringify(data.alongside) === JSON.stringify(step.alongside) &&
    JSON.stringify(data.dependencies) === JSON.stringify(step.dependencies);
  const done = log.entries.findLast((entry) => {
    if (entry.type !== 'step.completed' || entry.data.id !== step.id || entry.parent === undefined) return false;
    const started = log.entries[Number(entry.parent.slice(entry.parent.lastIndexOf(':') + 1)) - 1];
    return started !== undefined && isSame(started.data);
  });
  return done?.data.results as readonly SpecialistResult[] | undefined;
}

/** The results with which a step was completed last. */
export function completedResults(log: RunLog, stepId: string): readonly SpecialistResult[] | undefined {
  return log.latest('step.completed', stepId)?.data.results as readonly SpecialistResult[] | undefined;
}

/** What finished steps gave, with the data of the tools they used. */
export function outputsOf(log: RunLog, ids: readonly string[]): StepOutput[] {
  return ids.flatMap((stepId) => {
    const keys = completedResults(log, stepId)?.flatMap((result) => result.resultKey ?? []) ?? [];
    const turns = turnsOf(log, keys);
    if (turns.length === 0) return [];
    const { description = '', specialist = '' } = (log.latest('step.started', stepId)?.data ?? {}) as Record<
      string,
      string
    >;
    const data = turns.flatMap((turn) => [
      ...turn.exchange.flatMap((each) => (log.output(each) as { data?: JsonValue } | undefined)?.data ?? []),
      ...(turn.data === undefined ? [] : [turn.data]),
    ]);
    return [{ stepId, description, specialist, text: turns.map((turn) => turn.text).join('\n\n'), data }];
  });
}

/** The ids of all steps that were started. */
export function stepIdsOf(log: RunLog): string[] {
  return [...new Set(log.entries.flatMap(({ type, data }) => (type === 'step.started' ? [data.id as string] : [])))];
}

/** What the host has looked up itself, with the keys of the look-ups, without what went wrong. */
export function lookupsOf(log: RunLog): (StepOutput & { readonly key: string })[] {
  const found = log.completed('useTool', 'host').flatMap(({ data }) => {
    const output = data.output as {
      tool: string;
      text: string;
      data?: JsonValue;
      isError: boolean;
      arguments?: string;
    };
    return output.isError || output.tool === readResult ? [] : [{ ...output, key: data.key as string }];
  });
  return found.map(({ tool, text, data, key, arguments: asked = '' }, index) => ({
    key,
    stepId: `lookup-${index + 1}`,
    description: `${tool} ${asked}`.trim(),
    specialist: 'host',
    text,
    data: data === undefined ? [] : [data],
  }));
}

/** The last results of all steps of the plan, with what was said of them since. */
export function resultsOf(log: RunLog): SpecialistResult[] {
  const ends = (planOf(log)?.steps ?? []).flatMap(({ id }) => {
    const [done, failed] = [log.latest('step.completed', id), log.latest('step.failed', id)];
    return ((done?.seq ?? 0) > (failed?.seq ?? 0) ? done : failed) ?? [];
  });
  return judgedResults(log, ends);
}
