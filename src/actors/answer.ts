import { TroupeError } from '../errors.ts';
import { contextOf, messagesOf, thoughtOf } from '../log/views.ts';
import { callModel, type Performer, textOf } from './performer.ts';

/** Answers a simple request, streamed. */
export const answer: Performer<unknown> = async (_, performance) => {
  const { cast, log } = performance;
  const thought = thoughtOf(log);
  if (!thought) throw new TroupeError('bug', 'There is no thought to answer from.');
  const brief = { purpose: 'answer', messages: messagesOf(log), context: contextOf(log), thought } as const;
  const response = await callModel(performance, cast.model, brief, { streams: true });
  return { output: textOf(response), usage: response.usage };
};
