import type { Language } from '../text/language-of.ts';
import { inLanguage } from './in-language.ts';
import { inabilityReason } from './reading/cannot.ts';
import type { Refusal } from './reading/meaning.ts';
import type { Problem } from './reading/problem.ts';
import { nearestWord } from './reading/suggest.ts';
import type { Surroundings } from './surroundings.ts';

/** Why a clause is refused, and what there is instead. */
export function refusalReason(refusal: Refusal, around: Surroundings, language: Language): string {
  const en = language === 'en';
  switch (refusal.why) {
    case 'inability':
      return inabilityReason(refusal.inability, language);
    case 'unread':
      return [
        problemReason(refusal.problem, refusal.file, around, language),
        nearText(refusal.problem, refusal.file, around, language),
        exampleText(refusal.file, refusal.clause, around, language),
        columnsOf(refusal.file, around, language),
      ]
        .filter((text) => text !== '')
        .join(language === 'en' ? ' ' : '');
    case 'no-such-file':
      return en
        ? `${refusal.file} is not among the files given. ${filesOf(around, language)}`
        : `给定的文件中没有 ${refusal.file}。${filesOf(around, language)}`;
    case 'broken-file':
      return brokenFile(refusal.reason, language);
    case 'several-files':
      return en
        ? `More than one file fits: ${refusal.files.join(', ')}. Name the one that is meant.`
        : `有多个文件符合：${refusal.files.join('、')}。请指明文件名。`;
    case 'no-specialist':
      return en
        ? `There is no specialist "${refusal.specialist}" here to do it.`
        : `这里没有可以完成它的专家“${refusal.specialist}”。`;
    case 'not-in-documents':
      return notInDocuments(refusal, around, language);
    case 'goes-on':
      return goesOnReason(refusal, language);
    case 'too-long':
      return en
        ? `The request is longer than ${refusal.max} characters; the offline rules read short ones. Put long texts into a file.`
        : `请求超过 ${refusal.max} 个字符；离线规则只读取较短的请求。请把长文本放入文件。`;
    case 'computation':
      return refusal.reason;
    case 'nothing-to-report':
      return en
        ? 'There is nothing to report on: what it was to be about could not be done.'
        : '没有可写入报告的内容：要报告的部分无法完成。';
    case 'knowledge':
      return en
        ? `The offline rules have no knowledge of their own; they work on the given files. ${filesOf(around, language)}`
        : `离线规则没有自己的知识，只能处理给定的文件。${filesOf(around, language)}`;
  }
}

/** The words that are nowhere, or what the nearest passage lacks. What could not be read is said: whether it has the answer is not known. */
function notInDocuments(
  { words, nearest }: Extract<Refusal, { why: 'not-in-documents' }>,
  around: Surroundings,
  language: Language,
): string {
  const say = inLanguage(language);
  const { documents, problems } = around.documents.all();
  const [first] = problems;
  if (documents.length === 0 && first !== undefined) return brokenFile(problems.join(' '), language);
  const unread = first === undefined ? '' : say(` Not read: ${problems.join(' ')}`, `未能读取：${problems.join(' ')}`);
  const files = `${filesOf(around, language)}${unread}`;
  if (words.length === 0 && nearest) {
    const { file, heading, lacks } = nearest;
    const place = heading === '' ? file : `${file}, "${heading}"`;
    return say(
      `The documents do not say it; the nearest passage (${place}) says nothing of: ${lacks.join(', ')}. ${files}`,
      `文档中没有相关内容；最接近的段落（${place}）没有提到：${lacks.join('、')}。${files}`,
    );
  }
  return say(
    `The documents do not say it; not found: ${words.join(', ') || 'enough of its words in one place'}. ${files}`,
    `文档中没有相关内容；未找到：${words.join('、') || '足够的相关词语'}。${files}`,
  );
}

