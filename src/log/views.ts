import { type ConversationContext, withJudgement } from '../conversation/conversation-context.ts';
import type { AskInput } from '../domain/effect-inputs.ts';
import type { FeedbackResult } from '../domain/feedback.ts';
import type { Message } from '../domain/message.ts';
import { withNotes } from '../domain/part.ts';
import { readResult } from '../domain/read-move.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { StepOutput } from '../domain/step-output.ts';
import type { ThinkingResult } from '../domain/thinking.ts';
import { TroupeError } from '../errors.ts';
import { type FailingTools, patternOf, toolFailure, type WentWrong } from '../plan/error-pattern.ts';
import type { PlanStep, TaskPlan } from '../plan/plan.ts';
import { planStep, toPlanMarkdown } from '../plan/plan-markdown.ts';
import type { AskOutput } from './effect-outputs.ts';
import type { LoggedPlan } from './entries/plan-entries.ts';
import { seqOf } from './entry.ts';
import type { EntryData } from './entry-types.ts';
import { judgedResults, stepFeedbackOf } from './judgements.ts';
import { stepAt, stepsAt } from './plan-fold.ts';
import { planProgress } from './plan-progress.ts';
import type { RunLog } from './run-log.ts';
import { placeOf } from './shared-index.ts';
import { correctionView } from './view/correction-view.ts';

/** The conversation as it stands: the request, each question that was answered with its answer, and what came while the run worked. */
export function messagesOf(log: RunLog): readonly Message[] {
  const asked = log.latest('request.received')?.data.messages ?? [];
  if (!log.latest('clarification.answered') && !log.latest('message.added')) return asked;
  const added = log.entries.flatMap(({ type, data }): Message[] => {
    if (type !== 'clarification.answered' && type !== 'message.added') return [];
    const question = type === 'message.added' ? data.answers : data.id;
    const said: Message = { role: 'user', content: data.text };
    if (question === undefined) return [said];
    const content = log.latest('clarification.requested', question)?.data.question ?? '';
    return [{ role: 'assistant', content }, said];
  });
  return [...asked, ...added];
}

/** What is known that helps with the request, as data. */
export function knowledgeOf(log: RunLog): readonly string[] {
  return log.latest('request.received')?.data.knowledge ?? [];
}

/** What the user asks for: the last message of the request, and what was asked back, answered or added since. */
export function requestOf(log: RunLog): readonly Message[] {
  const asked = log.latest('request.received')?.data.messages ?? [];
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
  const computed = analyzed && log.output('analyze', analyzed.data.effect);
  if (!computed) throw new TroupeError('bug', `Nothing was computed yet of the conversation of run ${log.run}.`);
  const judged = thoughtOf(log)?.conversation;
  // A thought from before the last analysis was about an earlier message.
  const isCurrent = (log.latest('thought.formed')?.seq ?? 0) > analyzed.seq;
  return judged && isCurrent ? withJudgement(computed, judged) : computed;
}

export function thoughtOf(log: RunLog): ThinkingResult | undefined {
  const effect = log.latest('thought.formed')?.data.effect;
  return effect === undefined ? undefined : log.output('think', effect);
}

export function feedbackOf(log: RunLog): FeedbackResult | undefined {
  const effect = log.latest('feedback.given')?.data.effect;
  return effect === undefined ? undefined : log.output('reflect', effect);
}

/** A step as it was when it last started, with the feedback on it before that. */
export function startedStep(log: RunLog, id: string): PlanStep | undefined {
  const started = log.latest('step.started', id)?.data;
  const written = log.latest('plan.updated') ?? log.latest('plan.created');
  const planned = written?.data.plan.steps[placeOf(log.plan.places, id) ?? -1];
  if (planned) return withStepFeedback(planned, stepFeedbackOf(log));
  if (!started) return undefined;
  const { description, specialist: assignedTo, format, dependencies } = started;
  const step = planStep({ id, description, assignedTo, dependencies: [...dependencies], status: 'executing' });
  return format === undefined ? step : { ...step, format };
}

function withStepFeedback(step: PlanStep, feedbackOn: (id: string) => string | undefined): PlanStep {
  const feedback = feedbackOn(step.id);
  return feedback === undefined ? step : { ...step, feedback };
}

/** The plan as it stands: its last version with what has happened to its steps since. */
export function planOf(log: RunLog): TaskPlan | undefined {
  const { version, plan, at } = log.plan;
  if (version === 0) return undefined;
  const feedbackOn = stepFeedbackOf(log);
  const steps = stepsAt(log.plan).map((step) => withText(log, step, feedbackOn));
  let content: string | undefined;
  return {
    ...plan,
    steps,
    ...planProgress(log, steps),
    // Written for those who read it: most want the steps only.
    get content() {
      content ??= toPlanMarkdown({ ...plan, steps });
      return content;
    },
    updateHistory: log.all('plan.updated').flatMap(({ data }) => data.updates),
    createdAt: log.latest('plan.created')?.at ?? at,
    updatedAt: log.entries.at(-1)?.at ?? at,
  };
}

/** A step of the plan as it stands, with the text of its result. */
export function stepOf(log: RunLog, id: string): PlanStep | undefined {
  const step = log.plan.version === 0 ? undefined : stepAt(log.plan, id);
  return step && withText(log, step, stepFeedbackOf(log));
}

