import type { PlanStep } from '../domain/plan.ts';
import { isStepLine, parsePlanMarkdown } from '../domain/plan-markdown.ts';
import { TroupeError } from '../errors.ts';
import { contextOf, feedbackOf, outputsOf, planOf, thoughtOf } from '../log/views.ts';
import { callModel, cardsOf, type Performer, resourcesOf, textOf } from './performer.ts';

interface Input {
  readonly isUpdate: boolean;
  readonly remark?: string;
  readonly refused?: { readonly key: string; readonly problems: readonly string[] };
}

/** Drafts a plan as Markdown. */
export const draft: Performer<Input> = async ({ isUpdate, remark, refused }, performance) => {
  const { cast, log } = performance;
  const [thought, plan, feedback] = [thoughtOf(log), planOf(log), feedbackOf(log)];
  // A message that came after the last judgement is the reason to plan, not what was said before it.
  const isAnswered = feedback && (log.latest('feedback.given')?.seq ?? 0) > (log.latest('message.added')?.seq ?? 0);
  if (!thought) throw new TroupeError('bug', 'There is no thought to plan from.');
  const topic = {
    purpose: 'plan',
    context: contextOf(log),
    thought,
    specialists: cardsOf(cast.specialists),
    resources: await resourcesOf(cast.specialists, performance.signal),
    maxSteps: cast.options.limits.steps,
    ...(cast.planTemplate === undefined ? {} : { template: cast.planTemplate }),
    ...(isUpdate && plan
      ? {
          previous: {
            plan,
            outputs: outputsOf(
              log,
              plan.steps.map((step) => step.id),
            ),
            ...(isAnswered ? { feedback } : {}),
          },
        }
      : {}),
    ...(refused ? { refused: { draft: String(log.output(refused.key)), problems: refused.problems } } : {}),
    ...(remark !== undefined && plan ? { review: { plan: plan.content, remark } } : {}),
  } as const;
  const tellsSteps = !isUpdate && !cast.options.reviewPlan;
  const response = await callModel(performance, topic, tellsSteps ? { onText: stepReader(performance.progress) } : {});
  return { output: textOf(response), usage: response.usage };
};

/** Reads a plan while it arrives and tells each step when the next one has begun: only then is it whole. */
export function stepReader(tell: (step: PlanStep) => void): (text: string) => void {
  let line = '';
  let step: string[] = [];
  const take = (whole: string) => {
    const isStart = isStepLine(whole);
    if (!isStart && step.length === 0) return;
    if (isStart) {
      for (const told of parsePlanMarkdown(step.join('\n')).steps) tell(told);
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
