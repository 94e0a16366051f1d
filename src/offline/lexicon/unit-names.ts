import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { isLevelName } from './levels.ts';
import type { Lexicon, Meaning, Measure } from './sense.ts';
import { isHan, toPlain, wordsOf } from './units.ts';

/** Other ways to write a unit that names of columns have, and how much of the first of its kind it is. */
const unitNames: readonly (readonly [names: string, kind?: string, factor?: number])[] = [
  ['km kilometre kilometer 公里 千米', 'length', 1000],
  ['m metre meter 米', 'length', 1],
  ['cm 厘米', 'length', 0.01],
  ['mm 毫米', 'length', 0.001],
  ['kg kilogram kilo 公斤 千克', 'weight', 1000],
  ['g gram 克', 'weight', 1],
  ['t ton 吨', 'weight', 1_000_000],
  ['l litre liter 升', 'volume', 1],
  ['ml millilitre milliliter 毫升', 'volume', 0.001],
  ['day 天 日', 'time', 1440],
  ['hour hr hrs h 小时 个小时', 'time', 60],
  ['minute min mins 分钟', 'time', 1],
  ['second sec s 秒', 'time', 1 / 60],
  ['ms millisecond 毫秒', 'time', 1 / 60_000],
  ['$ dollar usd 美元', 'dollar', 1],
  ['€ euro eur 欧元', 'euro', 1],
  ['¥ yuan cny rmb 元 块', 'yuan', 1],
  ['year old 岁', 'age', 1],
  ['mwh', 'energy', 1000],
  ['gwh', 'energy', 1_000_000],
  ['twh', 'energy', 1_000_000_000],
  ['sqm 平米 平方米 平方', 'area', 1],
  ['sqft', 'area', 0.09290304],
  ['kwh', 'energy', 1],
  ['hpa', 'pressure', 1],
];
const units = unitNames.map(([names, kind, factor]) => ({ names: names.split(' '), kind, factor: factor ?? 1 }));
const unitOf = (word: string) => units.find(({ names }) => names.includes(word));

/** The unit that the name of a column has in it. */
function unitIn(name: string) {
  const words = wordsOf(name).map(({ plain }) => plain);
  const han = units.find(({ names }) =>
    names.some((each) => /^\p{Script=Han}{2,}$/u.test(each) && name.includes(each)),
  );
  // A column called "Minutes" counts them.
  const own = words.length > 1 ? words : words.filter((word) => unitOf(word)?.kind === 'time' && word.length > 3);
  return own.map(unitOf).find((unit) => unit !== undefined) ?? han;
}

/** The unit that a word is, and the one that a column counts in. */
export const unitKindOf = (word: string) => unitOf(toPlain(word)) ?? unitOf(word.toLowerCase());
export const unitOfColumn = (name: string) => unitIn(name);

/** A number of one unit in the unit of a column: 3 hours are 180 of `delay_minutes`; nothing where the two cannot be compared. */
export function inUnitOf(column: string, value: number, unit: string): number | undefined {
  const [given, own] = [unitOf(toPlain(unit)), unitIn(column)];
  if (!given?.kind || !own?.kind || given === own) return value;
  return given.kind === own.kind ? Number(((value * given.factor) / own.factor).toPrecision(12)) : undefined;
}

const ofMoney: ReadonlySet<string | undefined> = new Set(['dollar', 'euro', 'yuan', undefined]);

/** Whether a number with a unit may be one of a column that nobody has named beside it: three years are none of a fee. */
export const mayCount = (column: string, unit: string): boolean =>
  (ofMoney.has(unitOf(toPlain(unit))?.kind) && !/\bold$/i.test(unit)) ||
  unitIn(column) !== undefined ||
  /\bage\b|年龄|岁/i.test(column);

/** What the numbers of a column are counted in: 票房(万元) counts ten thousands. */
const scales: readonly (readonly [RegExp, number])[] = [
  [/[(（[_ ](?:百万|millions?|mn|mio)/i, 1e6],
  [/[(（[_ ](?:万|ten thousand)/, 1e4],
  [/[(（[_ ]亿/, 1e8],
  [/[(（[_ ](?:千|thousands?)(?![a-z])/i, 1e3],
];

/** A number with its own scale, such as 5亿, as a column counts that counts in ten thousands. */
export function inScaleOf(column: string, value: number, written: string): number {
  const scale = scales.find(([sign]) => sign.test(column))?.[1];
  return scale !== undefined && /[万亿千kKmM]|illion|thousand/.test(written) ? value / scale : value;
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

/** The only column that says how long something took. */
export function lastingOf({ columns }: TableDescription, roles: Lexicon['roles']): ColumnDescription | undefined {
  const all = columns.filter(
    ({ name }) =>
      roles.get(name) === 'measure' &&
      isLasting(name) &&
      !/late|delay|age|overtime|wait|queue|break|pause|等待|排队|迟|延|晚点|加班/i.test(name),
  );
  return all.length === 1 ? all[0] : undefined;
}

/** What says that something took long or not. The slowest is the one that takes long, not the one that is there often. */
export function lastingWords(of: Measure): [word: string, meaning: Meaning][] {
  const measure = { ...of, isRate: true };
  const bare = wordsOf(of.name)
    .map(({ plain }) => plain)
    .filter((word) => unitOf(word) === undefined)
    .join(' ');
  const all = (words: string, meaning: Meaning) => words.split(' | ').map((word): [string, Meaning] => [word, meaning]);
  return [
    ...all('how long | 多久 | 多长时间', { kind: 'measure', measure: { ...of, isRate: true } }),
    ...all(`time | ${bare} time`, { kind: 'measure', measure: of }),
    ...all('longest | slowest | 最长 | 最久 | 最慢', { kind: 'extreme', direction: 'desc', measure }),
    ...all('shortest | fastest | quickest | 最短 | 最快', { kind: 'extreme', direction: 'asc', measure }),
    ...all('longer | slower', { kind: 'comparative', op: '>', measure }),
    ...all('shorter | faster | quicker', { kind: 'comparative', op: '<', measure }),
  ];
}