function withText(log: RunLog, step: PlanStep, feedbackOn: (id: string) => string | undefined): PlanStep {
  const texts = turnsOf(log, step.resultKeys ?? []).map((turn) => turn.text);
  const result = texts.length === 0 ? {} : { result: texts.join('\n\n') };
  return withStepFeedback({ createdAt: log.plan.at, ...step, ...result }, feedbackOn);
}

/** A version of the plan as it was written. */
export function planVersion(log: RunLog, version: number): LoggedPlan | undefined {
  const plans = [...log.all('plan.created'), ...log.all('plan.updated')].map(({ data }) => data.plan);
  return plans.find((plan) => plan.version === version);
}

const turnsOf = (log: RunLog, keys: readonly string[]): AskOutput[] =>
  keys.flatMap((key) => log.output('ask', key) ?? []);

/** The results of a step as it is written here; nothing when it was never done so. */
export function resultsOfWork(log: RunLog, step: PlanStep): readonly SpecialistResult[] | undefined {
  const isSame = (data: EntryData['step.started']) =>
    data.description === step.description &&
    data.specialist === step.assignedTo &&
    data.when === step.when &&
    data.format === step.format &&
    JSON.stringify(data.alongside) === JSON.stringify(step.alongside) &&
    JSON.stringify(data.dependencies) === JSON.stringify(step.dependencies);
  const done = log.all('step.completed').findLast((entry) => {
    if (entry.data.id !== step.id || entry.parent === undefined) return false;
    const started = log.entries[seqOf(entry.parent) - 1];
    return started?.type === 'step.started' && isSame(started.data);
  });
  return done?.data.results;
}

/** The results with which a step was completed last. */
function completedResults(log: RunLog, stepId: string): readonly SpecialistResult[] | undefined {
  return log.latest('step.completed', stepId)?.data.results;
}

/** What finished steps gave, with the data of the tools they used. */
export function outputsOf(log: RunLog, ids: readonly string[]): StepOutput[] {
  return ids.flatMap((stepId) => {
    const keys = completedResults(log, stepId)?.flatMap((result) => result.resultKey ?? []) ?? [];
    const turns = turnsOf(log, keys);
    if (turns.length === 0) return [];
    const { description, specialist } = log.latest('step.started', stepId)?.data ?? { description: '', specialist: '' };
    const data = turns.flatMap((turn) => [
      ...turn.exchange.flatMap((each) => log.output('useTool', each)?.data ?? []),
      ...(turn.data === undefined ? [] : [turn.data]),
    ]);
    return [{ stepId, description, specialist, text: turns.map((turn) => turn.text).join('\n\n'), data }];
  });
}

/** The ids of all steps that were started. */
export function stepIdsOf(log: RunLog): string[] {
  return [...new Set(log.all('step.started').map(({ data }) => data.id))];
}

/** What the host has looked up itself, with the keys of the look-ups, without what went wrong. */
export function lookupsOf(log: RunLog): (StepOutput & { readonly key: string })[] {
  const found = log
    .completed('useTool', 'host')
    .flatMap(({ key, output }) => (output.isError || output.tool === readResult ? [] : [{ ...output, key }]));
  return found.map(({ tool, text, data, parts, key, arguments: asked = '' }, index) => ({
    key,
    stepId: `lookup-${index + 1}`,
    description: `${tool} ${asked}`.trim(),
    specialist: 'host',
    text: withNotes(text, parts),
    data: data === undefined ? [] : [data],
  }));
}

/** The last results of all steps of the plan, with the judgements on them since. */
export function resultsOf(log: RunLog): SpecialistResult[] {
  const steps = log.plan.version === 0 ? [] : stepsAt(log.plan);
  const ends = steps.flatMap(({ id }) => {
    const [done, failed] = [log.latest('step.completed', id), log.latest('step.failed', id)];
    return ((done?.seq ?? 0) > (failed?.seq ?? 0) ? done : failed) ?? [];
  });
  return judgedResults(log, ends);
}

/** What has gone wrong more than once at steps and with tools, and what was done about it; nothing when all is well. */
export function wentWrongIn(log: RunLog): { wentWrong?: WentWrong } {
  const { patterns, corrections } = correctionView.of(log.entries);
  const corrected = new Set(corrections.items.map(({ pattern }) => pattern));
  const often = patterns.items.filter(
    ({ pattern, kind, count }) => corrected.has(pattern) || (count > 1 && (kind === 'step' || kind === 'useTool')),
  );
  if (often.length === 0 && corrections.length === 0) return {};
  return { wentWrong: { patterns: often, corrections: corrections.items } };
}

/**
 * The tools that fail at a step again and again, with what they said last, and those that its specialist still has; nothing when none does. One whose
 * last call has worked does not.
 */
export function failingIn(
  log: RunLog,
  { failing: counted = [], stepId: step, specialist }: Pick<AskInput, 'failing' | 'stepId' | 'specialist'>,
  { tools, worked }: { readonly tools: readonly string[]; readonly worked: (tool: string) => boolean },
): { failing?: FailingTools } {
  const failing = counted.filter(({ tool }) => !worked(tool));
  if (failing.length === 0) return {};
  const { patterns } = correctionView.of(log.entries);
  const messageOf = (tool: string) => patterns.get(patternOf({ step, specialist, code: toolFailure(tool) }))?.message;
  return {
    failing: {
      tools: failing.map((each) => ({ ...each, message: messageOf(each.tool) ?? '' })),
      others: tools.filter((name) => !failing.some(({ tool }) => tool === name)),
    },
  };
}
