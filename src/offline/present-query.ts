import type { Language } from '../text/language-of.ts';
import type { Cell } from '../tools/cell.ts';
import { formatCell, formatNumber, toMarkdownTable } from '../tools/markdown-table.ts';
import type { QueryResult } from '../tools/tables/query-result.ts';
import { defaultLimit } from '../tools/tables/table-query.ts';
import {
  bestFinding,
  havingFinding,
  isRanking,
  keyOf,
  keyText,
  listFinding,
  shareFinding,
  valuesFinding,
} from './findings.ts';
import { inLanguage } from './in-language.ts';
import { isShare, isValues, measureName, periodName, resultColumns, toReading } from './reading/query-words.ts';

/** A result for people: what was asked, what came out, the figures, and how the question was read. */
export interface Presentation {
  readonly heading: string;
  readonly finding: string;
  readonly table: string;
  readonly reading: string;
}

const shownRows = 24;
const shownBest = 5;
type Row = readonly Cell[];

/** Puts a result into words and a table; whatever is highest, lowest or fell most is found by looking at every row. */
export function presentQuery(result: QueryResult, language: Language): Presentation {
  const { query } = result;
  const say = inLanguage(language);
  const name = measureName(query, language);
  const isEmpty = result.rows.length === 0;
  const isOneFigure = query.groups.length === 0 && !query.change && !(query.isListing && result.rows.length > 1);
  const finding = isEmpty ? say('No row fits.', '没有符合条件的行。') : findingOf(result, name, language);
  const rowWord = result.matched === 1 ? 'row' : 'rows';
  const rowsRead = say(`${result.matched} ${rowWord} of ${result.file}`, `${result.file} 的 ${result.matched} 行`);
  const reading = toReading(query, result.periods, result.means.length > 0, language);
  return {
    heading: query.isListing
      ? say('Rows', '各行')
      : capitalized(
          `${isShare(query) ? say('share', '占比') : name}${byGroups(result, language)}${withChange(result, language)}`,
          language,
        ),
    finding: capitalized(finding, language),
    table: isEmpty || isOneFigure ? '' : tableOf(result, language),
    reading: `${reading}${say('; ', '；')}${rowsRead}`,
  };
}

function byGroups({ query }: QueryResult, language: Language): string {
  const groups = query.groups.map((group) => (group.part ? periodName(group.part, language) : group.column));
  if (groups.length === 0) return '';
  return inLanguage(language)(` by ${groups.join(' and ')}`, `，按 ${groups.join('、')}`);
}

function withChange({ query: { change }, periods }: QueryResult, language: Language): string {
  const say = inLanguage(language);
  if (!change) return '';
  if (change.from === 'first_to_last') return say(`, ${periods.join(' to ')}`, `，${periods.join(' 至 ')}`);
  return say(` by ${change.part}, with change`, `，按${periodName(change.part, 'zh')}及变化`);
}

function tableOf(result: QueryResult, language: Language): string {
  const { query } = result;
  const isWide = query.isListing || query.values.length > 1 || isValues(query);
  const columns = isWide ? result.columns : resultColumns(query, result.periods, language);
  const share = isWide ? undefined : shareOf(result);
  // The best of very many are enough.
  const most = isRanking(result) && result.groups > shownRows ? shownBest : shownRows;
  const rows = result.rows.slice(0, most).map((row) => (share ? [...row, share(row)] : row));
  const write = (cell: Cell, column: number) =>
    column < query.groups.length + (query.change?.from === 'previous' ? 1 : 0) || query.isListing
      ? keyText(cell)
      : formatCell(cell);
  const table = toMarkdownTable(share ? [...columns, language === 'en' ? 'share %' : '占比 %'] : columns, rows, write);
  const hidden = Math.max(result.groups, result.rows.length) - rows.length;
  const isAskedFor = rows.length === query.limit && query.limit < defaultLimit;
  if (hidden <= 0 || isAskedFor) return table;
  return `${table}\n\n${language === 'en' ? `${hidden} more not shown.` : `另有 ${hidden} 组未显示。`}`;
}

/** The part of the whole, for sums over groups that have one. */
function shareOf(result: QueryResult): ((row: Row) => number) | undefined {
  const { query, rows } = result;
  const total = totalOf(result);
  const isWhole = query.groups.length > 0 && !query.change;
  if (!isWhole || query.groups.some((group) => group.part) || total === null || total <= 0 || rows.length < 2)
    return undefined;
  return rows.some((row) => Number(row.at(-1)) < 0) ? undefined : (row) => (100 * Number(row.at(-1))) / total;
}

