import type { Message } from '../domain/message.ts';
import { checksum } from '../log/checksum.ts';
import { sentencesIn } from '../text/sentences-in.ts';

/** What stands in a conversation where something was forgotten. */
export const forgottenMark = '[…]';

const spaces = /\s+/gu;

/** A sum of a sentence, by which it is known again and from which it cannot be read. */
export const sumOf = (sentence: string): string => checksum(sentence.trim().replace(spaces, ' ').toLowerCase());

/** A conversation without the sentences whose sums are given; one that has none of them comes back as it is. */
export function withoutSentences(messages: readonly Message[], sums: ReadonlySet<string>): readonly Message[] {
  if (sums.size === 0) return messages;
  let isChanged = false;
  const kept = messages.map((message) => {
    if (message.role === 'system') return message;
    const content = withoutThem(message.content, sums);
    if (content === message.content) return message;
    isChanged = true;
    return { ...message, content };
  });
  return isChanged ? kept : messages;
}

function withoutThem(text: string, sums: ReadonlySet<string>): string {
  let [kept, from] = ['', 0];
  for (const sentence of sentencesIn(text)) {
    const at = text.indexOf(sentence, from);
    kept += text.slice(from, at) + (sums.has(sumOf(sentence)) ? forgottenMark : sentence);
    from = at + sentence.length;
  }
  return kept + text.slice(from);
}
