import { messagesOf } from '../../log/views.ts';
import type { Performer } from './performer.ts';

/** Computes what is known of the conversation; the analyst remembers it for the next turn. */
export const analyze: Performer<'analyze'> = async (_, { cast: { analyst, clock, options }, log }) => {
  const { relevanceThreshold } = options.session;
  return { output: analyst.analyze(messagesOf(log), new Date(clock.now()).toISOString(), { relevanceThreshold }) };
};
