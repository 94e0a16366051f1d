import { toPlainLine } from '../../tools/plain-text.ts';
import { type Surroundings, takeFileName } from '../surroundings.ts';
import { computed, toExpression } from './arithmetic.ts';
import { type AskedDocuments, isInDocuments, toAnswer, toSearch } from './ask-documents.ts';
import { findInability, type Inability, isAsking } from './cannot.ts';
import { type Clause, splitClauses } from './clauses.ts';
import { beginsOn, isStatement } from './goes-on.ts';
import { contentOf, isOfTables, lookAt, reportCue, searchCue } from './look-at.ts';
import { type Meaning, type Reading, type Refusal, refuse, specialistFor } from './meaning.ts';
import { isProblem } from './problem.ts';
import { type Question, readQuestion } from './read-question.ts';
import { isVague, talkOf } from './small-talk.ts';

/** What a request may go on with: the file and the question that were talked of. */
export interface Memory {
  file: string | undefined;
  before: { readonly question: Question; readonly text: string; readonly isEarlier: boolean } | undefined;
  /** What the clause before it in the same sentence came to, where that was a question to a table. */
  beside?: Question | Refusal | undefined;
  /** What was last asked, if it was the documents that were asked. */
  documents?: AskedDocuments | undefined;
}

export const noMemory = (): Memory => ({ file: undefined, before: undefined });

/** Rules look at every word many times: a longer text is no request for them. */
const maxLength = 2000;

/** Reads a request: its clauses, each with what it comes to. `memory` has what was asked before, and keeps what is asked now. */
export function interpret(request: string, around: Surroundings, memory: Memory = noMemory()): Reading[] {
  if (request.length > maxLength) {
    const clause = { text: toPlainLine(request, 80), after: 'nothing' as const };
    return [{ clause, meaning: refuse({ why: 'too-long', max: maxLength }) }];
  }
  const expression = toExpression(request);
  if (expression) return [{ clause: { text: request.trim(), after: 'nothing' }, meaning: toMath(expression) }];
  const { text, file } = takeFileName(request, around);
  // A file named once at the start is meant until another one is named.
  const isHeading = file !== undefined && new RegExp(`^\\W*${escapeRegExp(file)}\\W*[:：,，]`, 'i').test(request);
  if (isHeading) memory.file = file;
  const look = (piece: string) => lookAt(piece, around);
  const clauses = splitClauses(isHeading ? text : request, look, around.tables.length > 0);
  const readings = withStatements(clauses, around, memory);
  const isUnread = (reading: Reading) =>
    reading.meaning.kind === 'refused' && reading.meaning.refusal.why !== 'inability';
  if (readings.length > 1 && readings.every(isUnread) && isInDocuments(request, around)) {
    return [
      {
        clause: { text: request.trim(), after: 'nothing' },
        meaning: allowed(toAnswer(request, around).meaning, around),
      },
    ];
  }
  return withoutIdleReports(readings);
}

/** What is only stated narrows what is asked of the documents beside it: it is looked up with it, never left out. */
function withStatements(clauses: readonly Clause[], around: Surroundings, memory: Memory): Reading[] {
  const stated = around.documents.names.length === 0 ? [] : clauses.filter(({ text }) => isStatement(text));
  if (stated.length === 0 || stated.length === clauses.length)
    return clauses.flatMap((clause) => readClause(clause, around, memory));
  const before = { ...memory };
  const readings = clauses.map((clause) => ({ clause, read: readClause(clause, around, memory) }));
  const isOfDocuments = ({ meaning }: Reading) =>
    meaning.kind === 'search' || (meaning.kind === 'refused' && notInDocuments.has(meaning.refusal.why));
  const said = readings.filter(({ clause, read }) => stated.includes(clause) && read.every(isOfDocuments));
  const asked = readings.filter(({ clause, read }) => !stated.includes(clause) && read.every(isOfDocuments));
  if (said.length === 0 || asked.length === 0) return readings.flatMap(({ read }) => read);
  memory.documents = before.documents;
  return readings.flatMap((each) => {
    if (said.includes(each)) return [];
    if (!asked.includes(each)) return each.read;
    const joint = /\p{Script=Han}/u.test(each.clause.text) ? '。' : '. ';
    const text = [...said, each].map(({ clause }) => clause.text).join(joint);
    // A pronoun stands for what is stated.
    if (!beginsOn(text)) memory.documents = undefined;
    return [{ clause: { ...each.clause, text }, meaning: allowed(askDocuments(text, around, memory), around) }];
  });
}

