import type { Message } from '../domain/message.ts';
import type { Brief } from './brief.ts';
import { defused, defusedMessages, fenced, fencedKnowledge, fencedLookups, fencedResults } from './fences.ts';
import { unread, user, withSystem, wordsFor } from './message-parts.ts';

/** The messages that put the answer into a shape. */
export function structureMessages(brief: Extract<Brief, { purpose: 'structure' }>): Message[] {
  const words = unread(wordsFor(brief));
  const { unfit } = brief;
  const task = user(
    fencedKnowledge(words, brief, 'others'),
    fencedLookups(words, brief.lookups),
    fencedResults(words, brief.outputs),
    `${words.answered}\n${fenced('draft', brief.answer)}`,
    unfit ? `${words.unfit}\n${fenced('draft', unfit.text)}\n${words.because} ${defused(unfit.problem)}` : '',
    words.writeShape,
  );
  return withSystem(brief, words, [words.structure], [...defusedMessages(brief.messages), task]);
}
