import MiniSearch from 'minisearch';
import type { Passage } from './documents.ts';
import { toQueryTerms, toTerms } from './terms.ts';

/** A passage that fits a question. */
export interface FoundPassage extends Passage {
  /** The part of the question's terms that are in the passage. */
  readonly coverage: number;
}

/** What a search gave; without passages it says which terms are nowhere. */
export interface SearchResult {
  readonly terms: readonly string[];
  readonly missing: readonly string[];
  readonly passages: readonly FoundPassage[];
}

const enoughCoverage = 0.6;

/** Finds the passages that fit a question, best first; none when each holds too few of its terms. */
export type PassageSearch = (question: string, limit?: number) => SearchResult;

/** Reads passages once, for any number of questions. */
export function passageSearch(passages: readonly Passage[]): PassageSearch {
  const index = new MiniSearch<Passage & { id: number }>({
    fields: ['heading', 'text'],
    tokenize: toTerms,
    processTerm: (term) => term,
    searchOptions: { boost: { heading: 2 }, tokenize: (text) => text.split(' ') },
  });
  index.addAll(passages.map((passage, id) => ({ ...passage, id })));
  return (question, limit = 3) => {
    const terms = toQueryTerms(question);
    const hits = terms.length > 0 ? index.search(terms.join(' ')) : [];
    const found = hits.flatMap((hit) => {
      const passage = passages[Number(hit.id)];
      return passage ? [{ ...passage, coverage: new Set(hit.queryTerms).size / terms.length }] : [];
    });
    const known = new Set(hits.flatMap((hit) => hit.queryTerms));
    return {
      terms,
      missing: terms.filter((term) => !known.has(term)),
      passages: found.filter((passage) => passage.coverage >= enoughCoverage).slice(0, limit),
    };
  };
}
