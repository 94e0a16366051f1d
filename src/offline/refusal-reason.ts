import type { Language } from '../text/language-of.ts';
import { inLanguage } from './in-language.ts';
import { inabilityReason } from './reading/cannot.ts';
import type { Refusal } from './reading/interpret.ts';
import type { Problem } from './reading/read-question.ts';
import type { Surroundings } from './surroundings.ts';

/** Why a clause is refused, and what there is instead. */
export function refusalReason(refusal: Refusal, around: Surroundings, language: Language): string {
  const en = language === 'en';
  switch (refusal.why) {
    case 'inability':
      return inabilityReason(refusal.inability, language);
    case 'unread':
      return `${problemReason(refusal.problem, refusal.file, around, language)} ${columnsOf(refusal.file, around, language)}`;
    case 'no-such-file':
      return en
        ? `${refusal.file} is not among the files given. ${filesOf(around, language)}`
        : `给定的文件中没有 ${refusal.file}。${filesOf(around, language)}`;
    case 'broken-file':
      return en ? `The file cannot be used: ${refusal.reason}` : `文件无法使用：${refusal.reason}`;
    case 'several-files':
      return en
        ? `More than one file fits: ${refusal.files.join(', ')}. Name the one that is meant.`
        : `有多个文件符合：${refusal.files.join('、')}。请指明文件名。`;
    case 'no-specialist':
      return en
        ? `There is no specialist "${refusal.specialist}" here to do it.`
        : `这里没有可以完成它的专家“${refusal.specialist}”。`;
    case 'not-in-documents':
      return en
        ? `The documents do not say it; not found: ${refusal.words.join(', ') || 'enough of its words in one place'}. ${filesOf(around, language)}`
        : `文档中没有相关内容；未找到：${refusal.words.join('、') || '足够的相关词语'}。${filesOf(around, language)}`;
    case 'too-long':
      return en
        ? `The request is longer than ${refusal.max} characters; the offline rules read short ones. Put long texts into a file.`
        : `请求超过 ${refusal.max} 个字符；离线规则只读取较短的请求。请把长文本放入文件。`;
    case 'computation':
      return refusal.reason;
    case 'knowledge':
      return en
        ? `The offline rules have no knowledge of their own; they work on the given files. ${filesOf(around, language)}`
        : `离线规则没有自己的知识，只能处理给定的文件。${filesOf(around, language)}`;
  }
}

function problemReason(problem: Problem, file: string, around: Surroundings, language: Language): string {
  const say = inLanguage(language);
  switch (problem.problem) {
    case 'unknown': {
      const words = problem.words.map((word) => `"${word}"`).join(', ');
      const be = problem.words.length === 1 ? 'is' : 'are';
      return say(
        `${words} ${be} neither a column nor a value in ${file}, nor a word the offline rules know.`,
        `${words} 既不是 ${file} 的列，也不是其中的值，离线规则也不认识。`,
      );
    }
    case 'relative': {
      const span = spanOf(file, around);
      return say(
        `"${problem.words.join(', ')}" depends on today; name the period instead${span && ` (the file covers ${span})`}.`,
        `“${problem.words.join('、')}”取决于今天的日期，请写明具体时间${span && `（文件范围：${span}）`}。`,
      );
    }
    case 'no-date':
      return say(
        `${file} has no date column, so nothing can be compared over time.`,
        `${file} 没有日期列，无法按时间比较。`,
      );
    case 'no-measure':
      return say(
        'It names no measure, and more than one number column could be meant.',
        '没有说明要统计哪个指标，且有多个数字列可选。',
      );
    case 'filter-on-result':
      return say(
        'A condition on a computed figure is not supported; conditions on a column are.',
        '不支持对计算结果设条件，只支持对列设条件。',
      );
    case 'too-many-groups':
      return say('It asks for more than two groupings at once.', '一次最多按两个维度分组。');
    case 'nothing-asked':
      return say('It asks for no figure.', '没有说明要什么数字。');
  }
}

/** The days that a table covers; empty when it has no dates. */
function spanOf(file: string, around: Surroundings): string {
  const table = around.tables.find(({ name }) => name === file);
  const date = table?.columns.find((column) => column.type === 'date');
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
    return names.length > 0 ? `The files are ${names.join(', ')}.` : 'No file was given; add one with --file.';
  return names.length > 0 ? `文件：${names.join('、')}。` : '没有给定文件；可用 --file 添加。';
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
