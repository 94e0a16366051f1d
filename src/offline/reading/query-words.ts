import type { Language } from '../../text/language-of.ts';
import type { QuerySummary } from '../../tools/tables/query-result.ts';
import { defaultLimit } from '../../tools/tables/table-query.ts';
import { inLanguage } from '../in-language.ts';
import { shareName, valuesName } from './row-queries.ts';

/** What is measured, by its name: `revenue`, `average units`, `rows`. The rules ask for one figure at a time. */
export function measureName({ values: [value] }: QuerySummary, language: Language): string {
  if (!value || (value.of === '' && value.name === 'rows')) return language === 'en' ? 'rows' : '行数';
  if (value.of === '') return value.name;
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
  const words = {
    day: '日期',
    week: '周',
    month: '月份',
    quarter: '季度',
    year: '年份',
    weekday: '星期',
    month_of_year: '月份',
    quarter_of_year: '季度',
  };
  return language === 'en' ? period.replaceAll('_', ' ') : (words[period as keyof typeof words] ?? period); // any other word stays
}

/** Whether a query is one for the part that some rows have in the whole. */
export const isShare = ({ values }: QuerySummary): boolean => values[0]?.name === shareName && values.length === 3;

/** Whether a query is one for the values of a column. */
export const isValues = ({ values }: QuerySummary): boolean => values[0]?.name === valuesName && values.length === 1;

/** What is taken of what: `sum(if(region = north, revenue, 0)) / sum(revenue)`. */
const shareText = ({ values }: QuerySummary): string => `(${values[0]?.of.replace(/^100 × /, '') ?? ''})`;

/** How a query was understood, in words: `revenue = units × unit_price, by region, where region = north`. */
export function toReading(
  query: QuerySummary,
  periods: readonly string[],
  hasMean: boolean,
  language: Language,
): string {
  const say = inLanguage(language);
  const where = query.where;
  const parts = [
    figureReading(query, language),
    groupReading(query, language),
    changeReading(query, periods, language),
    limitReading(query, language),
    hasMean ? say('then the mean over these groups', '再对各组求平均') : '',
    query.having.length > 0
      ? say(`only those with ${query.having.join(' and ')}`, `只保留 ${query.having.join('，')}`)
      : '',
    where.length > 0 ? say(`where ${where.join(' and ')}`, `条件：${where.join('，')}`) : '',
  ];
  return parts.filter((part) => part !== '').join(say(', ', '，'));
}

function figureReading(query: QuerySummary, language: Language): string {
  const [value] = query.values;
  const say = inLanguage(language);
  if (query.isListing)
    return say(
      `rows with ${query.values.map(({ name }) => name).join(', ')}`,
      `列出各行的 ${query.values.map(({ name }) => name).join('、')}`,
    );
  if (isShare(query)) return say(`the share of those rows ${shareText(query)}`, `所占比例 ${shareText(query)}`);
  if (isValues(query)) return say('the different values, with how many rows have each', '不同的值，以及各有多少行');
  const name = measureName(query, language);
  if (value && value.of === '' && value.name !== 'rows')
    return language === 'en' ? `${name} = rows of the file` : `${name} = 文件的行数`;
  if (value && value.of !== '' && value.name !== value.of) return `${name} = ${verb(value, language)}${value.of}`;
  return `${value?.aggregate === 'sum' ? verb(value, language) : ''}${name}`;
}

function groupReading(query: QuerySummary, language: Language): string {
  const say = inLanguage(language);
  if (query.groups.length === 0) return '';
  const groups = query.groups.map(({ part, column }) =>
    part ? `${periodName(part, language)}${say(' of ', '：')}${column}` : column,
  );
  return say(`by ${groups.join(' and ')}`, `按 ${groups.join('、')} 分组`);
}

function changeReading({ change }: QuerySummary, periods: readonly string[], language: Language): string {
  if (!change) return '';
  const say = inLanguage(language);
  const period = periodName(change.part, language);
  if (change.from === 'previous') {
    const before = { month: '月', quarter: '季', year: '年' }[change.part] ?? period;
    return say(`change from ${period} to ${period}`, `与上一${before}相比的变化`);
  }
  const [first, last] = [periods[0], periods.at(-1)];
  return say(
    `change from the first ${period} (${first}) to the last (${last})`,
    `从最早${period}（${first}）到最晚${period}（${last}）的变化`,
  );
}

function limitReading({ limit, order, groups }: QuerySummary, language: Language): string {
  if (limit >= defaultLimit || groups.length === 0) return '';
  const isLowest = order === 'value-asc';
  return inLanguage(language)(
    `the ${limit} ${isLowest ? 'lowest' : 'highest'}`,
    `${isLowest ? '最低' : '最高'}的 ${limit} 组`,
  );
}

type Value = QuerySummary['values'][number];

function verb(value: Value, language: Language): string {
  const { aggregate } = value;
  if (aggregate === undefined) return '';
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