function goesOnReason({ before, isAnswered }: Extract<Refusal, { why: 'goes-on' }>, language: Language): string {
  if (isAnswered)
    return inLanguage(language)(
      `It goes on with "${before}", and the passages that answered that do not say it. Ask it once more with all that it is about.`,
      `它接着“${before}”来问，而回答了那个问题的段落没有提到。请把要问的内容写完整再问一次。`,
    );
  return inLanguage(language)(
    `It goes on with "${before}", which was not answered. Ask it once more with all that it is about.`,
    `它接着“${before}”来问，而那个问题没有得到回答。请把要问的内容写完整再问一次。`,
  );
}

const brokenFile = (reason: string, language: Language) =>
  language === 'en' ? `The file cannot be used: ${reason}` : `文件无法使用：${reason}`;

/** Did you mean: the nearest column, value or word to each that is not known. */
function nearText({ problem, words }: Problem, file: string, around: Surroundings, language: Language): string {
  const table = around.tables.find(({ name }) => name === file);
  if (problem !== 'unknown' || !table) return '';
  const near = [...new Set(words.flatMap((word) => nearestWord(word, table) ?? []))].map((name) => `"${name}"`);
  if (near.length === 0) return '';
  return inLanguage(language)(`Did you mean ${near.join(', ')}?`, `是不是指 ${near.join('、')}？`);
}

/** A question that was tried out and has an answer. */
function exampleText(file: string, clause: string, around: Surroundings, language: Language): string {
  const example = around.examples?.get(`${file}\n${clause}`);
  if (example === undefined) return '';
  return inLanguage(language)(`This can be asked: "${example}".`, `可以这样问：“${example}”。`);
}

function problemReason(problem: Problem, file: string, around: Surroundings, language: Language): string {
  const say = inLanguage(language);
  const words = problem.words.map((word) => `"${word}"`).join(', ');
  const columns = 'columns' in problem ? problem.columns.join(say(', ', '、')) : '';
  switch (problem.problem) {
    case 'unknown': {
      const be = problem.words.length === 1 ? 'is' : 'are';
      return say(
        `${words} ${be} neither a column nor a value in ${file}, nor a word the offline rules know.`,
        `${words} 既不是 ${file} 的列，也不是其中的值，离线规则也不认识。`,
      );
    }
    case 'cannot':
      return say(`The offline rules do not compute ${words}.`, `离线规则不会计算 ${words}。`);
    case 'ambiguous':
      return say(
        `${words} can mean more than one column of ${file}: ${columns}. Name the one that is meant.`,
        `${words} 可能指 ${file} 的多个列：${columns}。请写明是哪一列。`,
      );
    case 'which-column':
      return columns === ''
        ? say(`No column of ${file} says ${words}.`, `${file} 中没有能回答 ${words} 的列。`)
        : say(
            `${words} can be answered by more than one column of ${file}: ${columns}. Name the one that is meant.`,
            `${words} 可由 ${file} 的多个列回答：${columns}。请写明是哪一列。`,
          );
    case 'too-fine':
      return say(
        `${words} is finer than the dates of ${file}: "${problem.column}" holds ${problem.grain}s.`,
        `${words} 比 ${file} 的日期更细：“${problem.column}”列只到${{ day: '日', month: '月', quarter: '季度', year: '年' }[problem.grain] ?? problem.grain}。`,
      );
    case 'outside':
    case 'relative':
      return periodReason(problem, file, around, language);
    case 'no-antecedent':
      return say(
        `It is not clear what ${words} means: no question before this one finds a single thing.`,
        `不清楚 ${words} 指什么：前面没有得出唯一结果的问题。`,
      );
    case 'share-of':
      return say(
        'It is not clear which part of what is meant. Name a value, as in "share of … from …", and an amount, not a rate.',
        '不清楚是哪一部分占什么的比例。请写明某个值以及可以相加的数量。',
      );
    case 'no-time':
      return say(
        `${file} has no column of dates or years that can be read${words === '' ? '' : `, and ${words} asks for one`}.`,
        `${file} 中没有可以读取的日期或年份列${words === '' ? '' : `，而 ${words} 需要它`}。`,
      );
    case 'no-measure':
      return say(
        'It names no measure, and more than one number column could be meant.',
        '没有说明要统计哪个指标，且有多个数字列可选。',
      );
    case 'too-many-groups':
      return say('It asks for more than two groupings at once.', '一次最多按两个维度分组。');
    case 'nothing-asked':
      return say('It asks for no figure.', '没有说明要什么数字。');
  }
}

