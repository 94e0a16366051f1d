import { documentIndex } from '../../tools/documents/document-index.ts';
import type { SearchResult } from '../../tools/documents/search-passages.ts';
import { answerIn } from '../passages/answers.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Meaning, refuse } from './meaning.ts';

/** "what do the notes say about …": whatever the documents have of it, with what they do not have. */
export function toSearch(query: string, file: string | undefined, around: Surroundings): Meaning {
  if (around.documents.names.length === 0) return refuse({ why: 'knowledge' });
  const { passages, missing } = searchFor(query, around);
  const isFound = passages.some(({ coverage }) => coverage >= enoughCoverage);
  const only = file !== undefined && around.documents.names.includes(file) ? { file } : {};
  if (isFound) return { kind: 'search', lookups: [{ query, ...only }] };
  const answer = answerIn(query, around.documents.all().documents);
  if ('lookups' in answer) return toLookups(answer.lookups);
  return refuse({ why: 'not-in-documents', words: missing });
}

/** A question that a passage answers; the words that nothing has are named. */
export function toAnswer(question: string, around: Surroundings): Meaning {
  if (around.documents.names.length === 0) return refuse({ why: 'knowledge' });
  const answer = answerIn(question, around.documents.all().documents);
  return 'lookups' in answer
    ? toLookups(answer.lookups)
    : refuse({
        why: 'not-in-documents',
        words: answer.missing,
        ...(answer.nearest ? { nearest: answer.nearest } : {}),
      });
}

/** One passage each. */
const toLookups = (lookups: readonly { readonly query: string; readonly file: string }[]): Meaning => ({
  kind: 'search',
  lookups: lookups.map((lookup) => ({ ...lookup, limit: 1 })),
});

/** Whether a passage of the documents answers a question. */
export const isInDocuments = (query: string, around: Surroundings): boolean =>
  around.documents.names.length > 0 && 'lookups' in answerIn(query, around.documents.all().documents);

/** The part of the words to search for that a passage has to have. */
const enoughCoverage = 0.6;

/** What cannot be read has nothing here; the search tool says so when the step is worked on. */
const searchFor = (query: string, around: Surroundings): SearchResult =>
  documentIndex(around.documents.all().documents).search(query);
