import MiniSearch from 'minisearch';
import type { Passage } from './passages.ts';
import { toQueryWords, toTerms } from './to-terms.ts';

/** A passage that has something of a question. */
export interface FoundPassage extends Passage {
  /** The part of the question's terms that are in the passage or its heading. */
  readonly coverage: number;
  /** Those terms, as they are written there. */
  readonly terms: ReadonlySet<string>;
}

/** What a search gave. */
export interface SearchResult {
  /** The words of the question that are nowhere. */
  readonly missing: readonly string[];
  /** Whatever has one of the other words, best first. */
  readonly passages: readonly FoundPassage[];
}

/** Finds the passages that have something of a question, in all files or in one. */
export type PassageSearch = (question: string, file?: string) => SearchResult;

/** Reads passages once, for any number of questions. */
export function passageSearch(passages: readonly Passage[]): PassageSearch {
  const index = new MiniSearch<Passage & { id: number }>({
    fields: ['heading', 'text', 'place'],
    tokenize: toTerms,
    processTerm: (term) => term,
    searchOptions: {
      boost: { heading: 2 },
      tokenize: (text) => text.split(' '),
      // `terminate` finds `termination`.
      prefix: (term) => /^[a-z]{5,}$/.test(term),
    },
  });
  index.addAll(passages.map((passage, id) => ({ ...passage, id })));
  return (question, file) => {
    const words = toQueryWords(question);
    const isMeant = (hit: { id: unknown }) => file === undefined || passages[Number(hit.id)]?.file === file;
    const hits = words.size > 0 ? index.search([...words.keys()].join(' '), { filter: isMeant }) : [];
    const found = hits.flatMap((hit) => {
      const passage = passages[Number(hit.id)];
      if (!passage) return [];
      const own = hit.terms.filter((term) => hit.match[term]?.some((field) => field !== 'place'));
      const covered = new Set(hit.queryTerms.filter((asked) => own.some((term) => term.startsWith(asked))));
      return [{ ...passage, coverage: covered.size / words.size, terms: new Set(own) }];
    });
    const known = new Set(hits.flatMap((hit) => hit.queryTerms));
    const missing = [...words].filter(([term]) => !known.has(term)).map(([, word]) => word);
    return { missing: [...new Set(missing)], passages: found };
  };
}
