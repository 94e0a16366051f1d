import type { Message } from '../domain/message.ts';
import { sentencesIn } from '../text/sentences-in.ts';
import type { ExtractedMemory } from './memory.ts';
import type { MemoryKind } from './memory-item.ts';
import { memoryKey } from './memory-key.ts';
import { askedToRemember, leadIn, noMatter, noStatement, rules } from './memory-rules.ts';

/** Characters of a message that are read: who writes more gives something to work on. */
const readLength = 4_000;
/** Preferences are taken from messages up to this long: a longer one is likely to hold the words of others. */
const ownLength = 1_200;
const longestSentence = 300;

/**
 * Finds facts, preferences and standing instructions in what a user says, by rules, in English and Chinese, in time linear in the length of the text. Of
 * several statements about the same, the last counts.
 *
 * What is quoted, in a block of code, in a table, or announced by a colon at the end of a line is not the user's own word and is not read.
 */
export function extractMemories(messages: readonly Message[]): ExtractedMemory[] {
  const found = new Map<string, ExtractedMemory>();
  for (const { role, content } of messages) {
    if (role !== 'user') continue;
    const isOwn = content.length <= ownLength;
    for (const sentence of sentencesIn(ownWords(content.slice(0, readLength)))) {
      const memory = memoryIn(sentence);
      if (!memory || (memory.kind !== 'fact' && !isOwn)) continue;
      found.delete(memory.key);
      found.set(memory.key, memory);
    }
  }
  return [...found.values()];
}

/** The lines of a message that are the user's own. */
function ownWords(text: string): string {
  const own: string[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const start = line.slice(0, 20).trimStart();
    if (start.startsWith('```')) isCode = !isCode;
    if (isCode || /^(?:[>|`"“”「『《<#]|\d{1,4}[\t,;])/.test(start)) continue;
    own.push(line);
    if (/[:：]$/.test(line.slice(-20).trimEnd())) break;
  }
  return own.join('\n');
}

function memoryIn(sentence: string): ExtractedMemory | undefined {
  if (sentence.length > longestSentence || sentence.length < 4) return undefined;
  let statement = sentence;
  for (let turn = 0; turn < 4; turn++) statement = statement.replace(leadIn, '');
  const isAsked = askedToRemember.test(statement);
  if (isAsked) statement = statement.replace(askedToRemember, '');
  if (noStatement.test(statement) || noMatter.test(statement) || statement.length < 3) return undefined;
  const rule = rules.find(([, pattern]) => pattern.test(statement))?.[0];
  if (!rule && !isAsked) return undefined;
  const key = memoryKey(rule ?? 'fact', statement);
  // A wish about the form of answers is a preference, however it is put.
  const kind: MemoryKind = key.startsWith('preference/') ? 'preference' : (rule ?? 'fact');
  return { kind, key, value: sentence };
}
