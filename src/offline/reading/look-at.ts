import { type Surroundings, takeFileName } from '../surroundings.ts';
import { toExpression } from './arithmetic.ts';
import { findInability } from './cannot.ts';
import type { Piece } from './clauses.ts';
import { scan } from './scan.ts';

export const reportCue =
  /\b(?:report|summary|summari[sz]e|memo|write-?up|overview|recap|sum (?:it|them|this) up|analy[sz]e|analysis)\b|报告|总结|小结|摘要|简报|概述|分析/i;
const reportFiller =
  /\b(?:report|summary|summari[sz]e|memo|write-?up|overview|recap|sum|up|analy[sz]e|analysis|write|draft|create|make|prepare|give|produce|compile|put|together|generate|a|an|the|me|us|short|brief|concise|quick|small|final|one-page|nice|clear|full|simple|it|them|this|that|these|those|all|results?|findings?|figures|everything|of|for|on|about|in|into|as|to|with|please|above|both|file|data|table|markdown|based|from|key|points?|main)\b|写|一份|一个|个|份|做|生成|给出|给我|简短|简单|简要|简洁|报告|总结|小结|摘要|简报|概述|的|结果|以上|上述|这些|所有|全部|成|为|出|请|并|关于|对|进行|整理|一下|分析|帮我|数据|文件|内容|把/gi;
export const searchCue =
  /\b(?:search|look up|according to|what (?:do|does) .{0,40}\bsay|mention(?:s|ed)?|notes? say|documents?|notes?)\b|搜索|查找|查一下|提到|文档|笔记|说明里|资料/i;

/** What is left of a text without the words that only ask for a report. */
export const contentOf = (text: string) => text.replace(reportFiller, '').replace(/[\s\p{P}]+/gu, '');

/** A word that is a column or a value of a table, or a part of one: "story points". */
export function isOfTables(word: string, clause: string, around: Surroundings): boolean {
  const own: ReadonlySet<string> = new Set(['measure', 'column', 'value', 'rows']);
  const written = word.toLowerCase();
  return around.tables.some((table) =>
    scan(clause, table).some(
      ({ text, meanings }) =>
        meanings.some(({ kind }) => own.has(kind)) && text.toLowerCase().split(/\s+/).join(' ').includes(written),
    ),
  );
}

/** What the splitter needs to know of a piece of text. */
export function lookAt(text: string, around: Surroundings): Piece {
  const rest = takeFileName(text, around).text;
  const looks = (around.tables.length > 0 ? around.tables : [undefined]).map((table) => scan(rest, table));
  const unknowns = (tokens: (typeof looks)[number]) => tokens.filter(({ meanings }) => meanings.length === 0).length;
  const tokens = looks.reduce((best, next) => (unknowns(next) < unknowns(best) ? next : best));
  const has = (...kinds: string[]) =>
    tokens.some(({ meanings: [first] }) => first !== undefined && kinds.includes(first.kind));
  const hasMeasure = has('measure', 'rows', 'extreme', 'count', 'common');
  const standsApart =
    findInability(text, (word) => isOfTables(word, text, around)) !== undefined ||
    (searchCue.test(text) && around.documents.names.length > 0) ||
    toExpression(text) !== undefined ||
    (reportCue.test(text) && contentOf(rest) === '');
  return {
    isFragment: !standsApart && unknowns(tokens) === 0 && !hasMeasure,
    hasMeasure,
    isGrouped: has('column', 'part'),
    aggregate: has('rows') ? 'count' : tokens.find(({ meanings: [first] }) => first?.kind === 'aggregate')?.text,
    asksTop: has('top') && has('column'),
    standsApart,
    chooses: has('which', 'who', 'where', 'one', 'rank', 'top', 'extreme', 'common', 'end'),
    asksHowMany: has('count'),
    asksOnlyHowMuch:
      has('how-much', 'count', 'how-long') &&
      tokens.every(({ meanings: [first] }) => first !== undefined && askingOnly.has(first.kind)),
  };
}

const askingOnly: ReadonlySet<string> = new Set([
  'how-much',
  'count',
  'how-long',
  'unit',
  'is',
  'aggregate',
  'noise',
  'verb',
  'mark',
  'its',
  'list',
  'there',
  'in',
  'follow',
]);