/** The whole that groups are parts of; an average has none. */
function totalOf({ query, totals }: QueryResult): number | null {
  const [total] = totals;
  const isSum = query.values[0]?.aggregate === 'sum' || query.values[0]?.aggregate === 'count';
  return isSum && query.having.length === 0 && typeof total === 'number' ? total : null;
}

function findingOf(result: QueryResult, name: string, language: Language): string {
  if (result.query.change?.from === 'first_to_last') return changeFinding(result, name, language);
  if (result.query.change) return seriesFinding(result, name, language);
  const say = inLanguage(language);
  const { rows, query } = result;
  if (query.isListing) return listFinding(result, language);
  if (isShare(query)) return shareFinding(result, language);
  if (isValues(query)) return valuesFinding(result, language);
  if (query.having.length > 0 && query.groups.length > 0) return havingFinding(result, name, language);
  if (isRanking(result) && result.means.length === 0) return bestFinding(result, name, language);
  const value = (row: Row | undefined) => formatCell(row?.at(-1) ?? null);
  if (query.groups.length === 0) {
    const [figure, isSum] = [value(rows[0]), query.values[0]?.aggregate === 'sum'];
    return say(`${isSum ? `total ${name}` : name}: ${figure}.`, `${isSum ? '总' : ''}${name}：${figure}。`);
  }
  const isMean = typeof result.means[0] === 'number';
  if (!isMean && (rows.length < result.groups || rows.length === 1)) {
    const list = rows.map((row) => `${keyOf(row, query.groups.length)} (${value(row)})`).join(', ');
    const tied = tiedText(result, language);
    return say(`${name}: ${list}${tied}.`, `${name}：${list}${tied}。`);
  }
  const [first, second] = rows;
  const isPair = rows.length === 2 && query.groups.length === 1;
  if (!isMean && isPair && first && second) return pairFinding(first, second, name, language, totalOf(result));
  return groupsFinding(result, name, language);
}

/** More have the same figure as the last one that is shown. */
function tiedText({ tied = 0, rows }: QueryResult, language: Language): string {
  if (tied === 0) return '';
  const value = formatCell(rows.at(-1)?.at(-1) ?? null);
  return inLanguage(language)(
    `; ${tied} more with ${value} are not among them`,
    `；另有 ${tied} 个同为 ${value}，未列入`,
  );
}

/** What all groups come to, and which are the highest and the lowest. */
function groupsFinding(result: QueryResult, name: string, language: Language): string {
  const say = inLanguage(language);
  const { rows, query } = result;
  const [total, [mean]] = [totalOf(result), result.means];
  const { high, low } = extremesOf(rows, -1, query.groups.length, shareOf(result));
  const [highest, lowest] = [say(`highest: ${high}`, `最高：${high}`), say(`lowest: ${low}`, `最低：${low}`)];
  if (typeof mean === 'number') {
    const average = formatNumber(mean);
    return say(
      `${name}: ${average} on average over ${result.groups} ${groupWord(result, result.groups)}; ${highest}; ${lowest}.`,
      `${result.groups} 组的平均${name}为 ${average}；${highest}；${lowest}。`,
    );
  }
  const order = query.order === 'value-asc' ? [lowest, highest] : [highest, lowest];
  if (total === null) {
    return say(`${name} is highest for ${high} and lowest for ${low}.`, `${name}：${order.join('；')}。`);
  }
  const sum = formatNumber(total);
  return say(`total ${name}: ${sum}; ${order.join('; ')}.`, `总${name}：${sum}；${order.join('；')}。`);
}

function pairFinding(first: Row, second: Row, name: string, language: Language, total: number | null): string {
  const [a, b] = Number(first.at(-1)) >= Number(second.at(-1)) ? [first, second] : [second, first];
  const [x, y] = [Number(a.at(-1)), Number(b.at(-1))];
  const percent = y > 0 ? ` (${formatNumber((100 * (x - y)) / y)}%)` : '';
  if (language === 'zh')
    return `${keyOf(a, 1)} 的${name}为 ${formatNumber(x)}，${keyOf(b, 1)} 为 ${formatNumber(y)}；前者多 ${formatNumber(x - y)}${percent}${total === null ? '' : `；合计 ${formatNumber(total)}`}。`;
  return `${name}: ${keyOf(a, 1)} has ${formatNumber(x)}, ${keyOf(b, 1)} has ${formatNumber(y)}; the difference is ${formatNumber(x - y)}${percent}${total === null ? '' : `; together ${formatNumber(total)}`}.`;
}

