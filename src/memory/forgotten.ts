import type { Message } from '../domain/message.ts';
import { checksum } from '../log/checksum.ts';
import { clausesIn } from '../text/clauses-in.ts';
import { sentencesIn } from '../text/sentences-in.ts';

/** What stands in a conversation where something was forgotten. */
export const forgottenMark = '[…]';

const spaces = /\s+/gu;

/** A sum of a sentence, by which it is known again and from which it cannot be read. */
export const sumOf = (sentence: string): string =>
  checksum(sentence.normalize().trim().replace(spaces, ' ').toLowerCase());

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
    kept += text.slice(from, at) + (sums.has(sumOf(sentence)) ? forgottenMark : withoutClauses(sentence, sums));
    from = at + sentence.length;
  }
  return kept + text.slice(from);
}

/** So many clauses in a row may be one memory. */
const mostClauses = 12;

/** One sentence may have said several things, of which some were forgotten. */
function withoutClauses(sentence: string, sums: ReadonlySet<string>): string {
  const clauses = clausesIn(sentence);
  let [kept, from] = ['', 0];
  for (let first = 0; first < clauses.length; first++) {
    const start = clauses[first]?.from ?? 0;
    const ends = clauses.slice(first, first + mostClauses).map(({ to }) => to);
    const end = ends.findLast((to) => sums.has(sumOf(sentence.slice(start, to))));
    if (end === undefined) continue;
    kept += sentence.slice(from, start) + forgottenMark;
    from = end;
    first += ends.indexOf(end);
  }
  return kept + sentence.slice(from);
}
