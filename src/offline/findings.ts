import type { Language } from '../text/language-of.ts';
import type { Cell } from '../tools/cell.ts';
import { formatCell, formatExact, formatNumber } from '../tools/markdown-table.ts';
import type { QueryResult } from '../tools/tables/query-result.ts';
import { defaultLimit } from '../tools/tables/table-query.ts';
import { inLanguage } from './in-language.ts';
import { periodName } from './reading/query-words.ts';

type Row = readonly Cell[];

/** A number in a row of the file has no thousands where it may be a year. */
export const keyText = (cell: Cell) => (typeof cell === 'number' ? formatExact(cell) : formatCell(cell));
export const keyOf = (row: Row, keys: number) => row.slice(0, keys).map(keyText).join(' / ');

/** The most or the least is asked for of single values, or there are more groups than the result has. */
export function isRanking({ query, rows, groups }: QueryResult): boolean {
  const aggregate = query.values[0]?.aggregate;
  const isEnd =
    (aggregate === 'max' && query.order === 'value-desc') || (aggregate === 'min' && query.order === 'value-asc');
  const isCut = rows.length < groups && query.order.startsWith('value');
  return query.groups.length > 0 && !query.change && query.limit >= defaultLimit && (isEnd || isCut);
}

/** Only what comes first: of the others not all are there. */
export function bestFinding({ rows, query }: QueryResult, name: string, language: Language): string {
  const [first] = rows;
  const same = rows.filter((row) => row.at(-1) === first?.at(-1)).map((row) => keyOf(row, query.groups.length));
  const [value, more] = [formatCell(first?.at(-1) ?? null), same.length > 5 ? ', …' : ''];
  const end =
    query.values[0]?.aggregate === 'max' || query.values[0]?.aggregate === 'min'
      ? ''
      : query.order === 'value-asc'
        ? inLanguage(language)('lowest ', '最低的')
        : inLanguage(language)('highest ', '最高的');
  return inLanguage(language)(
    `${end}${name}: ${same.slice(0, 5).join(', ')}${more} (${value}).`,
    `${end}${name}：${same.slice(0, 5).join('、')}${more}（${value}）。`,
  );
}

/** The groups whose figure fits a condition. */
export function havingFinding({ rows, query, groups }: QueryResult, name: string, language: Language): string {
  const list = rows.slice(0, 10).map((row) => `${keyOf(row, query.groups.length)} (${formatCell(row.at(-1) ?? null)})`);
  const what = query.groups
    .map(({ column, part }) => (part ? periodName(part, language) : column))
    .join(inLanguage(language)(' and ', '、'));
  const more = groups > list.length ? ', …' : '';
  return inLanguage(language)(
    `${formatNumber(groups)} ${groups === 1 ? 'value' : 'values'} of ${what} ${groups === 1 ? 'fits' : 'fit'}: ${list.join(', ')}${more}.`,
    `符合条件的 ${what} 有 ${formatNumber(groups)} 个（${name}）：${list.join('、')}${more}。`,
  );
}

export function listFinding({ rows, columns, groups, query }: QueryResult, language: Language): string {
  const [first] = rows;
  if (first && rows.length === 1) {
    const facts = first.map((cell, at) => `${columns[at]}${inLanguage(language)(': ', '：')}${keyText(cell)}`);
    return `${facts.join(inLanguage(language)('; ', '；'))}${inLanguage(language)('.', '。')}`;
  }
  const names = rows.slice(0, 10).map(([cell = null]) => keyText(cell));
  // "the 5 latest" are not all that there are.
  const isCut = query.limit < groups;
  const more = (isCut ? rows.length : groups) > names.length ? ', …' : '';
  if (isCut)
    return inLanguage(language)(
      `${rows.length} of ${formatNumber(groups)} rows; ${columns[0]}: ${names.join(', ')}${more}.`,
      `${formatNumber(groups)} 行中的 ${rows.length} 行；${columns[0]}：${names.join('、')}${more}。`,
    );
  return inLanguage(language)(
    `${formatNumber(groups)} rows; ${columns[0]}: ${names.join(', ')}${more}.`,
    `共 ${formatNumber(groups)} 行；${columns[0]}：${names.join('、')}${more}。`,
  );
}

export function shareFinding({ rows, query, groups }: QueryResult, language: Language): string {
  const text = (row: Row) => {
    const [share = null, part = null, whole = null] = row.slice(-3);
    const of = inLanguage(language)(
      `${formatCell(part)} of ${formatCell(whole)}`,
      `${formatCell(whole)} 中的 ${formatCell(part)}`,
    );
    return `${formatCell(share)}% (${of})`;
  };
  const keys = query.groups.length;
  if (keys === 0)
    return inLanguage(language)(`the share is ${text(rows[0] ?? [])}.`, `占比为 ${text(rows[0] ?? [])}。`);
  const list = rows.slice(0, 10).map((row) => `${keyOf(row, keys)}: ${text(row)}`);
  return `${inLanguage(language)('share', '占比')}: ${list.join('; ')}${groups > list.length ? '; …' : ''}.`;
}

export function valuesFinding({ rows, query, groups }: QueryResult, language: Language): string {
  const names = rows.slice(0, 30).map((row) => keyOf(row, query.groups.length));
  const more = groups > names.length ? ', …' : '';
  const what = query.groups.map(({ column }) => column).join(' / ');
  return inLanguage(language)(
    `${formatNumber(groups)} different values of ${what}: ${names.join(', ')}${more}.`,
    `${what} 共有 ${formatNumber(groups)} 种：${names.join('、')}${more}。`,
  );
}
