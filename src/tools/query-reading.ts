import type { Filter, TableQuery } from './table-query.ts';

/** How many groups a query gives unless it says otherwise; more need not be said in its reading. */
export const defaultLimit = 50;

/** The languages a reading can be written in. */
export type ReadingLanguage = 'en' | 'zh';

/** What is measured, by its name: `revenue`, `average units`, `rows`. */
export function measureName(
  query: Pick<TableQuery, 'measure' | 'aggregate'>,
  language: ReadingLanguage = 'en',
): string {
  const name = query.measure?.name ?? query.measure?.columns.join(' × ');
  if (name === undefined) return language === 'en' ? 'rows' : '行数';
  const prefix =
    language === 'en'
      ? {
          sum: '',
          avg: 'average ',
          min: 'lowest ',
          max: 'highest ',
          count: 'count of ',
          distinct: 'different values of ',
        }
      : { sum: '', avg: '平均', min: '最低', max: '最高', count: '计数：', distinct: '不同的 ' };
  return `${prefix[query.aggregate]}${name}`;
}

/** The names of the result's columns. */
export function resultColumns(
  query: TableQuery,
  periods: readonly string[],
  language: ReadingLanguage = 'en',
): string[] {
  const groups = query.groupBy.map((group) => (group.period ? periodName(group.period, language) : group.column));
  const [change, percent] = language === 'en' ? ['change', 'change %'] : ['变化', '变化 %'];
  const name = measureName(query, language);
  if (!query.change) return [...groups, name];
  if (query.change.from === 'previous')
    return [...groups, periodName(query.change.period, language), name, change, percent];
  return [...groups, periods[0] ?? '', periods.at(-1) ?? '', change, percent];
}

/** The word for a period. */
export function periodName(period: 'month' | 'quarter' | 'year', language: ReadingLanguage): string {
  return language === 'en' ? period : { month: '月份', quarter: '季度', year: '年份' }[period];
}

/** How a query was understood, in words: `revenue = units × unit_price, by region, where region is north`. */
export function toReading(query: TableQuery, periods: readonly string[], language: ReadingLanguage = 'en'): string {
  const isEnglish = language === 'en';
  const name = query.measure?.name;
  const product = query.measure?.columns.join(' × ');
  const parts = [
    name !== undefined && name !== product && query.measure
      ? `${measureName(query, language)} = ${verb(query, language)}${product}`
      : `${query.measure && query.aggregate === 'sum' ? verb(query, language) : ''}${measureName(query, language)}`,
  ];
  if (query.groupBy.length > 0) {
    const groups = query.groupBy.map((group) =>
      group.period ? `${periodName(group.period, language)}${isEnglish ? ' of ' : '：'}${group.column}` : group.column,
    );
    parts.push(isEnglish ? `by ${groups.join(' and ')}` : `按 ${groups.join('、')} 分组`);
  }
  if (query.change) {
    const period = periodName(query.change.period, language);
    if (query.change.from === 'previous')
      parts.push(
        isEnglish
          ? `change from ${period} to ${period}`
          : `与上一${{ month: '月', quarter: '季', year: '年' }[query.change.period]}相比的变化`,
      );
    else if (isEnglish) parts.push(`change from the first ${period} (${periods[0]}) to the last (${periods.at(-1)})`);
    else parts.push(`从最早${period}（${periods[0]}）到最晚${period}（${periods.at(-1)}）的变化`);
  }
  if (query.limit < defaultLimit && query.groupBy.length > 0) {
    const isLowest = query.order === 'value-asc';
    parts.push(
      isEnglish
        ? `the ${query.limit} ${isLowest ? 'lowest' : 'highest'}`
        : `${isLowest ? '最低' : '最高'}的 ${query.limit} 组`,
    );
  }
  if (query.meanOfGroups) parts.push(isEnglish ? 'then the mean over these groups' : '再对各组求平均');
  if (query.filters.length > 0) {
    const conditions = query.filters.map((filter) => toCondition(filter, language));
    parts.push(isEnglish ? `where ${conditions.join(' and ')}` : `条件：${conditions.join('，')}`);
  }
  return parts.join(isEnglish ? ', ' : '，');
}

const sumOf: Record<ReadingLanguage, string> = { en: 'sum of ', zh: '合计 ' };

function verb(query: TableQuery, language: ReadingLanguage): string {
  if (query.aggregate === 'sum') return query.measure?.columns.length === 1 ? sumOf[language] : '';
  if (language === 'zh')
    return { avg: '每行平均 ', min: '单行最低 ', max: '单行最高 ', count: '计数 ', distinct: '去重计数 ' }[
      query.aggregate
    ];
  return {
    avg: 'mean over the rows of ',
    min: 'lowest row of ',
    max: 'highest row of ',
    count: 'count of ',
    distinct: 'different values of ',
  }[query.aggregate];
}

function toCondition({ column, op, value }: Filter, language: ReadingLanguage): string {
  const isEnglish = language === 'en';
  const list = [value].flat().join(isEnglish ? ' or ' : ' 或 ');
  if (op === 'during' || op === '=' || op === 'in')
    return isEnglish ? `${column} is ${op === 'during' ? 'in ' : ''}${list}` : `${column} 为 ${list}`;
  if (op === '!=') return isEnglish ? `${column} is not ${list}` : `${column} 不为 ${list}`;
  if (op === 'contains') return isEnglish ? `${column} contains ${list}` : `${column} 包含 ${list}`;
  return `${column} ${op} ${list}`;
}
