import { createConversationAnalyst } from '../domain/conversation-analyst.ts';
import { messagesOf } from '../log/views.ts';
import type { Performer } from './performer.ts';

/** Computes what is known of the conversation; an analyst of the cast remembers it for the next turn. */
export const analyze: Performer<unknown> = async (_, { cast, log }) => {
  const { analyst = createConversationAnalyst(), clock, options } = cast;
  const { relevanceThreshold } = options.session;
  return { output: analyst.analyze(messagesOf(log), new Date(clock.now()).toISOString(), { relevanceThreshold }) };
};
