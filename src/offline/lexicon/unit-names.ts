import { isLevelName } from './levels.ts';
import type { Lexicon, Measure } from './sense.ts';
import { wordsOf } from './units.ts';

/** Other ways to write a unit that names of columns have. */
const unitNames: readonly (readonly string[])[] = [
  'km kilometre kilometer 公里 千米',
  'm metre meter 米',
  'kg kilogram 公斤 千克',
  'g gram 克',
  'l litre liter 升',
  'minute min 分钟',
  'hour hr h 小时',
  'second sec s 秒',
  'mm 毫米',
  'cm 厘米',
  '$ dollar usd 美元',
  '€ euro eur 欧元',
  '¥ yuan cny rmb 元 块',
  't ton 吨',
  'year old 岁',
  'mwh',
  'gwh',
  'kwh',
  'hpa',
].map((row) => row.split(' '));

/** The only measure whose name has a unit in it: "over 300 km" is about `Distance km`. */
export function measureOfUnit({ table, roles }: Lexicon, unit: string): Measure | undefined {
  const names = unitNames.find((group) => group.includes(unit.toLowerCase())) ?? [unit.toLowerCase()];
  const found = table.columns.filter(({ name }) => {
    const words = wordsOf(name).map(({ plain }) => plain);
    return roles.get(name) === 'measure' && words.some((word) => names.includes(word));
  });
  const [only] = found;
  return only && found.length === 1
    ? {
        columns: [only.name],
        name: only.name,
        isRate: isLevelName(
          wordsOf(only.name).map(({ plain }) => plain),
          only.name,
        ),
      }
    : undefined;
}
