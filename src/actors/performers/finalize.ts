import type { ThinkingResult } from '../../domain/thinking.ts';
import type { RunLog } from '../../log/run-log.ts';
import { feedbackOf, lookupsOf, outputsOf, planOf, thoughtOf } from '../../log/views.ts';
import { plainAnswer } from '../../prompts/plain-answer.ts';
import { LimitError } from './bill.ts';
import { callModel, textOf } from './call-model.ts';
import { languageOf } from './conversation/conversation-of.ts';
import type { Performer } from './performer.ts';

/** Writes the final answer from the results, streamed. Where no call can be made any more, they are put together as they are. */
export const finalize: Performer<'finalize'> = async ({ notDone, limit, unanswered, isPlain, adopts }, performance) => {
  const { log, speech } = performance;
  // Where a limit came between look-ups, the last turn of the thinking is all that was thought.
  const [thought, plan, feedback] = [thoughtOf(log) ?? lastTurnOf(log), planOf(log), feedbackOf(log)];
  if (adopts !== undefined) return { output: outputsOf(log, [adopts])[0]?.text ?? '' };
  const lookups = lookupsOf(log);
  const outputs = outputsOf(log, plan?.steps.map((step) => step.id) ?? []);
  // To a question that nobody answered the thought may hold the best reading.
  const reading = unanswered === undefined ? undefined : thought?.answer;
  const plain = () => ({
    output: plainAnswer({
      reading,
      outputs: [...lookups, ...outputs],
      notDone,
      limit,
      language: languageOf(log),
    }),
  });
  if (isPlain || !thought) return plain();
  const topic = {
    purpose: 'finalize',
    thought,
    lookups,
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

/** The last turn of the thinking, which came to look-ups. */
function lastTurnOf(log: RunLog): ThinkingResult | undefined {
  return log.completed('think', 'host').at(-1)?.output;
}
