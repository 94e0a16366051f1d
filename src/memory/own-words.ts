import type { Message } from '../domain/message.ts';

/** Characters of a message that are read: who writes more gives something to work on. */
const readLength = 4_000;
/** Preferences are taken from messages up to this long: a longer one is likely to hold the words of others. */
const ownLength = 1_200;

/** What a user says themselves in a message, and whether it may be how they want things. */
export interface OwnWords {
  readonly text: string;
  readonly mayWish: boolean;
}

/** The users' own words in messages. What is quoted, in a block of code, in a table, or announced by a colon at the end of a line is not. */
export const ownWordsIn = (messages: readonly Message[]): OwnWords[] =>
  messages.flatMap(({ role, content }) =>
    role === 'user' ? [{ text: ownLines(content.slice(0, readLength)), mayWish: content.length <= ownLength }] : [],
  );

function ownLines(text: string): string {
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
