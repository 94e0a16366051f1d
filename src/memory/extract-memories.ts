import type { Message } from '../domain/message.ts';
import { sentencesIn } from '../text/sentences-in.ts';
import type { ExtractedMemory } from './memory.ts';
import type { MemoryKind } from './memory-item.ts';
import { memoryKey } from './memory-key.ts';
import { askedToRemember, noMatter, noStatement, ofNow, politeWish, rules, wish } from './memory-rules.ts';
import { ownWordsIn } from './own-words.ts';
import { pointOf, statementsIn } from './statements-in.ts';

const longestSentence = 300;

/**
 * Finds facts, preferences and standing instructions in what a user says, by rules, in English and Chinese, in time linear in the length of the text. Of
 * several statements about the same, the last counts.
 *
 * What is quoted, in a block of code, in a table, or announced by a colon at the end of a line is not the user's own word and is not read.
 */
export function extractMemories(messages: readonly Message[]): ExtractedMemory[] {
  const found = new Map<string, ExtractedMemory>();
  for (const { text, mayWish } of ownWordsIn(messages)) {
    const sentences = sentencesIn(text).filter(({ length }) => length <= longestSentence);
    for (const said of sentences.flatMap(statementsIn)) {
      const memory = memoryIn(said);
      if (!memory || (memory.kind !== 'fact' && !mayWish)) continue;
      found.delete(memory.key);
      found.set(memory.key, memory);
    }
  }
  return [...found.values()];
}

function memoryIn(said: string): ExtractedMemory | undefined {
  let statement = pointOf(said);
  const isAsked = askedToRemember.test(statement);
  if (isAsked) statement = pointOf(statement.replace(askedToRemember, ''));
  if ((noStatement.test(statement) && !politeWish.test(statement)) || noMatter.test(statement) || statement.length < 3)
    return undefined;
  const rule = politeWish.test(statement) ? wish : rules.find(({ pattern }) => pattern.test(statement));
  if (!isAsked && (!rule || (!rule.isStanding && ofNow.test(statement)))) return undefined;
  const key = memoryKey(rule?.kind ?? 'fact', statement);
  if (!isAsked && key.endsWith('/')) return undefined; // it has no word that says something
  // A wish about the form of answers is a preference, however it is put.
  const kind: MemoryKind = key.startsWith('preference/') ? 'preference' : (rule?.kind ?? 'fact');
  return { kind, key, value: said };
}
