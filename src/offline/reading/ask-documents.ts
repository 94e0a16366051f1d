import { documentIndex } from '../../tools/documents/document-index.ts';
import type { Document } from '../../tools/documents/parse-document.ts';
import type { SearchResult } from '../../tools/documents/search-passages.ts';
import { type Answer, answerIn } from '../passages/answers.ts';
import type { Surroundings } from '../surroundings.ts';
import { goesOn } from './goes-on.ts';
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

/** What documents were asked before, and where the answer stands, if there was one. */
export interface AskedDocuments {
  readonly text: string;
  readonly sections: readonly string[];
}

/** A question that a passage answers, with what was asked before it in mind; the words that nothing has are named. */
export function toAnswer(
  question: string,
  around: Surroundings,
  before?: AskedDocuments,
): { readonly meaning: Meaning; readonly asked?: AskedDocuments } {
  if (around.documents.names.length === 0) return { meaning: refuse({ why: 'knowledge' }) };
  const { documents } = around.documents.all();
  const isMore = before !== undefined && goesOn(question, before.text);
  const answer = isMore ? goneOn(question, documents, before) : answerIn(question, documents);
  if (answer !== undefined && 'lookups' in answer)
    return { meaning: toLookups(answer.lookups), asked: { text: question, sections: answer.sections } };
  const asked = { text: question, sections: [] };
  if (isMore)
    return { meaning: refuse({ why: 'goes-on', before: before.text, isAnswered: before.sections.length > 0 }), asked };
  const { missing = [], nearest } = answer ?? {};
  return { meaning: refuse({ why: 'not-in-documents', words: missing, ...(nearest ? { nearest } : {}) }), asked };
}

/** A passage that is about what both ask, or one that stands where the first was answered. */
function goneOn(question: string, documents: readonly Document[], before: AskedDocuments): Answer | undefined {
  const { sections } = before;
  if (sections.length === 0) return undefined;
  const whole = answerIn(question, documents, { about: before.text });
  const answer = 'lookups' in whole ? whole : answerIn(question, documents, { sections });
  return 'lookups' in answer ? answer : undefined;
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
