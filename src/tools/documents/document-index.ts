import type { Document } from './parse-document.ts';
import { passagesOf } from './passages.ts';
import { type PassageSearch, passageSearch } from './search-passages.ts';
import { type SharedSentences, sharedSentences } from './shared-sentences.ts';

/** What is found out about a set of documents once, for any number of questions. */
export interface DocumentIndex {
  readonly search: PassageSearch;
  /** The sentences of many passages, and those of many documents. */
  readonly shared: SharedSentences;
  readonly common: SharedSentences;
}

// A memo: a list of documents is the same while no file has changed, and every question would read them all again.
const indexes = new WeakMap<readonly Document[], DocumentIndex>();

export function documentIndex(documents: readonly Document[]): DocumentIndex {
  const known = indexes.get(documents);
  if (known) return known;
  const passages = documents.flatMap(passagesOf);
  const index = {
    search: passageSearch(passages),
    shared: sharedSentences(passages.map(({ text }) => [text])),
    common: sharedSentences(documents.map(({ blocks }) => blocks.map(({ text }) => text))),
  };
  indexes.set(documents, index);
  return index;
}
