import { argumentsOf } from '../../domain/read-move.ts';
import { TroupeError } from '../../errors.ts';
import type { Completion } from '../../log/entries/effect-entries.ts';
import { contextOf, feedbackOf, lookupsOf, outputsOf, planOf, thoughtOf, wentWrongIn } from '../../log/views.ts';
import { nameSteps } from '../../plan/known-names.ts';
import type { PlanStep } from '../../plan/plan.ts';
import { isStepLine, parsePlanMarkdown, toPlanMarkdown } from '../../plan/plan-markdown.ts';
import { planStepReader } from '../../plan/plan-step-reader.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { movesIn } from '../../prompts/moves.ts';
import { callModel, cardsOf, resourcesOf, textOf, withTools } from './call-model.ts';
import { languageOf } from './conversation/conversation-of.ts';
import type { Performer } from './performer.ts';

/** Drafts a plan as Markdown. */
export const draft: Performer<'draft'> = async ({ isUpdate, remark, refused }, performance) => {
  const { cast, log } = performance;
  const [thought, current, feedback] = [thoughtOf(log), planOf(log), feedbackOf(log)];
  // A message that came after the last judgement is the reason to plan, not what was said before it.
  const isAnswered = feedback && (log.latest('feedback.given')?.seq ?? 0) > (log.latest('message.added')?.seq ?? 0);
  if (!thought) throw new TroupeError('bug', 'There is no thought to plan from.');
  const cards = cardsOf(cast.specialists);
  const topic = {
    purpose: 'plan',
    context: contextOf(log),
    thought,
    specialists: withTools(cards, cast),
    lookups: lookupsOf(log),
    resources: await resourcesOf(cast.specialists, performance),
    maxSteps: cast.options.limits.steps,
    ...(cast.planTemplate === undefined ? {} : { template: cast.planTemplate }),
    ...(isUpdate && current
      ? {
          previous: {
            plan: current,
            outputs: outputsOf(
              log,
              current.steps.map((step) => step.id),
            ),
            ...(isAnswered ? { feedback } : {}),
            ...wentWrongIn(log),
          },
        }
      : {}),
    ...(refused ? { refused: { draft: draftedIn(log.completion(refused.key)), problems: refused.problems } } : {}),
    ...(remark !== undefined && current ? { review: { plan: current.content, remark } } : {}),
  } as const;
  const streamsSteps = !isUpdate && !cast.options.reviewPlan;
  const { progress } = performance;
  const readArguments = planStepReader(progress, cards);
  const naming = nameSteps(cards);
  // Whoever has a form of their own for plans gets it as text; everyone else is asked for the move.
  const isText = cast.planTemplate !== undefined || cast.prompts.plan !== undefined;
  const plan = movesIn(languageOf(log)).plan(cards.map(({ name }) => name));
  const response = await callModel(performance, topic, {
    ...(isText ? {} : { tools: [plan], toolChoice: { name: 'plan' } }),
    ...(streamsSteps
      ? { onText: stepReader((step) => progress(naming.take(step))), onCallDelta: ({ text }) => readArguments(text) }
      : {}),
  });
  const [call] = response.toolCalls;
  const output = call ? toPlanMarkdown(readPlan(argumentsOf(call), cards)) : textOf(response);
  return { output, usage: response.usage };
};

/** The plan in what a call left in the log: the whole of it, or what it wrote beside its move. */
const draftedIn = (done: Completion | undefined): string => {
  if (done?.kind === 'draft') return done.output;
  return done?.kind === 'think' || done?.kind === 'reflect' ? (done.output.plan ?? '') : '';
};

/** Reads a plan while it arrives and passes each step on when the next one has begun: only then is it whole. */
export function stepReader(onStep: (step: PlanStep) => void): (text: string) => void {
  let line = '';
  let step: string[] = [];
  const take = (whole: string) => {
    const isStart = isStepLine(whole);
    if (!isStart && step.length === 0) return;
    if (isStart) {
      for (const whole of parsePlanMarkdown(step.join('\n')).steps) onStep(whole);
      step = [];
    }
    step.push(whole);
  };
  return (piece) => {
    line += piece;
    if (!piece.includes('\n')) return;
    const lines = line.split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) take(whole);
  };
}
