import type { Brief } from '../../domain/brief.ts';
import type { NotDone } from '../../domain/thinking.ts';
import type { ThinkWire } from '../../prompts/wire.ts';
import { formatNumber, toMarkdownTable } from '../../tools/markdown-table.ts';
import { toPlainText } from '../../tools/plain-text.ts';
import { interpret, type Reading } from './interpret.ts';
import { type Language, languageOf } from './language.ts';
import { abilities, filesOf, refusalReason } from './refusal-reason.ts';
import type { Measure } from './scan.ts';
import { isWork, toSteps, withOverview } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

/** What the user said last, in which language, and what it comes to. */
export interface Request {
  readonly text: string;
  readonly language: Language;
  readonly readings: readonly Reading[];
  /** The measure that earlier messages were about. */
  readonly carried?: Measure;
}

/** Reads what the user said since the last answer, with the measure of the messages before it in mind. */
export function readRequest(messages: Brief['messages'], around: Surroundings): Request {
  const latest = messages.findLastIndex((message) => message.role === 'assistant');
  const saidIn = (part: Brief['messages']) =>
    part.filter((message) => message.role === 'user').map((message) => toPlainText(message.content));
  // What was said since the last answer belongs together.
  const said = saidIn(messages.slice(latest + 1));
  const text = said.join('\n');
  const language = languageOf(said.at(-1) ?? '');
  const carried = saidIn(messages.slice(0, latest + 1))
    .slice(-3)
    .flatMap((earlier) => interpret(earlier, around))
    .flatMap(({ meaning }) => (meaning.kind === 'question' ? meaning.question.measures : []))
    .at(-1);
  return {
    text,
    language,
    readings: withOverview(interpret(text, around, carried), around, language),
    ...(carried ? { carried } : {}),
  };
}

/** Thinks: reads every clause, answers what needs no plan, and names what nobody here can do. */
export function think(brief: Extract<Brief, { purpose: 'think' }>, around: Surroundings): ThinkWire {
  const request = readRequest(brief.messages, around);
  const { language, readings } = request;
  const en = language === 'en';
  const notDone = notDoneOf(readings, around, language);
  const work = readings.filter(isWork);
  const { context } = brief;
  const base = {
    topic: context.conversationTopic,
    intent: context.userIntent,
    intentConfidence: context.intentConfidence,
    tone: context.emotionalTone,
    isContinuation: context.isContinuation,
    summary: context.contextSummary,
    needsHistoryContext: request.carried !== undefined,
    keyInsights: toSteps(readings, language).map((step) => `${step.assignedTo}: ${step.description}`),
    riskAssessment:
      notDone.length > 0
        ? en
          ? 'A part of the request cannot be done and is named.'
          : '请求的一部分无法完成，已逐一说明。'
        : en
          ? 'none'
          : '无',
    confidence: notDone.length > 0 ? 0.6 : 0.9,
    notDone,
    question: null,
    answer: null,
  };
  if (readings.every(({ meaning }) => meaning.kind === 'unclear'))
    return unclear(base, brief.messages, around, language);
  const needsPlan = work.some(({ meaning }) => meaning.kind !== 'math' && meaning.kind !== 'columns');
  if (!needsPlan) {
    return {
      ...base,
      thought: en ? 'This can be answered at once.' : '可以直接回答。',
      reasoning: en ? 'No step needs a specialist.' : '没有需要专家的步骤。',
      complexity: 'simple',
      responseStrategy: 'direct',
      answer: directAnswer(readings, notDone, around, language),
    };
  }
  const count = work.length;
  return {
    ...base,
    thought: en
      ? `The request has ${count} ${count === 1 ? 'part' : 'parts'} that can be done.`
      : `请求中有 ${count} 个部分可以完成。`,
    reasoning: en
      ? 'Every word of these parts is a column, a value or a known word.'
      : '这些部分的每个词都是列名、值或已知词语。',
    complexity: count > 2 ? 'complex' : 'moderate',
    responseStrategy: 'planned',
  };
}

