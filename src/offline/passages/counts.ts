import { stopWords } from '../../text/stop-words.ts';
import { latinWords, rootOf } from './roots.ts';
import { sensesIn } from './same-words.ts';

/** What "how many" counts, at most this many words behind it. */
const mostWords = 3;
/** A figure and what it counts have at most so many words between them. */
const reach = 4;

/** The words behind "how many" up to the first that only holds together. */
export function countedIn(question: string): readonly string[] {
  const [, behind = ''] = /\bhow many (?:more |other |different |of (?:the|our|your|my) )?(.+)/is.exec(question) ?? [];
  return upToHelper(latinWords(behind).slice(0, mostWords));
}

/** "24 parking spaces behind …" counts spaces, "under six may only visit" no visits. */
function upToHelper(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => stopWords.has(word.toLowerCase()) && !anything.test(word));
  return end < 0 ? words : words.slice(0, end);
}

const number =
  /^(?:\d[\d,]*|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|dozen|unlimited)$/i;
const anything = /^(?:items?|pieces?|others?|persons?|people|adults?)$/i;

/** Whether a figure of the text counts one of these: "24 parking spaces" says how many spaces, "within 60 days" does not. */
export function saysHowMany(text: string, counted: readonly string[]): boolean {
  // The figures of a table stand under what they count, and those of Chinese text before a word of their own.
  if (text.includes('|') || /\p{Script=Han}/u.test(text)) return true;
  const roots = new Set(counted.map(rootOf));
  const senses = new Set(counted.flatMap((word) => [...sensesIn(word)]));
  if (roots.has(rootOf('times')) && /\b(?:once|twice|times)\b/i.test(text)) return true;
  const words = latinWords(text);
  const isCounted = (word: string) =>
    anything.test(word) || roots.has(rootOf(word)) || [...sensesIn(word)].some((sense) => senses.has(sense));
  return words.some((word, at) => number.test(word) && upToHelper(words.slice(at + 1, at + reach)).some(isCounted));
}
