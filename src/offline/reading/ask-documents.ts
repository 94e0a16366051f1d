import { documentIndex } from '../../tools/documents/document-index.ts';
import type { SearchResult } from '../../tools/documents/search-passages.ts';
import type { Surroundings } from '../surroundings.ts';
import { answerIn } from './answers.ts';
import { type Meaning, refuse } from './meaning.ts';

/** "what do the notes say about …": whatever the documents have of it, with what they do not have. */
export function toSearch(query: string, file: string | undefined, around: Surroundings): Meaning {
  if (around.documents.names.length === 0) return refuse({ why: 'knowledge' });
  const { passages, missing } = searchFor(query, around);
  const isFound = passages.some(({ coverage }) => coverage >= enoughCoverage);
  if (isFound) return { kind: 'search', query, ...(file && around.documents.names.includes(file) ? { file } : {}) };
  const answer = answerIn(query, around.documents.all().documents);
  if ('query' in answer) return { kind: 'search', ...answer };
  return refuse({ why: 'not-in-documents', words: missing });
}

/** A question that a passage answers; the words that nothing has are named. */
export function toAnswer(question: string, around: Surroundings): Meaning {
  if (around.documents.names.length === 0) return refuse({ why: 'knowledge' });
  const answer = answerIn(question, around.documents.all().documents);
  return 'query' in answer ? { kind: 'search', ...answer } : refuse({ why: 'not-in-documents', words: answer.missing });
}

/** Whether a passage of the documents answers a question. */
export const isInDocuments = (query: string, around: Surroundings): boolean =>
  around.documents.names.length > 0 && 'query' in answerIn(query, around.documents.all().documents);

/** The part of the words to search for that a passage has to have. */
const enoughCoverage = 0.6;

/** What cannot be read has nothing here; the search tool says so when the step is worked on. */
const searchFor = (query: string, around: Surroundings): SearchResult =>
  documentIndex(around.documents.all().documents).search(query);
