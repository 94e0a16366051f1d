import type { NotDone } from '../domain/thinking.ts';
import type { Brief } from '../prompts/brief.ts';
import type { Language } from '../text/language-of.ts';
import { toMarkdownTable } from '../tools/markdown-table.ts';
import { checkedText, flawText } from './checked-text.ts';
import type { Request } from './read-request.ts';
import type { Reading } from './reading/meaning.ts';
import { abilities, filesOf, refusalReason } from './refusal-reason.ts';
import { type Reply, refusals } from './reply.ts';
import { describe, isWork } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { type Call, resultText, toCalls } from './work.ts';

const isKnown = ({ meaning }: Reading) => meaning.kind === 'math' || meaning.kind === 'columns';

/** True when a clause takes tools: it cannot be answered at once. */
export const takesTools = (reading: Reading): boolean => isWork(reading) && !isKnown(reading);

/** The tools that find out what a request asks for, each with what it is for. */
export function lookupsFor({ readings, language }: Request): (Call & { readonly about: string })[] {
  return readings
    .filter(takesTools)
    .flatMap((reading) => toCalls(reading.meaning).map((call) => ({ ...call, about: describe(reading, language) })));
}

/** Answers without a plan: what can be said at once, what was looked up, and what is not done. */
export function directAnswer(
  { exchange, data }: Pick<Extract<Brief, { purpose: 'answer' }>, 'exchange' | 'data'>,
  request: Request,
  around: Surroundings,
): Reply {
  const { readings, language } = request;
  const wanted = lookupsFor(request);
  const found = exchange
    .filter((message) => message.role === 'tool')
    .map(({ content }, index) => ({ content, data: data[index] ?? null, about: wanted[index]?.about ?? '' }));
  const given = found.filter((result) => result.data !== null);
  const failed = found
    .filter((result) => result.data === null)
    .map(({ about, content }) => ({ what: about, why: content }));
  const open = readings.filter(
    (each) => takesTools(each) && (found.length === 0 || toCalls(each.meaning).length === 0),
  );
  const takesPlan = language === 'en' ? 'It takes a plan, and none is made here.' : '需要计划，而此处不制定计划。';
  const notDone = [
    ...notDoneOf(readings, around, language),
    ...failed,
    ...open.map((each) => ({ what: each.clause.text, why: takesPlan })),
  ];
  const all = [{ data: given.map((result) => result.data) }];
  const answers = [
    ...knownAnswers(readings, around, language),
    ...given.map((result) => resultText(result.content, result.data, result.about, language)),
  ];
  const parts = [
    ...answers,
    checkedText(all, language),
    flawText(all, language),
    toNotDoneText(notDone, language),
    readings.every(isBeyond) ? abilities(around, language) : '',
  ];
  return { text: parts.filter((part) => part !== '').join('\n\n'), toolCalls: refusals(notDone, answers.length === 0) };
}

const isBeyond = ({ meaning }: Reading) =>
  meaning.kind === 'refused' && (meaning.refusal.why === 'knowledge' || meaning.refusal.why === 'inability');

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

/** What can be said at once. */
function knownAnswers(readings: readonly Reading[], around: Surroundings, language: Language): string[] {
  const en = language === 'en';
  return readings.flatMap(({ meaning }): string[] => {
    switch (meaning.kind) {
      case 'math':
        return [`${meaning.expression} = ${withThousands(meaning.value)}`];
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

const withThousands = (decimal: string) =>
  decimal.replace(/^-?\d+(?=\.|$)/, (whole) => BigInt(whole).toLocaleString('en-US'));
