import type { NotDone } from '../domain/thinking.ts';
import { TroupeError } from '../errors.ts';
import { feedbackOf, messagesOf, outputsOf, planOf, thoughtOf } from '../log/views.ts';
import { callModel, type Performer, textOf } from './performer.ts';

interface Input {
  readonly notDone: readonly NotDone[];
  readonly limit: string | undefined;
}

/** Writes the final answer from the results, streamed. */
export const finalize: Performer<Input> = async ({ notDone, limit }, performance) => {
  const { cast, log } = performance;
  const [thought, plan, feedback] = [thoughtOf(log), planOf(log), feedbackOf(log)];
  if (!thought) throw new TroupeError('bug', 'There is no thought to answer from.');
  const brief = {
    purpose: 'finalize',
    messages: messagesOf(log),
    thought,
    ...(plan ? { plan } : {}),
    outputs: outputsOf(log, plan?.steps.map((step) => step.id) ?? []),
    ...(feedback ? { feedback } : {}),
    notDone,
    ...(limit === undefined ? {} : { limit }),
  } as const;
  const response = await callModel(performance, cast.model, brief, { streams: true });
  return { output: textOf(response), usage: response.usage };
};
