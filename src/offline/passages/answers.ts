import { documentIndex } from '../../tools/documents/document-index.ts';
import type { Document } from '../../tools/documents/parse-document.ts';
import type { Passage } from '../../tools/documents/passages.ts';
import { amountsIn, isOtherAmount } from './amounts.ts';
import { type AskedWord, askedWords } from './asked-words.ts';
import { type AnswerKind, kindAsked } from './asking-words.ts';
import { type Readable, readablePassages, type TextWords } from './readable-passages.ts';
import { isHan, latinWords, rootOf } from './roots.ts';
import { canAnswer, doingIn } from './turns.ts';

/** How the passages that answer a question are looked up, the best one first. */
export interface Answer {
  readonly lookups: readonly { readonly query: string; readonly file: string }[];
  /** The parts of the documents that the passages stand in. */
  readonly sections: readonly string[];
}

/** What is known before a question is asked. */
export interface Known {
  /** What was asked before: a passage has to be about that as well. */
  readonly about?: string;
  /** Only these parts of the documents may answer. */
  readonly sections?: readonly string[];
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
export function answerIn(
  question: string,
  documents: readonly Document[],
  { about = '', sections }: Known = {},
): Answer | Unanswered {
  const all = readablePassages(documents);
  const own = askedWords(question.slice(0, longestQuestion));
  const earlier = askedWords(about.slice(0, longestQuestion)).filter(({ part }) => part === 'topic');
  const words = [...own, ...earlier];
  const looks = new Map(words.map((word, at) => [word, lookFor(word, words[at - 1], words[at + 1], all)]));
  const kind = kindAsked(question);
  // "And where is it made?": nothing but these words tells whether a passage about the same answers.
  const isBare = about !== '' && (kind === undefined || kind === 'place') && !own.some(({ part }) => part === 'topic');
  const doing = isBare ? own.filter(({ part }) => part === 'soft') : [];
  if (isBare && doing.length === 0) return { missing: [] };
  const needed = [...neededOf(question, words, kind, (word) => looks.get(word)?.isCommon ?? false), ...doing];
  if (needed.length === 0) return { missing: [] };
  // "How big is the machine?": what all the documents are about need not be said where its size is.
  const isOne = needed.filter(({ part }) => part === 'topic').length === 1 && needed.length > 1;
  const ofAll = needed.filter(
    (word) => word.part === 'topic' && looks.get(word)?.isCommon && (isOne || isWhere(word.text, question)),
  );
  const nowhere = (word: AskedWord) => looks.get(word)?.count === 0;
  if (needed.some(nowhere)) return { missing: needed.filter(nowhere).map(({ text }) => text) };
  const worth = (word: AskedWord, at: number) => (looks.get(word)?.weight ?? 0) * (looks.get(word)?.found[at] ?? 0);
  const amounts = kind === 'money' ? amountsIn(question) : [];
  const isFull = (at: number) =>
    (sections === undefined || sections.includes(sectionOf(all[at]?.passage))) &&
    !amounts.some((amount) => isOtherAmount(amount, all[at]?.said ?? '')) &&
    needed.every((word) => worth(word, at) > 0 || ofAll.includes(word)) &&
    // What is asked about is said in the passage itself, not only in the name of the file.
    needed.some((word) => (looks.get(word)?.found[at] ?? 0) > inPlace);
  const full = [...all.keys()].filter(isFull);
  const found = full
    .filter((at) => canAnswer(all[at]?.said ?? '', question, kind))
    .map((at) => ({ at, score: words.reduce((sum, word) => sum + worth(word, at), 0) }))
    .toSorted((one, other) => other.score - one.score);
  const best = found[0]?.score ?? 0;
  const good = found.filter(({ score }) => score >= asGood * best).map(({ at }) => at);
  // Where several parts of the documents speak of the one thing, what is asked of it has to tell them apart.
  const isOpen =
    words.filter(({ part }) => part === 'topic').length < 2 &&
    new Set(good.map((at) => sectionOf(all[at]?.passage))).size > 1;
  const soft = isOpen ? words.filter(({ part, text }) => part === 'soft' && !saysNothing.test(text)) : [];
  const told = good.filter((at) => soft.every((word) => worth(word, at) > 0)).flatMap((at) => all[at] ?? []);
  const passages = [...new Map(told.map((each) => [each.passage, each])).values()].slice(0, mostAnswers);
  if (passages.length === 0) {
    const at = bestOf(full.length > 0 ? full : [...all.keys()], needed, worth);
    const lacks = [...needed, ...soft].filter((word) => worth(word, at) === 0).map(({ text }) => text);
    return unanswered(all[at]?.passage, lacks.length === 0 && kind ? [asked(kind, question)] : lacks);
  }
  const absent = words.filter((word) => word.part === 'soft' && nowhere(word)).map(({ text }) => text);
  const lookups = passages.map((each, index) => ({
    query: queryFor(each, words, documents, index === passages.length - 1 ? absent : []),
    file: each.passage.file,
  }));
  return { lookups, sections: passages.map(({ passage }) => sectionOf(passage)) };
}

/** The place that has most of these words. */
function bestOf(
  places: readonly number[],
  words: readonly AskedWord[],
  worth: (word: AskedWord, at: number) => number,
): number {
  const sum = (at: number) => words.reduce((all, word) => all + worth(word, at), 0);
  return places.reduce((top, next) => (sum(next) > sum(top) ? next : top));
}

function unanswered(passage: Passage | undefined, lacks: readonly string[]): Unanswered {
  const { file = '', heading = '' } = passage ?? {};
  return { missing: [], ...(lacks.length > 0 ? { nearest: { file, heading, lacks } } : {}) };
}

/** "On the boat" of a handbook of boats. */
const isWhere = (word: string, question: string): boolean =>
  latinWords(question).some(
    (text, at, all) =>
      text === word &&
      /^(?:the|our|your)$/i.test(all[at - 1] ?? '') &&
      /^(?:in|on|at|inside)$/i.test(all[at - 2] ?? ''),
  );

const sectionOf = (passage: Passage | undefined): string => `${passage?.file}\n${passage?.heading}`;

/** The words that have to be there: what it is about; where that is what all the documents are about, what is asked of it as well. */
function neededOf(
  question: string,
  words: readonly AskedWord[],
  kind: AnswerKind | undefined,
  isCommon: (word: AskedWord) => boolean,
): readonly AskedWord[] {
  const topics = words.filter(({ part }) => part === 'topic');
  if (topics.length === 0) return words;
  // "Who pays for it" is not "who made it".
  if (kind !== 'person' && !topics.every(isCommon)) return topics;
  const isOpen = ({ text }: AskedWord) => kind === 'person' && /responsible|charge|负责|who|allowed/i.test(text);
  // "Who runs the shop" is not who is there.
  const does = kind === 'person' ? doingIn(question) : undefined;
  return words.filter(
    (word) =>
      word.part === 'topic' ||
      (word.part === 'asks' && word.senses.length > 0 && !isOpen(word)) ||
      word.text.toLowerCase() === does,
  );
}

/** Words of doing that tell nothing apart. */
const saysNothing =
  /^(?:go|goes|going|do|does|have|has|had|get|gets|got|take|takes|make|makes|use|need|needs|want|wants|know|tell|find|see|come|comes|[能会要用有])$/i;

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
