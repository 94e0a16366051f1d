import { documentIndex } from '../../tools/documents/document-index.ts';
import type { Document } from '../../tools/documents/parse-document.ts';
import { type Passage, passagesOf } from '../../tools/documents/passages.ts';
import { toQueryWords } from '../../tools/documents/to-terms.ts';
import { isWeak, sameWords } from '../lexicon/same-words.ts';
import { isHan, toStem } from '../lexicon/units.ts';

/** How a question is looked up so that the passage comes first that answers it. */
export interface Answer {
  readonly query: string;
  readonly file: string;
  readonly limit: number;
}

/** A passage with the stems of its words. */
interface Known {
  readonly passage: Passage;
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly text: string;
}

/** What a passage has to have of a question. */
const enough = 0.6;
/** A passage that has this part of what the best one has is an answer, too. */
const asGood = 0.95;

// A memo: the same documents are asked many questions.
const read = new WeakMap<readonly Document[], readonly Known[]>();

function knownOf(documents: readonly Document[]): readonly Known[] {
  const known = read.get(documents);
  if (known) return known;
  const all = documents.flatMap(passagesOf).map(
    (passage): Known => ({
      passage,
      own: stemsOf(`${passage.heading} ${passage.text}`),
      around: stemsOf(passage.place.replace(/\.\w+(?= |$)/, '')),
      text: `${passage.place} ${passage.heading} ${passage.text}`,
    }),
  );
  read.set(documents, all);
  return all;
}

function stemsOf(text: string): Set<string> {
  return new Set((text.match(/(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []).map(toStem));
}

interface Asked {
  readonly word: string;
  readonly isWeak: boolean;
  /** How much of it a passage has: itself, a word for the same, or only its place. */
  readonly in: (known: Known) => number;
}

function askedWords(question: string): Asked[] {
  const words = new Set(toQueryWords(question).values());
  return [...words].map((word): Asked => {
    if (isHan(word)) {
      const alike = [...sameWords(word)];
      const pairs = Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));
      const part = (text: string) => pairs.filter((pair) => text.includes(pair)).length / pairs.length;
      const inText = ({ text }: Known) => {
        const own = part(text);
        if (own >= 0.5) return own;
        return alike.some((other) => text.includes(other)) ? 0.8 : 0;
      };
      return { word, isWeak: isWeak(word), in: inText };
    }
    const stem = toStem(word);
    const alike = sameWords(stem);
    const stands = (stems: ReadonlySet<string>) =>
      stems.has(stem) ? 1 : [...alike].some((other) => stems.has(other)) ? 0.8 : 0;
    return { word, isWeak: isWeak(word), in: ({ own, around }) => Math.max(stands(own), 0.6 * stands(around)) };
  });
}

/** The passage that answers a question, or the words that none of them has. */
export function answerIn(
  question: string,
  documents: readonly Document[],
): Answer | { readonly missing: readonly string[] } {
  const known = knownOf(documents);
  const words = askedWords(question);
  const strong = words.filter((word) => !word.isWeak);
  const needed = strong.length > 0 ? strong : words;
  const missing = needed.filter((word) => known.every((each) => word.in(each) === 0)).map(({ word }) => word);
  if (missing.length > 0 || needed.length === 0) return { missing };
  const weights = new Map(words.map((each) => [each, (each.isWeak ? 0.3 : 1) * rarity(each, known)]));
  const score = (each: Known, of: readonly Asked[]) =>
    of.reduce((sum, word) => sum + (weights.get(word) ?? 0) * word.in(each), 0);
  const whole = needed.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  const found = known
    .map((each) => ({ each, covered: score(each, needed) / whole, score: score(each, words) }))
    .filter(({ covered, each }) => covered >= enough && each.passage.text.trim() !== '')
    .toSorted((a, b) => b.score - a.score);
  const [best] = found;
  if (!best) return { missing: [] };
  const { file } = best.each.passage;
  const limit = Math.min(
    3,
    found.filter(({ score: own, each }) => own >= asGood * best.score && each.passage.file === file).length,
  );
  return { query: queryFor(best.each, words, documents), file, limit };
}

function rarity(word: Asked, known: readonly Known[]): number {
  const count = known.filter((each) => word.in(each) > 0).length;
  return Math.log(1 + known.length / Math.max(1, count));
}

/** Words with which the search finds that passage first: those that were asked for, else some of its own. */
function queryFor({ passage, own }: Known, words: readonly Asked[], documents: readonly Document[]): string {
  const { search } = documentIndex(documents);
  const asked = words.flatMap(({ word }) => {
    if (isHan(word)) return [word, ...[...sameWords(word)].filter((other) => passage.text.includes(other))];
    return [word, ...sameWords(toStem(word))].filter((each) => own.has(toStem(each)));
  });
  const isFirst = (query: string) => search(query, passage.file).passages[0]?.text === passage.text;
  const tries = [asked.join(' '), `${asked.join(' ')} ${passage.heading}`, passage.text.slice(0, 300)];
  return (tries.find((query) => query.trim() !== '' && isFirst(query)) ?? passage.text.slice(0, 300)).slice(0, 400);
}
