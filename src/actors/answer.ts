import { TroupeError } from '../errors.ts';
import { contextOf, thoughtOf } from '../log/views.ts';
import { callModel, type Performer, textOf } from './performer.ts';

/** Answers a simple request, streamed. */
export const answer: Performer<unknown> = async (_, performance) => {
  const { log, speech } = performance;
  const thought = thoughtOf(log);
  if (!thought) throw new TroupeError('bug', 'There is no thought to answer from.');
  const topic = { purpose: 'answer', context: contextOf(log), thought } as const;
  const response = await callModel(performance, topic, { onText: speech.add });
  return { output: textOf(response), usage: response.usage };
};