function unclear(
  base: Omit<ThinkWire, 'thought' | 'reasoning' | 'complexity' | 'responseStrategy'>,
  messages: Brief['messages'],
  around: Surroundings,
  language: Language,
): ThinkWire {
  const en = language === 'en';
  const previous = messages.filter((message) => message.role === 'user').at(-2)?.content;
  const wasAsked =
    previous !== undefined && interpret(previous, around).every(({ meaning }) => meaning.kind === 'unclear');
  const shared = {
    ...base,
    thought: en ? 'It is not clear what is asked.' : '请求不明确。',
    reasoning: en ? 'No word says what to find.' : '没有词语说明要找什么。',
    complexity: 'simple' as const,
    confidence: 0.2,
  };
  // One question is enough: whoever answers it just as unclearly is told what can be asked.
  if (wasAsked) return { ...shared, responseStrategy: 'direct', answer: abilities(around, language) };
  const question = en
    ? `What should be done? Name a figure, a grouping or a text to look for. ${filesOf(around, language)}`
    : `需要做什么？请写明要统计的数字、分组，或要查找的内容。${filesOf(around, language)}`;
  return { ...shared, responseStrategy: 'clarification', notDone: [], question };
}

/** The clauses that nobody can do, with the reasons. */
export function notDoneOf(readings: readonly Reading[], around: Surroundings, language: Language): NotDone[] {
  return readings.flatMap(({ clause, meaning }) => {
    if (meaning.kind === 'refused')
      return [{ what: clause.text, why: refusalReason(meaning.refusal, around, language) }];
    if (meaning.kind === 'unclear')
      return [{ what: clause.text, why: language === 'en' ? 'It is not clear what is asked.' : '不清楚要做什么。' }];
    return [];
  });
}

/** The refused clauses as a list, empty when there are none. */
export function toNotDoneText(notDone: readonly NotDone[], language: Language): string {
  if (notDone.length === 0) return '';
  const lines = notDone.map(({ what, why }) => (language === 'en' ? `- "${what}": ${why}` : `- “${what}”：${why}`));
  return [language === 'en' ? 'Not done:' : '未完成：', ...lines].join('\n');
}

/** The answer to clauses that need no plan. */
export function directAnswer(
  readings: readonly Reading[],
  notDone: readonly NotDone[],
  around: Surroundings,
  language: Language,
): string {
  const en = language === 'en';
  const parts = readings.flatMap(({ meaning }): string[] => {
    switch (meaning.kind) {
      case 'math':
        return [`${meaning.expression} = ${formatExact(meaning.value)}`];
      case 'columns':
        return [columnsAnswer(meaning.file, around, language)];
      case 'talk':
        if (meaning.about === 'files') return [filesOf(around, language)];
        if (meaning.about === 'abilities') return [abilities(around, language)];
        if (meaning.about === 'thanks') return [en ? 'You are welcome.' : '不客气。'];
        return [
          en
            ? `Hello. ${filesOf(around, language)} What would you like to know?`
            : `你好。${filesOf(around, language)}想了解什么？`,
        ];
      default:
        return [];
    }
  });
  if (notDone.length > 0) parts.push(toNotDoneText(notDone, language));
  const isBeyond = ({ meaning }: Reading) =>
    meaning.kind === 'refused' && (meaning.refusal.why === 'knowledge' || meaning.refusal.why === 'inability');
  if (readings.every(isBeyond)) parts.push(abilities(around, language));
  return parts.join('\n\n');
}

function columnsAnswer(file: string, around: Surroundings, language: Language): string {
  const en = language === 'en';
  const table = around.tables.find((other) => other.name === file);
  if (!table) return '';
  const rows = table.columns.map((column) => [
    column.name,
    column.type,
    column.values.length > 0 ? column.values.slice(0, 8).join(', ') : `${column.min ?? '–'} … ${column.max ?? '–'}`,
  ]);
  const names = table.columns.map((column) => column.name);
  const head = en
    ? `${file} has ${names.length} columns (${names.join(', ')}) and ${table.rowCount} rows.`
    : `${file} 有 ${names.length} 列（${names.join('、')}）、${table.rowCount} 行。`;
  return `${head}\n\n${toMarkdownTable(en ? ['column', 'type', 'values'] : ['列', '类型', '值'], rows)}`;
}

const formatExact = (value: number) =>
  Number.isInteger(value) || Math.abs(value) >= 1000 ? formatNumber(value) : String(value);
