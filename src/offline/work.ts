import type { JsonValue } from '../domain/json.ts';
import { lastUserText } from '../domain/message.ts';
import type { StepOutput } from '../domain/step-output.ts';
import { ModelError } from '../models/model-error.ts';
import type { Brief } from '../prompts/brief.ts';
import { type Language, languageOf } from '../text/language-of.ts';
import type { QueryResult } from '../tools/tables/query-result.ts';
import { defaultLimit } from '../tools/tables/table-query.ts';
import { checkedText, flawText, queryResults, toQueryResult } from './checked-text.ts';
import { nameText, textValue } from './lexicon/query-text.ts';
import { presentDocuments } from './present-documents.ts';
import { presentQuery } from './present-query.ts';
import { readRequest } from './read-request.ts';
import { interpret } from './reading/interpret.ts';
import type { Meaning } from './reading/meaning.ts';
import { refusalReason } from './refusal-reason.ts';
import { move, type Reply, say } from './reply.ts';
import { describe, hasAssumedMeasure, slipsIn } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { toReport } from './to-report.ts';

type WorkBrief = Extract<Brief, { purpose: 'work' }>;

/**
 * Works on one step: first asks for the tools, then writes down what they gave, with what was checked; a report is written at once. Figures that do
 * not hold are given as a part of the step; a step that cannot be done is refused, not made up.
 */
export function work(brief: WorkBrief, around: Surroundings): Reply {
  const { messages, step, specialist, exchange, data } = brief;
  const language = languageOf(lastUserText(messages) ?? step.description);
  if (specialist.name === 'writer') return say(report(brief, language));
  const found = exchange.filter((message) => message.role === 'tool');
  if (found.length === 0) {
    const calls = callsFor(brief, around, language);
    return { text: '', toolCalls: calls.map(({ name, input }, index) => move(name, input, index + 1)) };
  }
  // A tool that failed gives an error text and no data: the step fails with it.
  const failed = found.find((_, index) => (data[index] ?? null) === null);
  if (failed) throw new ModelError('refusal', failed.content || 'The tool gave nothing.');
  // Two ways to read a question that come to the same are one.
  const own = found.flatMap(({ content }, at) =>
    isSameResult(data[at - 1], data[at]) ? [] : [{ content, of: data[at] ?? null }],
  );
  const texts = own.map(({ content, of }) => resultText(content, of, step.description, language));
  const reason = flawText([{ data }], language);
  return {
    text: [...texts, checkedText([{ data }], language)].filter((text) => text !== '').join('\n\n'),
    toolCalls: reason === '' ? [] : [move('cannot', { reason })],
  };
}

function isSameResult(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const [first, second] = [toQueryResult(one ?? null), toQueryResult(other ?? null)];
  return (
    first !== undefined &&
    second !== undefined &&
    JSON.stringify([first.file, first.rows, first.query.where]) ===
      JSON.stringify([second.file, second.rows, second.query.where])
  );
}

/** A tool that the rules want to use. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
}

function callsFor(brief: WorkBrief, around: Surroundings, language: Language): Call[] {
  const meanings = meaningsOf(brief, around);
  const refused = meanings.find((meaning) => meaning.kind === 'refused');
  if (refused?.kind === 'refused') throw new ModelError('refusal', refusalReason(refused.refusal, around, language));
  const calls = meanings.map((meaning) => ofResult(meaning, brief, language)).flatMap(toCalls);
  if (calls.length > 0) return calls;
  throw new ModelError(
    'refusal',
    `The offline rules cannot do "${brief.step.description}" as the specialist "${brief.specialist.name}". Give it a run function or a language model.`,
  );
}

/** What a step comes to: as it was read with the whole conversation, or by itself where somebody else wrote it. */
function meaningsOf({ step, specialist, messages }: WorkBrief, around: Surroundings): Meaning[] {
  const request = readRequest(messages, around);
  const own = request.readings.find((reading) => describe(reading, request.language) === step.description);
  if (own) return [own.meaning];
  return interpret(step.description, { ...around, specialists: [specialist] }).map(({ meaning }) => meaning);
}

