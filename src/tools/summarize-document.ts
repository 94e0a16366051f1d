import { z } from 'zod';
import type { Documents, Passage } from './documents.ts';
import { toPlainLine } from './plain-text.ts';
import { toQueryTerms } from './terms.ts';
import { defineTool, type Tool } from './tool.ts';

/** A tool that picks the sentences of a document that hold most of its frequent words; it writes none of its own. */
export function summarizeDocument(documents: Documents): Tool {
  return defineTool({
    name: 'summarize_document',
    description: 'Picks the most telling sentences of one local document, word for word and in their order.',
    input: z.object({ file: z.string(), sentences: z.int().min(1).max(20).default(4) }),
    run: ({ file, sentences }) => {
      const picked = pickSentences(documents.passages(file), sentences);
      if (picked.length === 0) return { text: `${file} has no text.`, data: { kind: 'summary', file, sentences: [] } };
      return { text: picked.join(' '), data: { kind: 'summary', file, sentences: picked } };
    },
  });
}

/** The `count` sentences with the most frequent terms, in the order of the text. */
export function pickSentences(passages: readonly Passage[], count: number): string[] {
  const sentences = passages
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n(?=[-*])/))
    .map((sentence) => toPlainLine(sentence.replace(/^[-*]\s+/, ''), 400))
    .filter((sentence) => sentence !== '');
  const terms = sentences.map(toQueryTerms);
  const frequency = new Map<string, number>();
  for (const term of terms.flat()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const scores = terms.map((own) => {
    const sum = own.reduce((total, term) => total + (frequency.get(term) ?? 0), 0);
    return own.length === 0 ? 0 : sum / Math.sqrt(own.length);
  });
  const best = sentences
    .map((_, index) => index)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, count);
  return sentences.filter((_, index) => best.includes(index));
}
