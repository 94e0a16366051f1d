import type { Brief } from '../prompts/brief.ts';
import { type Language, languageOf } from '../text/language-of.ts';
import { toPlainText } from '../tools/plain-text.ts';
import { interpret, noMemory } from './reading/interpret.ts';
import type { Reading } from './reading/meaning.ts';
import { withOverview } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

/** What the user said last, in which language, and what it comes to. */
export interface Request {
  readonly text: string;
  readonly language: Language;
  readonly readings: readonly Reading[];
}

/** Reads what the user said since the last answer, with the questions before it in mind. */
export function readRequest(messages: Brief['messages'], around: Surroundings): Request {
  const latest = messages.findLastIndex((message) => message.role === 'assistant');
  const saidIn = (part: Brief['messages']) =>
    part.filter((message) => message.role === 'user').map((message) => toPlainText(message.content));
  // What was said since the last answer belongs together.
  const said = saidIn(messages.slice(latest + 1));
  const text = said.join('\n');
  const language = languageOf(said.at(-1) ?? '');
  const memory = noMemory();
  for (const earlier of saidIn(messages.slice(0, latest + 1)).slice(-mostEarlier)) interpret(earlier, around, memory);
  if (memory.before) memory.before = { ...memory.before, isEarlier: true };
  return {
    text,
    language,
    readings: withOverview(interpret(text, around, { ...memory, file: undefined }), around, language),
  };
}

/** What was said longer ago is not gone on with. */
const mostEarlier = 12;