const notInDocuments: ReadonlySet<Refusal['why']> = new Set<Refusal['why']>(['not-in-documents', 'goes-on', 'unread']);

/** The documents are asked, and what they were asked is kept. */
function askDocuments(question: string, around: Surroundings, memory: Memory): Meaning {
  const { meaning, asked } = toAnswer(question, around, memory.documents);
  memory.documents = asked;
  return meaning;
}

/** A report on what was refused is none: nothing else takes its place. */
function withoutIdleReports(readings: readonly Reading[]): Reading[] {
  const isReport = ({ meaning }: Reading) => meaning.kind === 'report';
  const others = readings.filter((reading) => !isReport(reading));
  const isIdle =
    others.length > 0 && others.every(({ meaning }) => meaning.kind === 'refused' || meaning.kind === 'unclear');
  if (!isIdle) return [...readings];
  return readings.map((reading) =>
    isReport(reading) ? { ...reading, meaning: refuse({ why: 'nothing-to-report' }) } : reading,
  );
}

function readClause(clause: Clause, around: Surroundings, memory: Memory): Reading[] {
  const about =
    /^(.*?(?:report|summary|overview|memo|write-?up)\b)\s*(?:on|about|of|with|covering)\s+(.+)$|^((?:(?!关于).)*)关于(.+?)的?(报告|总结|摘要)(.*)$/i.exec(
      clause.text,
    );
  const subject = about?.[2] ?? about?.[4];
  if (subject && contentOf(takeFileName(subject, around).text) !== '') {
    const parts = splitClauses(subject, (piece) => lookAt(piece, around), around.tables.length > 0).flatMap((part) =>
      readClause({ ...part, after: clause.after }, around, memory),
    );
    const head = about?.[1] ?? `${about?.[3]}${about?.[5]}`;
    return [...parts, { clause: { text: head, after: 'all' }, meaning: allowed({ kind: 'report' }, around) }];
  }
  const { before } = memory;
  if (!clause.isBeside) memory.beside = undefined;
  const meaning = allowed(meaningOf(clause.text, around, memory), around);
  memory.beside =
    meaning.kind === 'question' ? meaning.question : meaning.kind === 'refused' ? meaning.refusal : undefined;
  const reading = { clause, meaning };
  // "its" of an earlier message: what it asked is looked up again, as a step before this one.
  const isOfEarlier = meaning.kind === 'question' && meaning.question.isOfResult && before?.isEarlier;
  if (!isOfEarlier) return [reading];
  const earlier: Reading = {
    clause: { text: before.text, after: 'nothing' },
    meaning: { kind: 'question', question: before.question },
  };
  return [earlier, reading];
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function meaningOf(clause: string, around: Surroundings, memory: Memory): Meaning {
  const talk = talkOf(clause);
  if (talk) return { kind: 'talk', about: talk };
  const inability = findInability(clause, (word) => isOfTables(word, clause, around));
  if (inability && !((soft.has(inability) || isAsking(clause)) && isInDocuments(clause, around)))
    return refuse({ why: 'inability', inability });
  const expression = toExpression(clause);
  if (expression) return toMath(expression);
  const { text, file } = takeFileName(clause, around);
  if (file !== undefined) memory.file = file;
  const isDocument = memory.file !== undefined && around.documents.names.includes(memory.file);
  if (reportCue.test(clause) && contentOf(text) === '') {
    return isDocument && file !== undefined
      ? { kind: 'summary', file }
      : { kind: 'report', ...(memory.file ? { file: memory.file } : {}) };
  }
  const given = around.specialists.find((card) => isNamed(card.name, clause) && !shipped.has(card.name));
  if (given) return { kind: 'given', specialist: given.name };
  const isSearch = searchCue.test(clause) && (around.documents.names.length > 0 || around.tables.length === 0);
  if (isSearch || (isDocument && file !== undefined)) return toSearch(text, file, around);
  return askTables(text, around, memory);
}

/** What is asked, not ordered, may be answered by a document. */
const soft: ReadonlySet<Inability> = new Set(['cause', 'live', 'forecast', 'chart', 'creative', 'sending']);

const shipped: ReadonlySet<string> = new Set(['data', 'math', 'search', 'writer']);
const isNamed = (name: string, clause: string) =>
  new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, 'iu').test(clause);
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
function askTables(text: string, around: Surroundings, memory: Memory): Meaning {
  const broken =
    around.broken.find((file) => file.name === memory.file) ??
    (around.tables.length === 0 ? around.broken[0] : undefined);
  if (broken) return refuse({ why: 'broken-file', file: broken.name, reason: broken.why });
  const named = around.tables.find((table) => table.name === memory.file);
  if (memory.file !== undefined && !named && !around.documents.names.includes(memory.file))
    return refuse({ why: 'no-such-file', file: memory.file });
  const candidates = named ? [named] : around.tables;
  const [first] = candidates;
  if (/\b(?:columns?|fields?|headers?|schema|structure|describe)\b|哪些列|字段|列名|表头|结构/i.test(text) && first)
    return { kind: 'columns', file: (named ?? first).name };
  const { before, beside } = memory;
  const known = beside !== undefined && 'parts' in beside ? beside : undefined;
  const reads = candidates.map((table) =>
    readQuestion(text, table, {
      ...(before && before.question.file === table.name ? { before: before.question.parts } : {}),
      ...(known?.file === table.name ? { beside: known.parts } : {}),
    }),
  );
  const questions = reads.filter((read): read is Question => !isProblem(read));
  const meant = questions.length > 1 ? questions.filter(({ file }) => file === before?.question.file) : questions;
  if (questions.length > 1 && meant.length === 0)
    return refuse({ why: 'several-files', files: questions.map((question) => question.file) });
  const [question] = meant;
  // What was not understood of a sentence may narrow the rest of it, too.
  if (question?.isBare && beside !== undefined && 'why' in beside && beside.why === 'unread') return refuse(beside);
  if (question) {
    memory.documents = undefined;
    memory.before = { question, text, isEarlier: false };
    return {
      kind: 'question',
      question: { ...question, ...(before && question.continues ? { after: before.text } : {}) },
    };
  }
  // Whatever speaks of a column of a table is about the table, even where it cannot be read.
  const { hasMeasure, isGrouped } = lookAt(text, around);
  if (!hasMeasure && !isGrouped && isInDocuments(text, around)) return askDocuments(text, around, memory);
  const problems = reads.filter(isProblem);
  const problem = problems.toSorted((a, b) => a.words.length - b.words.length)[0];
  const table = candidates[problem ? reads.indexOf(problem) : 0];
  if (!first || !problem || !table) {
    if (isVague(text)) return { kind: 'unclear' };
    return askDocuments(text, around, memory);
  }
  if (isVague(text)) return { kind: 'unclear' };
  // What comes next goes on with this, and not with what was asked before it.
  memory.before = undefined;
  return refuse({ why: 'unread', problem, file: table.name, clause: text });
}

function toMath(expression: string): Meaning {
  const result = computed(expression);
  return 'value' in result
    ? { kind: 'math', expression, value: result.value }
    : refuse({ why: 'computation', reason: result.problem });
}

/** A step needs someone to do it. */
function allowed(meaning: Meaning, around: Surroundings): Meaning {
  const specialist = specialistFor(meaning);
  const isThere =
    specialist === undefined ||
    around.specialists.length === 0 ||
    around.specialists.some((card) => card.name === specialist);
  return isThere || meaning.kind === 'columns' || meaning.kind === 'math'
    ? meaning
    : refuse({ why: 'no-specialist', specialist });
}
