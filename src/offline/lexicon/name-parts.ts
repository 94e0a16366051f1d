import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { isMark, keyOf, unitsOf, wordsOf } from './units.ts';

/** Behind a name these add nothing: vacation_days is vacation. */
export const plainEndings = new Set(
  'id name number no date day at on by minute second week reason note remark comment year dl mg mmol total amount value count pct percent percentage mm cm km kg usd eur gbp cny rmb eu c f ms sec hour level score h hr hrs db hz ha eur chf sek min kwh mwh kw g ml l lb lbs oz'.split(
    ' ',
  ),
);
export const units = new Set(
  'mm cm km kg m g t ton usd eur gbp cny rmb c f ms pct percent percentage twh gwh mwh kwh mw gw kw hpa kmh kph mph sqm sqft m2 ha litre liter l ml minute min hour hr h second sec euro dollar yuan mile metre meter kilometre kilometer gram kilogram h hrs db hz chf sek lb lbs oz'.split(
    ' ',
  ),
);

/** A name without what stands behind it in brackets: 产量(吨) is 产量. */
export const bareName = (name: string): string => name.replace(/\s*[([（【].*$/u, '').trim() || name;

/** What these are of stands before them: the name of a customer is no name of a person who works there. */
export const vagueNames = new Set(
  'name total amount goods item rep mode class grade mark page source person day date'.split(' '),
);

/** What stands before the ending of a name in Chinese: 支付方式 is 支付, 加班小时 is 加班. */
export const hanHead =
  /^(.{1,6}?)(?:件数|单数|人次|总数|总额|名称|编号|日期|时间|方式|类型|分钟数?|小时数?|天数|年份|月份|次数|数量|金额|公里|人数|情况|等级|状态)$/u;

/** A name as somebody types it who does not see its parts: `skyeuro` for `SkyEuro`. */
export const asWritten = (phrase: string) =>
  /[a-z][A-Z]/.test(phrase)
    ? unitsOf(phrase)
        .filter((unit) => !isMark(unit))
        .map(({ plain }) => plain)
        .join(' ')
    : '';

/** What units × price are called, by the word that asks for them. */
export const productName = (word: string) =>
  /^(?:sales|sale|money|value|sold|spend|spent|spending|order value|order total|total|amount)$/.test(word)
    ? 'revenue'
    : word;

/** The highest and the lowest of one thing, a column each. */
export interface Pair {
  readonly high: ColumnDescription;
  readonly low: ColumnDescription;
}

/** `temp_max` and `temp_min`, where the table has both. */
export function pairOf({ columns }: TableDescription, names: readonly string[]): Pair | undefined {
  const keys = new Set(names.map(keyOf));
  const of = (ends: RegExp) =>
    columns.find(({ name, type }) => {
      const words = wordsOf(name).map(({ plain }) => plain);
      const rest = words.filter((word) => !ends.test(word));
      return type === 'number' && rest.length === words.length - 1 && keys.has(rest.join(' '));
    });
  const [high, low] = [of(/^(?:max|maximum|high|highest)$/), of(/^(?:min|minimum|low|lowest)$/)];
  return high && low ? { high, low } : undefined;
}