/** A period that the file does not have, or that only today's date would tell. */
function periodReason(
  problem: Extract<Problem, { problem: 'outside' | 'relative' }>,
  file: string,
  around: Surroundings,
  language: Language,
): string {
  const say = inLanguage(language);
  const words = problem.words.map((word) => `"${word}"`).join(', ');
  const span = spanOf(file, around, problem.problem === 'outside' ? problem.column : undefined);
  if (problem.problem === 'outside')
    return say(
      `${file} has nothing of ${words}: it covers ${span}.`,
      `${file} 中没有 ${words} 的数据，文件范围是 ${span}。`,
    );
  return say(
    `${words} depends on today; name the period instead${span && ` (the file covers ${span})`}.`,
    `“${problem.words.join('、')}”取决于今天的日期，请写明具体时间${span && `（文件范围：${span}）`}。`,
  );
}

/** The days that a table covers; empty when it has no dates. */
function spanOf(file: string, around: Surroundings, name?: string): string {
  const table = around.tables.find(({ name }) => name === file);
  const date = table?.columns.find((column) => column.type === 'date' && (name ?? column.name) === column.name);
  return date ? `${date.min} … ${date.max}` : '';
}

function columnsOf(file: string, around: Surroundings, language: Language): string {
  const names = around.tables.find((table) => table.name === file)?.columns.map((column) => column.name) ?? [];
  return language === 'en' ? `The columns of ${file} are ${names.join(', ')}.` : `${file} 的列：${names.join('、')}。`;
}

/** The files in one sentence. */
export function filesOf(around: Surroundings, language: Language): string {
  const names = [
    ...around.tables.map((table) => table.name),
    ...around.broken.map((file) => file.name),
    ...around.documents.names,
  ];
  if (language === 'en')
    return names.length > 0
      ? `The files are ${names.join(', ')}.`
      : 'No file was given; add one with --file, in a chat with /file.';
  return names.length > 0 ? `文件：${names.join('、')}。` : '没有给定文件；可用 --file 添加，在聊天中用 /file。';
}

/** What the rules can do here. */
export function abilities(around: Surroundings, language: Language): string {
  const [table] = around.tables;
  const lines =
    language === 'en'
      ? [
          'These are the offline rules, not a language model. They can',
          `- answer questions about tables: totals, averages, groups, rankings, change over time${table ? ` (${columnsOf(table.name, around, 'en')})` : ''}`,
          '- compute arithmetic: "what is 12% of 250?"',
          '- find passages in local documents and quote them',
          '- write a report from the results',
          'They cannot translate, write creative text, explain causes, forecast, look up live facts, draw charts, send or delete anything.',
          filesOf(around, 'en'),
        ]
      : [
          '这里是离线规则，不是语言模型。它可以：',
          `- 回答关于表格的问题：合计、平均、分组、排名、随时间的变化${table ? `（${columnsOf(table.name, around, 'zh')}）` : ''}`,
          '- 做算术：“250的12%是多少”',
          '- 在本地文档中查找并引用原文',
          '- 根据结果写报告',
          '它不能翻译、写创意文字、解释原因、预测、查询实时信息、画图、发送或删除任何东西。',
          filesOf(around, 'zh'),
        ];
  return lines.join('\n');
}
