import { clip } from '../text/clip.ts';
import { sentencesIn } from '../text/sentences-in.ts';
import { changesTopic, refersBack } from './continuation-of.ts';
import type { HistoryIndex } from './history-index.ts';

/** Turns that are gone back through for the one with which the topic began. */
const furthest = 50;
const longest = 120;

/** What the conversation is about now: the first sentence of the turn that began what the last one continues. */
export function conversationTopic(index: HistoryIndex, isContinuation: boolean): string {
  const turns = index.users.slice(-furthest);
  let at = turns.length - 1;
  let goesOn = isContinuation;
  while (at > 0 && goesOn) {
    at--;
    goesOn = at > 0 && continues(index, turns[at] ?? -1, turns[at - 1] ?? -1);
  }
  const text = index.entries[turns[at] ?? -1]?.content.trim().slice(0, 4 * longest) ?? '';
  return clip(sentencesIn(text)[0] ?? '', longest);
}

/** Whether a turn continues the one before it, by its words or by terms that both have. */
function continues(index: HistoryIndex, turn: number, before: number): boolean {
  const [entry, other] = [index.entries[turn], index.entries[before]];
  if (!entry || !other || changesTopic(entry.content)) return false;
  const terms = new Set(other.terms);
  return refersBack(entry.content) || entry.terms.some((term) => terms.has(term));
}
