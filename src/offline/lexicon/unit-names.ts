import { isLevelName } from './levels.ts';
import type { Lexicon, Measure } from './sense.ts';
import { isHan, toPlain, wordsOf } from './units.ts';

/** Other ways to write a unit that names of columns have, and how much of the first of its kind it is. */
const unitNames: readonly (readonly [names: string, kind?: string, factor?: number])[] = [
  ['km kilometre kilometer 公里 千米', 'length', 1000],
  ['m metre meter 米', 'length', 1],
  ['cm 厘米', 'length', 0.01],
  ['mm 毫米', 'length', 0.001],
  ['kg kilogram 公斤 千克', 'weight', 1000],
  ['g gram 克', 'weight', 1],
  ['t ton 吨', 'weight', 1_000_000],
  ['l litre liter 升', 'volume', 1],
  ['ml', 'volume', 0.001],
  ['day 天 日', 'time', 1440],
  ['hour hr h 小时', 'time', 60],
  ['minute min 分钟', 'time', 1],
  ['second sec s 秒', 'time', 1 / 60],
  ['$ dollar usd 美元'],
  ['€ euro eur 欧元'],
  ['¥ yuan cny rmb 元 块'],
  ['year old 岁'],
  ['mwh'],
  ['gwh'],
  ['twh'],
  ['sqm 平米 平方米 平方'],
  ['sqft'],
  ['kwh'],
  ['hpa'],
];
const units = unitNames.map(([names, kind, factor]) => ({ names: names.split(' '), kind, factor: factor ?? 1 }));
const unitOf = (word: string) => units.find(({ names }) => names.includes(word));

/** The unit that the name of a column has in it. */
function unitIn(name: string) {
  const words = wordsOf(name).map(({ plain }) => plain);
  const han = units.find(({ names }) =>
    names.some((each) => /^\p{Script=Han}{2,}$/u.test(each) && name.includes(each)),
  );
  return (words.length > 1 ? words.map(unitOf).find((unit) => unit !== undefined) : undefined) ?? han;
}

/** A number of one unit in the unit of a column: 3 hours are 180 of `delay_minutes`; nothing where the two cannot be compared. */
export function inUnitOf(column: string, value: number, unit: string): number | undefined {
  const [given, own] = [unitOf(toPlain(unit)), unitIn(column)];
  if (!given?.kind || !own?.kind || given === own) return value;
  return given.kind === own.kind ? (value * given.factor) / own.factor : undefined;
}

/** How long something lasted: of these, none is zero. */
export const isLasting = (column: string): boolean => unitIn(column)?.kind === 'time';

/** The only measure whose name has a unit in it: "over 300 km" is about `Distance km`. */
export function measureOfUnit({ table, roles }: Lexicon, unit: string): Measure | undefined {
  const names = unitOf(toPlain(unit))?.names ?? [unit.toLowerCase()];
  const kind = unitOf(toPlain(unit))?.kind;
  const alike = table.columns.filter(
    ({ name }) => roles.get(name) === 'measure' && kind && unitIn(name)?.kind === kind,
  );
  const same = table.columns.filter(({ name }) => {
    const words = wordsOf(name).map(({ plain }) => plain);
    const isNamed =
      words.some((word) => names.includes(word)) || names.some((each) => isHan(each) && name.includes(each));
    return roles.get(name) === 'measure' && isNamed;
  });
  const found = same.length > 0 ? same : alike;
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
