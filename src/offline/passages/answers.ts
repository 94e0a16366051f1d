import { documentIndex } from '../../tools/documents/document-index.ts';
import type { Document } from '../../tools/documents/parse-document.ts';
import { amountsIn, isOtherAmount } from './amounts.ts';
import { type AskedWord, askedWords } from './asked-words.ts';
import { type AnswerKind, isOfKind, kindAsked } from './asking-words.ts';
import { type Readable, readablePassages, type TextWords } from './readable-passages.ts';
import { isHan, rootOf } from './roots.ts';

/** How the passages that answer a question are looked up, the best one first. */
export interface Answer {
  readonly lookups: readonly { readonly query: string; readonly file: string }[];
}

/** A longer one is refused before it comes here. */
const longestQuestion = 2000;
/** Something that has this part of what the best one has is an answer, too. */
const asGood = 0.9;
const mostAnswers = 3;
/** A word in so large a part of the documents is what all of them are about: it need not be said in each passage. */
const commonPart = 0.2;

/** Why no passage answers: words that are nowhere, or the passage that has most of the question, with what it lacks. */
export interface Unanswered {
  readonly missing: readonly string[];
  readonly nearest?: { readonly file: string; readonly heading: string; readonly lacks: readonly string[] };
}

/** The passages that answer a question, or why there are none. */
export function answerIn(question: string, documents: readonly Document[]): Answer | Unanswered {
  const all = readablePassages(documents);
  const words = askedWords(question.slice(0, longestQuestion));
  const looks = new Map(words.map((word, at) => [word, lookFor(word, words[at - 1], words[at + 1], all)]));
  const kind = kindAsked(question);
  const needed = neededOf(words, kind, (word) => looks.get(word)?.isCommon ?? false);
  if (needed.length === 0) return { missing: [] };
  const nowhere = (word: AskedWord) => looks.get(word)?.count === 0;
  if (needed.some(nowhere)) return { missing: needed.filter(nowhere).map(({ text }) => text) };
  const worth = (word: AskedWord, at: number) => (looks.get(word)?.weight ?? 0) * (looks.get(word)?.found[at] ?? 0);
  const amounts = kind === 'money' ? amountsIn(question) : [];
  const isFull = (at: number) =>
    !amounts.some((amount) => isOtherAmount(amount, all[at]?.said ?? '')) &&
    needed.every((word) => worth(word, at) > 0 || (word.part === 'topic' && looks.get(word)?.isCommon)) &&
    // What is asked about is said in the passage itself, not only in the name of the file.
    needed.some((word) => (looks.get(word)?.found[at] ?? 0) > inPlace);
  const full = [...all.keys()].filter(isFull);
  const found = full
    .filter((at) => kind === undefined || isOfKind(all[at]?.said ?? '', kind))
    .map((at) => ({ at, score: words.reduce((sum, word) => sum + worth(word, at), 0) }))
    .toSorted((one, other) => other.score - one.score);
  const best = found[0]?.score ?? 0;
  const readables = found.filter(({ score }) => score >= asGood * best).flatMap(({ at }) => all[at] ?? []);
  const passages = [...new Map(readables.map((each) => [each.passage, each])).values()].slice(0, mostAnswers);
  if (passages.length === 0) {
    const sum = (at: number) => needed.reduce((all, word) => all + worth(word, at), 0);
    const at = (full.length > 0 ? full : [...all.keys()]).reduce((top, next) => (sum(next) > sum(top) ? next : top));
    const lacks = needed.filter((word) => worth(word, at) === 0).map(({ text }) => text);
    const { file = '', heading = '' } = all[at]?.passage ?? {};
    const wanted = lacks.length === 0 && kind ? [asked(kind, question)] : lacks;
    return { missing: [], ...(wanted.length > 0 ? { nearest: { file, heading, lacks: wanted } } : {}) };
  }
  const absent = words.filter((word) => word.part === 'soft' && nowhere(word)).map(({ text }) => text);
  const lookups = passages.map((each, index) => ({
    query: queryFor(each, words, documents, index === passages.length - 1 ? absent : []),
    file: each.passage.file,
  }));
  return { lookups };
}