/** "its" of a question becomes what the step before it has found. */
function ofResult(meaning: Meaning, { inputs }: WorkBrief, language: Language): Meaning {
  if (meaning.kind !== 'question' || !meaning.question.isOfResult) return meaning;
  const result = inputs.flatMap((input) => queryResults(input))[0];
  const column = result?.query.groups[0]?.column;
  if (!result || column === undefined || result.rows.length === 0)
    throw new ModelError(
      'refusal',
      language === 'en'
        ? 'The step before found nothing that this one could be about.'
        : '上一步没有得出可供使用的结果。',
    );
  const wanted = winnersOf(result).map((cell) => (typeof cell === 'number' ? String(cell) : textValue(String(cell))));
  const condition = `${nameText(column)} in (${wanted.join(', ')})`;
  const queries = meaning.question.queries.map((query) => ({ ...query, where: [...(query.where ?? []), condition] }));
  return { ...meaning, question: { ...meaning.question, queries, isOfResult: false } };
}

/** The groups that a result is about: as many as were asked for, else the first one and those that are equal to it. */
function winnersOf({ rows, query }: QueryResult): QueryResult['rows'][number] {
  const [first] = rows;
  const at = query.change ? -2 : -1;
  const meant = query.limit < defaultLimit ? rows : rows.filter((row) => row.at(at) === first?.at(at));
  return meant.map(([key = null]) => key);
}

/** The tools that find out what a clause asks for. */
export function toCalls(meaning: Meaning): Call[] {
  switch (meaning.kind) {
    case 'question':
      // "its": without what the step before it has found, it would be about everything.
      if (meaning.question.isOfResult) return [];
      return meaning.question.queries.map((input) => ({ name: 'query_table', input }));
    case 'columns':
      return [{ name: 'describe_table', input: { file: meaning.file } }];
    case 'summary':
      return [{ name: 'summarize_document', input: { file: meaning.file } }];
    case 'search':
      return meaning.lookups.map(({ query, ...where }) => ({
        name: 'search_documents',
        input: { query: query.slice(0, 400), ...where },
      }));
    case 'math':
      return [{ name: 'calculate', input: { expressions: [meaning.expression] } }];
    default:
      return [];
  }
}

/** What a tool gave, in words; `description` says what was asked. */
export function resultText(content: string, data: JsonValue, description: string, language: Language): string {
  const result = toQueryResult(data);
  if (result) return queryText(result, description, language);
  return presentDocuments(data, language) ?? content;
}

function queryText(result: QueryResult, description: string, language: Language): string {
  const { finding, table, reading } = presentQuery(result, language);
  const note = assumption(description, language);
  const read = language === 'en' ? `Read as: ${reading}.${note}` : `口径：${reading}。${note}`;
  return [finding, table, read].filter((part) => part !== '').join('\n\n');
}

function assumption(description: string, language: Language): string {
  const slips = slipsIn(description).map((slip) =>
    language === 'en' ? ` Taken as a slip: ${slip}.` : `按笔误理解：${slip}。`,
  );
  if (!hasAssumedMeasure(description)) return slips.join('');
  const note =
    language === 'en' ? ' The question names no measure here; this one is assumed.' : '问题中未写明指标，此处为假定。';
  return `${slips.join('')}${note}`;
}

function report(brief: WorkBrief, language: Language): string {
  const en = language === 'en';
  if (brief.inputs.length === 0)
    throw new ModelError('refusal', en ? 'There is no result to write about.' : '没有可写入报告的结果。');
  const parts = brief.inputs.flatMap((input) => sectionsOf(input, language));
  const files = [...new Set(brief.inputs.flatMap((input) => queryResults(input)).map((result) => result.file))].join(
    ', ',
  );
  const title = files === '' ? (en ? 'Report' : '报告') : en ? `Report on ${files}` : `关于 ${files} 的报告`;
  const [findings, notes] = [parts.flatMap((part) => part.finding), parts.flatMap((part) => part.note)];
  return toReport({ title, findings, sections: parts, notes }, language);
}

function sectionsOf(
  input: StepOutput,
  language: Language,
): { heading: string; text: string; finding: string[]; note: string[] }[] {
  const results = queryResults(input);
  if (results.length === 0) return [{ heading: input.description, text: input.text, finding: [], note: [] }];
  return results.map((result) => {
    const { heading, finding, table, reading } = presentQuery(result, language);
    const note = `${reading}${language === 'en' ? '.' : '。'}${assumption(input.description, language)}`;
    return { heading, text: table || finding, finding: [finding], note: [note] };
  });
}
