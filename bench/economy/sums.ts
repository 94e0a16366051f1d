export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** How many percent of the rows are so. */
export const shareOf = <Row>(rows: readonly Row[], isSo: (row: Row) => boolean): number =>
  (100 * rows.filter(isSo).length) / rows.length;

/** The groups of rows with a number for each, the largest number first. */
export const ranked = <Row>(
  rows: readonly Row[],
  group: (row: Row) => string,
  value: (rows: readonly Row[]) => number,
): (readonly [name: string, value: number])[] =>
  [...Map.groupBy(rows, group)].map(([name, own]) => [name, value(own)] as const).sort((a, b) => b[1] - a[1]);

/** The first and the last of a list that is not empty. */
export function ends<T>(list: readonly T[]): { first: T; last: T } {
  const [first, last] = [list[0], list.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is nothing in the list.');
  return { first, last };
}

/** The names of the regions as an answer in English or Chinese may give them. */
export const regionNames: Readonly<Record<string, readonly string[]>> = {
  North: ['North', '北'],
  South: ['South', '南'],
  East: ['East', '东'],
  West: ['West', '西'],
};

/** The names of a quarter such as `2024-Q3`, as an answer in English or Chinese may give them. */
export function quarterNames(quarter: string): readonly string[] {
  const place = Number(quarter.at(-1)) - 1;
  const [english, chinese] = [
    ['first', 'second', 'third', 'fourth'],
    ['一', '二', '三', '四'],
  ];
  return [
    `Q${place + 1}`,
    `${english[place]} quarter`,
    `${chinese[place]}季度`,
    `${place + 1}季度`,
    `${place + 1} 季度`,
  ];
}
