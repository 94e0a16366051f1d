import { conversationLanguage } from '../domain/language-of.ts';
import { plainAnswer } from '../domain/plain-answer.ts';
import type { NotDone } from '../domain/thinking.ts';
import { feedbackOf, messagesOf, outputsOf, planOf, thoughtOf } from '../log/views.ts';
import { LimitError } from './bill.ts';
import { callModel, type Performer, textOf } from './performer.ts';

interface Input {
  readonly notDone: readonly NotDone[];
  readonly limit: string | undefined;
  readonly unanswered: string | undefined;
  readonly isPlain: boolean;
}

/** Writes the final answer from the results, streamed. Where no call can be made any more, they are put together as they are. */
export const finalize: Performer<Input> = async ({ notDone, limit, unanswered, isPlain }, performance) => {
  const { log, speech } = performance;
  const [thought, plan, feedback] = [thoughtOf(log), planOf(log), feedbackOf(log)];
  const outputs = outputsOf(log, plan?.steps.map((step) => step.id) ?? []);
  // To a question that nobody answered the thought may hold the best reading.
  const reading = unanswered === undefined ? undefined : thought?.answer;
  const plain = () => ({
    output: plainAnswer({ reading, outputs, notDone, limit, language: conversationLanguage(messagesOf(log)) }),
  });
  if (isPlain || !thought) return plain();
  const topic = {
    purpose: 'finalize',
    thought,
    ...(plan ? { plan } : {}),
    outputs,
    ...(feedback ? { feedback } : {}),
    notDone,
    ...(limit === undefined ? {} : { limit }),
    ...(unanswered === undefined ? {} : { unanswered }),
  } as const;
  try {
    const response = await callModel(performance, topic, { onText: speech.add });
    return { output: textOf(response), usage: response.usage };
  } catch (error) {
    if (error instanceof LimitError) return plain();
    throw error;
  }
};
