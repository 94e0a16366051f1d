import type { Message } from '../domain/message.ts';

/** Letters beyond this many characters say nothing new about the language. */
const read = 20_000;

/** Which language a text is in, by its letters: Chinese when a quarter of them are Han. */
export function languageOf(text: string): 'zh' | 'en' {
  const start = text.slice(0, read);
  const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = start.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return han > 0 && han * 4 >= han + latin ? 'zh' : 'en';
}

/** The language of what the user last said in words. */
export function conversationLanguage(messages: readonly Message[]): 'zh' | 'en' {
  const said = messages.findLast((message) => message.role === 'user' && /\p{L}/u.test(message.content));
  return languageOf(said?.content ?? '');
}
