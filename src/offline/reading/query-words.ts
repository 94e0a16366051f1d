import type { Language } from '../../text/language-of.ts';
import type { QuerySummary } from '../../tools/tables/query-result.ts';
import { defaultLimit } from '../../tools/tables/table-query.ts';

/** What is measured, by its name: `revenue`, `average units`, `rows`. The rules ask for one figure at a time. */
export function measureName({ values: [value] }: QuerySummary, language: Language): string {
  if (!value || value.of === '') return language === 'en' ? 'rows' : '行数';
  const { name } = value;
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
  return `${prefix[value.aggregate ?? 'sum']}${name}`;
}

/** The names of the result's columns. */
export function resultColumns(query: QuerySummary, periods: readonly string[], language: Language): string[] {
  const groups = query.groups.map((group) => (group.part ? periodName(group.part, language) : group.column));
  const [change, percent] = language === 'en' ? ['change', 'change %'] : ['变化', '变化 %'];
  const name = measureName(query, language);
  if (!query.change) return [...groups, name];
  if (query.change.from === 'previous')
    return [...groups, periodName(query.change.part, language), name, change, percent];
  return [...groups, periods[0] ?? '', periods.at(-1) ?? '', change, percent];
}

/** The word for a period. */
export function periodName(period: string, language: Language): string {
  return language === 'en' ? period : ({ month: '月份', quarter: '季度', year: '年份' }[period] ?? period);
}

/** How a query was understood, in words: `revenue = units × unit_price, by region, where region = north`. */
export function toReading(
  query: QuerySummary,
  periods: readonly string[],
  hasMean: boolean,
  language: Language,
): string {
  const isEnglish = language === 'en';
  const [value] = query.values;
  const name = measureName(query, language);
  const isSum = value?.aggregate === 'sum';
  const parts = [
    value && value.of !== '' && value.name !== value.of
      ? `${name} = ${verb(value, language)}${value.of}`
      : `${value && isSum ? verb(value, language) : ''}${name}`,
  ];
  if (query.groups.length > 0) {
    const groups = query.groups.map((group) =>
      group.part ? `${periodName(group.part, language)}${isEnglish ? ' of ' : '：'}${group.column}` : group.column,
    );
    parts.push(isEnglish ? `by ${groups.join(' and ')}` : `按 ${groups.join('、')} 分组`);
  }
  if (query.change) {
    const period = periodName(query.change.part, language);
    if (query.change.from === 'previous')
      parts.push(
        isEnglish
          ? `change from ${period} to ${period}`
          : `与上一${{ month: '月', quarter: '季', year: '年' }[query.change.part] ?? period}相比的变化`,
      );
    else if (isEnglish) parts.push(`change from the first ${period} (${periods[0]}) to the last (${periods.at(-1)})`);
    else parts.push(`从最早${period}（${periods[0]}）到最晚${period}（${periods.at(-1)}）的变化`);
  }
  if (query.limit < defaultLimit && query.groups.length > 0) {
    const isLowest = query.order === 'value-asc';
    parts.push(
      isEnglish
        ? `the ${query.limit} ${isLowest ? 'lowest' : 'highest'}`
        : `${isLowest ? '最低' : '最高'}的 ${query.limit} 组`,
    );
  }
  if (hasMean) parts.push(isEnglish ? 'then the mean over these groups' : '再对各组求平均');
  if (query.where.length > 0)
    parts.push(isEnglish ? `where ${query.where.join(' and ')}` : `条件：${query.where.join('，')}`);
  return parts.join(isEnglish ? ', ' : '，');
}

type Value = QuerySummary['values'][number];

function verb(value: Value, language: Language): string {
  const { aggregate = 'sum' } = value;
  // A product says itself what is added up.
  if (aggregate === 'sum') return value.of.includes(' × ') ? '' : { en: 'sum of ', zh: '合计 ' }[language];
  if (language === 'zh')
    return { avg: '每行平均 ', min: '单行最低 ', max: '单行最高 ', count: '计数 ', distinct: '去重计数 ' }[aggregate];
  return {
    avg: 'mean over the rows of ',
    min: 'lowest row of ',
    max: 'highest row of ',
    count: 'count of ',
    distinct: 'different values of ',
  }[aggregate];
}
