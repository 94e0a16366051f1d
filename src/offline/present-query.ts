import type { Language } from '../text/language-of.ts';
import type { Cell } from '../tools/cell.ts';
import { formatCell, formatNumber, toMarkdownTable } from '../tools/markdown-table.ts';
import type { QueryResult } from '../tools/tables/query-result.ts';
import { measureName, periodName, resultColumns, toReading } from './reading/query-words.ts';

/** A result for people: what was asked, what came out, the figures, and how the question was read. */
export interface Presentation {
  readonly heading: string;
  readonly finding: string;
  readonly table: string;
  readonly reading: string;
}

const shownRows = 24;
type Row = readonly Cell[];

/** Puts a result into words and a table; whatever is highest, lowest or fell most is found by looking at every row. */
export function presentQuery(result: QueryResult, language: Language): Presentation {
  const { query } = result;
  const en = language === 'en';
  const name = measureName(query, language);
  const groups = query.groups.map((group) => (group.part ? periodName(group.part, language) : group.column));
  const by = groups.length === 0 ? '' : en ? ` by ${groups.join(' and ')}` : `，按 ${groups.join('、')}`;
  const change = !query.change
    ? ''
    : query.change.from === 'first_to_last'
      ? en
        ? `, ${result.periods.join(' to ')}`
        : `，${result.periods.join(' 至 ')}`
      : en
        ? ` by ${query.change.part}, with change`
        : `，按${periodName(query.change.part, 'zh')}及变化`;
  const rowsRead = en
    ? `${result.matched} ${result.matched === 1 ? 'row' : 'rows'} of ${result.file}`
    : `${result.file} 的 ${result.matched} 行`;
  return {
    heading: capitalized(`${name}${by}${change}`, language),
    finding:
      result.rows.length === 0
        ? en
          ? 'No row fits.'
          : '没有符合条件的行。'
        : capitalized(findingOf(result, name, language), language),
    table: result.rows.length === 0 || (groups.length === 0 && !query.change) ? '' : tableOf(result, language),
    reading: `${toReading(query, result.periods, result.means.length > 0, language)}${en ? '; ' : '；'}${rowsRead}`,
  };
}

function tableOf(result: QueryResult, language: Language): string {
  const columns = resultColumns(result.query, result.periods, language);
  const share = shareOf(result);
  const rows = result.rows.slice(0, shownRows).map((row) => (share ? [...row, share(row)] : row));
  const table = toMarkdownTable(share ? [...columns, language === 'en' ? 'share %' : '占比 %'] : columns, rows);
  const hidden = Math.max(result.groups, result.rows.length) - rows.length;
  const isAskedFor = rows.length === result.query.limit;
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
  return isSum && typeof total === 'number' ? total : null;
}

function findingOf(result: QueryResult, name: string, language: Language): string {
  if (result.query.change?.from === 'first_to_last') return changeFinding(result, name, language);
  if (result.query.change) return seriesFinding(result, name, language);
  const en = language === 'en';
  const { rows, query } = result;
  const total = totalOf(result);
  const [mean] = result.means;
  const value = (row: Row | undefined) => formatCell(row?.at(-1) ?? null);
  if (query.groups.length === 0) {
    const isSum = query.values[0]?.aggregate === 'sum';
    return en
      ? `${isSum ? `total ${name}` : name}: ${value(rows[0])}.`
      : `${isSum ? '总' : ''}${name}：${value(rows[0])}。`;
  }
  const extremes = extremesOf(rows, -1, query.groups.length, shareOf(result));
  const highest = en ? `highest: ${extremes.high}` : `最高：${extremes.high}`;
  const lowest = en ? `lowest: ${extremes.low}` : `最低：${extremes.low}`;
  if (typeof mean === 'number') {
    const average = formatNumber(mean);
    if (!en) return `${result.groups} 组的平均${name}为 ${average}；${highest}；${lowest}。`;
    return `${name}: ${average} on average over ${result.groups} ${groupWord(result, result.groups)}; ${highest}; ${lowest}.`;
  }
  if (rows.length < result.groups || rows.length === 1) {
    const list = rows.map((row) => `${keyOf(row, query.groups.length)} (${value(row)})`).join(', ');
    return en ? `${name}: ${list}.` : `${name}：${list}。`;
  }
  const [first, second] = rows;
  if (rows.length === 2 && first && second && query.groups.length === 1) {
    return pairFinding(first, second, name, language);
  }
  const whole =
    total !== null ? [en ? `total ${name}: ${formatNumber(total)}` : `总${name}：${formatNumber(total)}`] : [];
  const order = query.order === 'value-asc' ? [lowest, highest] : [highest, lowest];
  if (whole.length === 0) {
    if (!en) return `${name}：${order.join('；')}。`;
    return `${name} is highest for ${extremes.high} and lowest for ${extremes.low}.`;
  }
  const parts = [...whole, ...order];
  return `${parts.join(en ? '; ' : '；')}${en ? '.' : '。'}`;
}

