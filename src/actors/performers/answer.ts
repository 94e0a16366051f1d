import { TroupeError } from '../../errors.ts';
import { contextOf, thoughtOf } from '../../log/views.ts';
import { callModel, resourcesOf, textOf } from './call-model.ts';
import { fittedExchange } from './exchange.ts';
import type { Performer } from './performer.ts';

/** Answers without a plan, streamed: from the conversation and from what was looked up. */
export const answer: Performer<'answer'> = async ({ exchange }, performance) => {
  const { cast, log, speech } = performance;
  const thought = thoughtOf(log);
  if (!thought) throw new TroupeError('bug', 'There is no thought to answer from.');
  const { messages, data } = fittedExchange(log, exchange);
  const resources = await resourcesOf(cast.specialists, performance);
  const topic = { purpose: 'answer', context: contextOf(log), thought, resources, exchange: messages, data } as const;
  const response = await callModel(performance, topic, { onText: speech.add });
  return { output: textOf(response), usage: response.usage };
};
