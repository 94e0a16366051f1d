import { analyzeConversation } from '../domain/analyze-conversation.ts';
import { messagesOf } from '../log/views.ts';
import type { Performer } from './performer.ts';

/** Computes what is known of the conversation. */
export const analyze: Performer<unknown> = async (_, { cast, log }) => ({
  output: analyzeConversation(messagesOf(log), new Date(cast.clock.now()).toISOString()),
});