/** The words that have to be there: what it is about; where that is what all the documents are about, what is asked of it as well. */
function neededOf(
  words: readonly AskedWord[],
  kind: AnswerKind | undefined,
  isCommon: (word: AskedWord) => boolean,
): readonly AskedWord[] {
  const topics = words.filter(({ part }) => part === 'topic');
  if (topics.length === 0) return words;
  // "Who pays for it" is not "who made it".
  if (kind !== 'person' && !topics.every(isCommon)) return topics;
  const isOpen = ({ text }: AskedWord) => kind === 'person' && /responsible|charge|负责|who|allowed/i.test(text);
  return words.filter(
    (word) => word.part === 'topic' || (word.part === 'asks' && word.senses.length > 0 && !isOpen(word)),
  );
}

/** The word of a question that asks for a kind of answer. */
const asked = (kind: AnswerKind, question: string): string =>
  question.match(
    /\bhow (?:much|many|long|often|soon)\b|\b(?:who|when|what time|where)\b|多少钱|多少|多久|谁|几\p{Script=Han}|什么时候/iu,
  )?.[0] ?? kind;

/** What a word counts that only the names above a passage or the paragraph before it have. */
const inPlace = 0.4;
const bySense = 0.8;

interface Look {
  /** How much of the word each passage has. */
  readonly found: readonly number[];
  readonly count: number;
  readonly weight: number;
  readonly isCommon: boolean;
}

function lookFor(
  word: AskedWord,
  before: AskedWord | undefined,
  next: AskedWord | undefined,
  all: readonly Readable[],
): Look {
  // "e-mail" is "email", "home office" is "homeoffice".
  const joined = [next && [...word.roots, ...next.roots], before && [...before.roots, ...word.roots]].flatMap(
    (roots) => (roots && roots.length > 1 && word.roots.length > 0 ? [rootOf(roots.join(''))] : []),
  );
  const found = all.map(({ own, around }) =>
    Math.max(partIn(own, word, joined), inPlace * partIn(around, word, joined)),
  );
  const count = found.filter((part) => part > 0).length;
  const rarity = Math.log(1 + all.length / Math.max(1, count));
  return {
    found,
    count,
    weight: (word.part === 'topic' ? 1 : word.part === 'soft' ? 0.4 : 0.3) * rarity,
    // What only the name of a file says is not said in its passages.
    isCommon: found.filter((part) => part > inPlace).length >= Math.max(4, commonPart * all.length),
  };
}

function partIn(words: TextWords, { text, roots, senses }: AskedWord, joined: readonly string[]): number {
  const alike = senses.some((sense) => words.senses.has(sense)) ? bySense : 0;
  if (isHan(text)) {
    if (stands(text, words)) return 1;
    if (alike > 0 || text.length < 3) return alike;
    const pairs = Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
    const part = pairs.filter((pair) => words.text.includes(pair)).length / pairs.length;
    return part >= 0.5 ? part : 0;
  }
  if (roots.every((root) => words.roots.has(root)) || words.roots.has(rootOf(roots.join('')))) return 1;
  return joined.some((root) => words.roots.has(root)) ? 1 : alike;
}

/** 上学 is no word of 以上学员: one of its ends has to be the end of a word. */
function stands(text: string, words: TextWords): boolean {
  for (let at = words.text.indexOf(text); at >= 0; at = words.text.indexOf(text, at + 1))
    if (words.edges.has(at) || words.edges.has(at + text.length)) return true;
  return false;
}

/** Words with which the search finds that passage first, and those that are nowhere, which it then names. */
function queryFor(
  { passage, own }: Readable,
  words: readonly AskedWord[],
  documents: readonly Document[],
  absent: readonly string[],
): string {
  const { search } = documentIndex(documents);
  const isKnown = (text: string) => search(text, passage.file).missing.length === 0;
  const there = words.filter((word) => partIn(own, word, []) === 1 && isKnown(word.text)).map(({ text }) => text);
  const isFirst = (query: string) => search(query, passage.file).passages[0]?.text === passage.text;
  const start = passage.text.slice(0, 300);
  const tries = [there.join(' '), `${there.join(' ')} ${passage.heading}`, start];
  const query = tries.find((text) => text.trim() !== '' && isFirst(text)) ?? start;
  return [query.slice(0, 300), ...absent].join(' ').slice(0, 400);
}