function pairFinding(first: Row, second: Row, name: string, language: Language): string {
  const [a, b] = Number(first.at(-1)) >= Number(second.at(-1)) ? [first, second] : [second, first];
  const [x, y] = [Number(a.at(-1)), Number(b.at(-1))];
  const percent = y > 0 ? ` (${formatNumber((100 * (x - y)) / y)}%)` : '';
  if (language === 'zh')
    return `${formatCell(a[0] ?? null)} 的${name}为 ${formatNumber(x)}，${formatCell(b[0] ?? null)} 为 ${formatNumber(y)}；前者多 ${formatNumber(x - y)}${percent}。`;
  return `${name}: ${formatCell(a[0] ?? null)} has ${formatNumber(x)}, ${formatCell(b[0] ?? null)} has ${formatNumber(y)}; the difference is ${formatNumber(x - y)}${percent}.`;
}

function changeFinding({ query, rows, periods }: QueryResult, name: string, language: Language): string {
  const en = language === 'en';
  const isDrop = query.order === 'value-asc';
  const moved = rows.filter(
    (row) => typeof row.at(-2) === 'number' && (isDrop ? Number(row.at(-2)) < 0 : Number(row.at(-2)) > 0),
  );
  const story = (row: Row) => {
    const [before, after, change, percent] = row.slice(-4).map((cell) => formatCell(cell));
    const rate = percent === '–' ? '' : `, ${signed(percent ?? '')}%`;
    return en
      ? `${name} went from ${before} in ${periods[0]} to ${after} in ${periods[1]} (${signed(change ?? '')}${rate})`
      : `${name}从 ${periods[0]} 的 ${before} 变为 ${periods[1]} 的 ${after}（${signed(change ?? '')}${rate}）`;
  };
  if (query.groups.length === 0) return `${rows[0] ? story(rows[0]) : ''}${en ? '.' : '。'}`;
  if (moved.length === 0) {
    const group = query.groups[0]?.column ?? '';
    return en
      ? `no ${group} ${isDrop ? 'dropped' : 'grew'} from ${periods[0]} to ${periods[1]}.`
      : `从 ${periods[0]} 到 ${periods[1]}，没有 ${group} ${isDrop ? '下降' : '增长'}。`;
  }
  const pick = (at: number) =>
    moved.reduce((best, row) =>
      (isDrop ? Number(row.at(at)) < Number(best.at(at)) : Number(row.at(at)) > Number(best.at(at))) ? row : best,
    );
  const winner = pick(-2);
  const winners = moved.filter((row) => row.at(-2) === winner.at(-2)).map((row) => keyOf(row, query.groups.length));
  const byPercent = pick(-1);
  const other =
    byPercent.at(-1) === winner.at(-1)
      ? ''
      : en
        ? ` In percent it is ${keyOf(byPercent, query.groups.length)} (${signed(formatCell(byPercent.at(-1) ?? null))}%).`
        : `按百分比则是 ${keyOf(byPercent, query.groups.length)}（${signed(formatCell(byPercent.at(-1) ?? null))}%）。`;
  const verb = en ? (isDrop ? 'dropped most' : 'grew most') : isDrop ? '下降最多' : '增长最多';
  return en
    ? `${winners.join(' and ')} ${verb}: ${story(winner)}.${other}`
    : `${winners.join('、')} ${verb}：${story(winner)}。${other}`;
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

const keyOf = (row: Row, keys: number) => row.slice(0, keys).map(formatCell).join(' / ');
const signed = (text: string) => (/^[−–]/.test(text) ? text : `+${text}`);
const capitalized = (text: string, language: Language) =>
  language === 'en' ? text.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : text;
const groupWord = ({ query }: QueryResult, count: number) =>
  `${query.groups[0]?.part ?? 'group'}${count === 1 ? '' : 's'}`;
