import { TroupeError } from '../errors.ts';
import { contextOf, feedbackOf, messagesOf, outputsOf, planOf, thoughtOf } from '../log/views.ts';
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
  if (!thought) throw new TroupeError('bug', 'There is no thought to plan from.');
  const brief = {
    purpose: 'plan',
    messages: messagesOf(log),
    context: contextOf(log),
    thought,
    specialists: cardsOf(cast.specialists),
    resources: await resourcesOf(cast.specialists, performance.signal),
    maxSteps: cast.options.limits.steps,
    ...(isUpdate && plan && feedback
      ? {
          previous: {
            plan,
            outputs: outputsOf(
              log,
              plan.steps.map((step) => step.id),
            ),
            feedback,
          },
        }
      : {}),
    ...(refused ? { refused: { draft: String(log.output(refused.key)), problems: refused.problems } } : {}),
    ...(remark !== undefined && plan ? { review: { plan: plan.content, remark } } : {}),
  } as const;
  const response = await callModel(performance, cast.model, brief);
  return { output: textOf(response), usage: response.usage };
};
