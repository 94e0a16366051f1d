import type { Brief, StepOutput } from '../../domain/brief.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/message.ts';
import { type QueryResult, queryResultSchema } from '../../tools/query-result.ts';
import { ModelError } from '../model-error.ts';
import { interpret, type Meaning } from './interpret.ts';
import { type Language, languageOf } from './language.ts';
import { presentQuery } from './present-query.ts';
import { refusalReason } from './refusal-reason.ts';
import { hasAssumedMeasure } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

type WorkBrief = Extract<Brief, { purpose: 'work' }>;

/** Works on one step: first asks for the tools, then writes down what they gave. A step that cannot be done is refused, not made up. */
export function work(brief: WorkBrief, around: Surroundings): { text: string; toolCalls: ToolCall[] } {
  const language = languageOf(
    brief.messages.findLast((message) => message.role === 'user')?.content ?? brief.step.description,
  );
  const answers = brief.exchange.filter((message) => message.role === 'tool');
  if (answers.length > 0) {
    return {
      text: answers
        .map((answer, index) => toText(answer.content, brief.data[index] ?? null, brief, language))
        .join('\n\n'),
      toolCalls: [],
    };
  }
  const calls = brief.specialist.name === 'writer' ? [reportCall(brief, language)] : callsFor(brief, around, language);
  return {
    text: '',
    toolCalls: calls.map((call, index) => ({
      id: `${brief.step.id}-${index + 1}`,
      name: call.name,
      arguments: JSON.stringify(call.input),
    })),
  };
}

interface Call {
  readonly name: string;
  readonly input: unknown;
}

function callsFor(brief: WorkBrief, around: Surroundings, language: Language): Call[] {
  const meanings = interpret(brief.step.description, { ...around, specialists: [brief.specialist] }).map(
    (reading) => reading.meaning,
  );
  const refused = meanings.find((meaning) => meaning.kind === 'refused');
  if (refused?.kind === 'refused') throw new ModelError('refusal', refusalReason(refused.refusal, around, language));
  const calls = meanings.flatMap(toCalls);
  if (calls.length > 0) return calls;
  throw new ModelError(
    'refusal',
    `The offline rules cannot do "${brief.step.description}" as the specialist "${brief.specialist.name}". Give it a run function or a language model.`,
  );
}

function toCalls(meaning: Meaning): Call[] {
  switch (meaning.kind) {
    case 'question':
      return meaning.question.queries.map((input) => ({ name: 'query_table', input }));
    case 'columns':
      return [{ name: 'describe_table', input: { file: meaning.file } }];
    case 'summary':
      return [{ name: 'summarize_document', input: { file: meaning.file } }];
    case 'search':
      return [
        {
          name: 'search_documents',
          input: { query: meaning.query.slice(0, 400), ...(meaning.file ? { file: meaning.file } : {}) },
        },
      ];
    case 'math':
      return [{ name: 'calculate', input: { expression: meaning.expression } }];
    default:
      return [];
  }
}

function toText(content: string, data: JsonValue, brief: WorkBrief, language: Language): string {
  const result = toQueryResult(data);
  if (result) return queryText(result, brief.step.description, language);
  // A tool that failed gives an error text and no data: the step fails with it.
  if (data === null) throw new ModelError('refusal', content || 'The tool gave nothing.');
  return content;
}

function queryText(result: QueryResult, description: string, language: Language): string {
  const { finding, table, reading } = presentQuery(result, language);
  const note = assumption(description, language);
  const read = language === 'en' ? `Read as: ${reading}.${note}` : `口径：${reading}。${note}`;
  return [finding, table, read].filter((part) => part !== '').join('\n\n');
}

function assumption(description: string, language: Language): string {
  if (!hasAssumedMeasure(description)) return '';
  return language === 'en'
    ? ' The question names no measure here; this one is assumed.'
    : '问题中未写明指标，此处为假定。';
}

function reportCall(brief: WorkBrief, language: Language): Call {
  const en = language === 'en';
  if (brief.inputs.length === 0)
    throw new ModelError('refusal', en ? 'There is no result to write about.' : '没有可写入报告的结果。');
  const parts = brief.inputs.flatMap((input) => sectionsOf(input, language));
  const files = [...new Set(brief.inputs.flatMap((input) => queryResults(input)).map((result) => result.file))].join(
    ', ',
  );
  const title = files === '' ? (en ? 'Report' : '报告') : en ? `Report on ${files}` : `关于 ${files} 的报告`;
  const [findings, notes] = [parts.flatMap((part) => part.finding), parts.flatMap((part) => part.note)];
  return {
    name: 'write_report',
    input: { title, language, findings, sections: parts.map(({ heading, text }) => ({ heading, text })), notes },
  };
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

/** The query results among the data of a step. */
export function queryResults(output: Pick<StepOutput, 'data'>): QueryResult[] {
  return output.data.flatMap((data) => toQueryResult(data) ?? []);
}

function toQueryResult(data: JsonValue): QueryResult | undefined {
  return queryResultSchema.safeParse(data).data;
}
