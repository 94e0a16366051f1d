import type { Message } from '../domain/message.ts';
import { type Language, languageOf } from '../text/language-of.ts';

/** The language of the last user message that has words. */
export function conversationLanguage(messages: readonly Message[]): Language {
  const said = messages.findLast((message) => message.role === 'user' && /\p{L}/u.test(message.content));
  return languageOf(said?.content ?? '');
}
