import { z } from 'zod';
import { listed } from '../listed.ts';
import { toPlainLine } from '../plain-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { documentIndex } from './document-index.ts';
import type { Documents } from './documents.ts';
import { type Passage, passagesOf } from './passages.ts';
import { sentenceSlices } from './sentence-slices.ts';
import { toQueryTerms } from './to-terms.ts';

/** A tool that picks the sentences of a document that say most; it writes none of its own. */
export function summarizeDocument(documents: Documents): Tool {
  return defineTool({
    name: 'summarize_document',
    description: 'Picks the most telling sentences of one document, word for word, under its headings.',
    capability: 'read',
    input: z.object({
      file: z.string(),
      sentences: z.coerce.number().int().min(1).default(8).describe('How many, at most 20.'),
    }),
    run: ({ file: name, sentences: count }) => {
      const document = documents.open(name);
      const { file, title, sections } = document;
      const { shared } = documentIndex(documents.all().documents);
      const picked = pickSentences(
        passagesOf(document),
        Math.min(count, 20),
        (sentence) => shared(sentence) !== undefined,
      );
      const sentences = picked.map(({ sentence }) => sentence);
      if (picked.length === 0) return { text: `${file} has no text.`, data: { kind: 'summary', file, sentences } };
      const byHeading = Map.groupBy(picked, ({ heading }) => heading);
      const others = sections.filter(({ name: other }) => other !== title && !byHeading.has(other)).map(toQuoted);
      const lines = [
        title === '' ? `${file}:` : `${file}, "${title}":`,
        ...[...byHeading].map(([heading, own]) => {
          const text = own
            .map((each) => each.sentence + (each.alike > 0 ? ` (and ${each.alike} more like it)` : ''))
            .join(' ');
          return heading === '' || heading === title ? text : `"${heading}": ${text}`;
        }),
      ];
      if (others.length > 0) lines.push(`Other sections: ${listed(others, 40)}.`);
      return { text: lines.join('\n\n'), data: { kind: 'summary', file, sentences } };
    },
  });
}

const toQuoted = ({ name }: { name: string }) => `"${name}"`;

interface Sentence {
  readonly heading: string;
  readonly sentence: string;
  /** How many others say the same but for their numbers. */
  readonly alike: number;
}

/** What a sentence says again counts for little. */
const again = 0.1;

/**
 * The `count` sentences that say most, in the order of the text: each is worth the frequent terms it has that those taken before it have not. What
 * is boilerplate, or a row of a table, is taken when there is nothing else.
 */
export function pickSentences(
  passages: readonly Passage[],
  count: number,
  isBoilerplate: (sentence: string) => boolean = () => false,
): Sentence[] {
  const all = distinct(passages);
  const own = all.filter(({ sentence }) => !isBoilerplate(sentence) && !sentence.startsWith('|'));
  const sentences = (own.length > 0 ? own : all).map((each) => ({ ...each, terms: toQueryTerms(each.sentence) }));
  const weights = new Map<string, number>();
  for (const term of sentences.flatMap(({ terms }) => terms)) weights.set(term, (weights.get(term) ?? 0) + 1);
  const worth = ({ terms }: { terms: readonly string[] }) =>
    terms.reduce((sum, term) => sum + Math.sqrt(weights.get(term) ?? 0), 0) / Math.sqrt(terms.length + 4);
  const rest = new Set(sentences);
  const picked = new Set<Sentence>();
  while (picked.size < count && rest.size > 0) {
    const { each: best } = [...rest]
      .map((each) => ({ each, value: worth(each) }))
      .reduce((top, next) => (next.value > top.value ? next : top));
    rest.delete(best);
    picked.add(best);
    for (const term of best.terms) weights.set(term, (weights.get(term) ?? 0) * again);
  }
  return sentences.filter((each) => picked.has(each)).map(({ terms, ...sentence }) => sentence);
}

/** Each sentence once, without the marks of a list; code has none. */
function distinct(passages: readonly Passage[]): Sentence[] {
  const sentences = passages
    .filter(({ text }) => !/^(?:```|~~~)/.test(text))
    .flatMap(({ text, heading }) =>
      sentenceSlices(text).map((slice) => ({
        heading,
        sentence: toPlainLine(slice.trim().replace(/^[-*+]\s+/, ''), 400),
      })),
    )
    .filter(({ sentence }) => /[\p{L}\p{N}]/u.test(sentence));
  const kinds = Map.groupBy(sentences, ({ sentence }) => sentence.toLowerCase().replace(/\p{N}+/gu, '0'));
  return [...kinds.values()].flatMap(([first, ...others]) => (first ? [{ ...first, alike: others.length }] : []));
}
