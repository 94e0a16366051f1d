import { plainAnswer } from '../domain/plain-answer.ts';
import type { NotDone } from '../domain/thinking.ts';
import { contextOf, feedbackOf, messagesOf, outputsOf, planOf, thoughtOf } from '../log/views.ts';
import { callModel, LimitError, type Performer, textOf } from './performer.ts';

interface Input {
  readonly notDone: readonly NotDone[];
  readonly limit: string | undefined;
  readonly isPlain: boolean;
}

/** Writes the final answer from the results, streamed. Where no call can be made any more, they are put together as they are. */
export const finalize: Performer<Input> = async ({ notDone, limit, isPlain }, performance) => {
  const { cast, log } = performance;
  const [thought, plan, feedback] = [thoughtOf(log), planOf(log), feedbackOf(log)];
  const outputs = outputsOf(log, plan?.steps.map((step) => step.id) ?? []);
  const plain = () => ({
    output: plainAnswer({ outputs, notDone, limit, language: contextOf(log)?.language ?? 'en' }),
  });
  if (isPlain || !thought) return plain();
  const brief = {
    purpose: 'finalize',
    messages: messagesOf(log),
    thought,
    ...(plan ? { plan } : {}),
    outputs,
    ...(feedback ? { feedback } : {}),
    notDone,
    ...(limit === undefined ? {} : { limit }),
  } as const;
  try {
    const response = await callModel(performance, cast.model, brief, { streams: true });
    return { output: textOf(response), usage: response.usage };
  } catch (error) {
    if (error instanceof LimitError) return plain();
    throw error;
  }
};
