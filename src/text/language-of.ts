import { stopWords } from './stop-words.ts';

/** The two languages in which prompts are written and that the offline rules read. */
export type Language = 'en' | 'zh';

/** Letters beyond this many characters say nothing new about the language. */
const readLength = 20_000;
const fileNames = /(?<![\w./-])[\w./-]+\.[A-Za-z]{2,5}\b/g;

/**
 * The language of a text, by its letters, file names aside. Foreign names make no sentence: a Han character counts as three Latin words, but a
 * word such as `the` or `of`, which only English grammar needs, counts as five.
 */
export function languageOf(text: string): Language {
  const start = text.slice(0, readLength).replace(fileNames, '');
  const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han === 0) return 'en';
  const words = start.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
  const grammar = words.filter((word) => stopWords.has(word)).length;
  return han * 3 >= words.length + grammar * 4 ? 'zh' : 'en';
}