function changeFinding({ query, rows, periods }: QueryResult, name: string, language: Language): string {
  const say = inLanguage(language);
  const [from, to] = periods;
  const isDrop = query.order === 'value-asc';
  const isFurther = (a: Cell | undefined, b: Cell | undefined) =>
    isDrop ? Number(a) < Number(b) : Number(a) > Number(b);
  const story = (row: Row) => {
    const [before, after, change = '', percent = ''] = row.slice(-4).map((cell) => formatCell(cell));
    const by = `${signed(change)}${percent === '–' ? '' : `, ${signed(percent)}%`}`;
    return say(
      `${name} went from ${before} in ${from} to ${after} in ${to} (${by})`,
      `${name}从 ${from} 的 ${before} 变为 ${to} 的 ${after}（${by}）`,
    );
  };
  if (query.groups.length === 0) return `${rows[0] ? story(rows[0]) : ''}${say('.', '。')}`;
  const moved = rows.filter((row) => typeof row.at(-2) === 'number' && isFurther(row.at(-2), 0));
  if (moved.length === 0) {
    const group = query.groups[0]?.column ?? '';
    return say(
      `no ${group} ${isDrop ? 'dropped' : 'grew'} from ${from} to ${to}.`,
      `从 ${from} 到 ${to}，没有 ${group} ${isDrop ? '下降' : '增长'}。`,
    );
  }
  const furthest = (at: number) => moved.reduce((best, row) => (isFurther(row.at(at), best.at(at)) ? row : best));
  const [winner, byPercent] = [furthest(-2), furthest(-1)];
  const winners = moved.filter((row) => row.at(-2) === winner.at(-2)).map((row) => keyOf(row, query.groups.length));
  const [rival, rate] = [keyOf(byPercent, query.groups.length), signed(formatCell(byPercent.at(-1) ?? null))];
  const isSame = byPercent.at(-1) === winner.at(-1);
  const other = isSame ? '' : say(` In percent it is ${rival} (${rate}%).`, `按百分比则是 ${rival}（${rate}%）。`);
  return say(
    `${winners.join(' and ')} ${isDrop ? 'dropped' : 'grew'} most: ${story(winner)}.${other}`,
    `${winners.join('、')} ${isDrop ? '下降' : '增长'}最多：${story(winner)}。${other}`,
  );
}

function seriesFinding({ query, rows }: QueryResult, name: string, language: Language): string {
  const en = language === 'en';
  const width = query.groups.length + 1;
  const changes = rows.filter((row) => typeof row.at(-2) === 'number');
  const { high, low } = extremesOf(rows, -3, width);
  const steps = changes.length > 0 ? extremesOf(changes, -2, width) : undefined;
  const parts = en ? [`${name} is highest in ${high} and lowest in ${low}`] : [`${name}最高：${high}，最低：${low}`];
  if (steps && Number(steps.highRow.at(-2)) > 0) parts.push(`${en ? 'largest rise: ' : '最大增长：'}${steps.high}`);
  if (steps && Number(steps.lowRow.at(-2)) < 0) parts.push(`${en ? 'largest fall: ' : '最大下降：'}${steps.low}`);
  return `${parts.join(en ? '; ' : '；')}${en ? '.' : '。'}`;
}

function extremesOf(rows: readonly Row[], at: number, keys: number, share?: (row: Row) => number) {
  const numbered = rows.filter((row) => typeof row.at(at) === 'number');
  const pick = (isBetter: (a: number, b: number) => boolean) =>
    numbered.reduce((best, row) => (isBetter(Number(row.at(at)), Number(best.at(at))) ? row : best), numbered[0] ?? []);
  const [highRow, lowRow] = [pick((a, b) => a > b), pick((a, b) => a < b)];
  const text = (best: Row) => {
    const same = numbered.filter((row) => row.at(at) === best.at(at)).map((row) => keyOf(row, keys));
    const value = formatCell(best.at(at) ?? null);
    const part = share ? `, ${formatNumber(share(best))}%` : '';
    return `${same.slice(0, 5).join(', ')} (${at === -2 ? signed(value) : value}${part})`;
  };
  return { highRow, lowRow, high: text(highRow), low: text(lowRow) };
}

const signed = (text: string) => (/^[−–]/.test(text) ? text : `+${text}`);
const capitalized = (text: string, language: Language) =>
  language === 'en' ? text.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : text;
const groupWord = ({ query }: QueryResult, count: number) =>
  `${query.groups[0]?.part ?? 'group'}${count === 1 ? '' : 's'}`;
