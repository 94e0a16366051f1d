import type { ColumnDescription } from '../../tools/tables/describe-columns.ts';
import { wordsOf } from './units.ts';

/** How a column can be used in a question. */
export type Role = 'time' | 'flag' | 'measure' | 'label';

const isWhole = (text: string) => /^\d{4}$/.test(text);

/** Years are time, codes are labels, yes and no are a flag; other numbers are measured. */
export function roleOf(column: ColumnDescription, rowCount: number, isFirst: boolean): Role {
  const words = wordsOf(column.name).map(({ plain }) => plain);
  const last = words.at(-1) ?? '';
  if (column.type === 'date') return 'time';
  if (column.type === 'number') {
    const { min, max } = column;
    const isYear = isWhole(String(min)) && isWhole(String(max)) && Number(min) >= 1800 && Number(max) <= 2100;
    if (isYear && (words.some((word) => /^(?:year|yr|season|annum)$/.test(word)) || /年/.test(column.name)))
      return 'time';
    const isCode =
      /^(?:id|no|nr|code|zip|zipcode|postcode|phone|key|uuid|isbn|sku)$/.test(last) ||
      /(?:编号|号码|代码|邮编|电话|序号|工号|单号|学号)$/.test(column.name);
    const isCounter = isFirst && rowCount >= 5 && column.distinct === rowCount && column.isWhole && isCounted(column);
    return isCode || isCounter ? 'label' : 'measure';
  }
  const values = column.values.map((value) => value.toLowerCase());
  return values.length > 0 && values.length <= 2 && values.every((value) => flagValues.has(value)) ? 'flag' : 'label';
}

/** 1, 2, 3, …: the number of a row measures nothing. */
const isCounted = ({ min, max, distinct }: ColumnDescription) =>
  typeof min === 'number' &&
  typeof max === 'number' &&
  max - min + 1 === distinct &&
  (min === 1 || min === 0 || min > 100);

const flagValues: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', 'y', 't', '是', '有', '已', '√'].map((word) => [word, true] as const),
  ...['no', 'false', 'n', 'f', '否', '无', '没有', '未'].map((word) => [word, false] as const),
]);

/** The value of a flag's column that says yes or no. */
export function flagValue({ values }: ColumnDescription, isTrue: boolean): string | undefined {
  return values.find((value) => flagValues.get(value.toLowerCase()) === isTrue);
}

/** Parts of one, such as a ratio: numbers between 0 and 1 that are not all whole. */
export function isFraction({ min, max, isWhole }: ColumnDescription): boolean {
  return typeof min === 'number' && typeof max === 'number' && min >= 0 && max <= 1 && !isWhole;
}
