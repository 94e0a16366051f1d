import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { bareName, hanHead, plainEndings, units } from './name-parts.ts';
import { isHan, keyOf, wordsOf } from './units.ts';

/** What a part of names stands for: the column that is meant, or those that could be. */
export interface NamePart {
  readonly meant?: ColumnDescription;
  readonly columns: readonly string[];
}

/** Other words for the ending of a name: `completion_pct` is a completion rate. */
const sameEndings: Readonly<Record<string, readonly string[]>> = {
  pct: ['rate', 'percentage', 'share'],
  percent: ['rate', 'percentage', 'share'],
  percentage: ['rate', 'share'],
  rate: ['percentage'],
};

/** Parts of names, where only one column has them: `city` is `customer.city`, `vacation` is `vacation_days`. */
export function partsOfNames(
  { columns: all }: TableDescription,
  isTaken: (key: string) => boolean,
): [string, NamePart][] {
  const found = new Map<string, Set<ColumnDescription>>();
  for (const column of all)
    for (const key of partsOf(column)) found.set(key, (found.get(key) ?? new Set()).add(column));
  return [...found].flatMap(([key, set]): [string, NamePart][] => {
    if (units.has(key) || isTaken(key)) return [];
    const columns = [...set];
    const [only, ...others] = columns;
    const meant = others.length === 0 ? only : (columns.find(({ name }) => /name$/i.test(name)) ?? factOf(columns));
    return [[key, { ...(meant ? { meant } : {}), columns: columns.map(({ name }) => name) }]];
  });
}

/** `taken_by` and `taken_on` are empty together: whether it was taken is one fact. */
function factOf(columns: readonly ColumnDescription[]): ColumnDescription | undefined {
  const isOne = columns.every(({ empty }) => empty > 0 && empty === columns[0]?.empty);
  return isOne ? columns.find(({ type }) => type === 'date') : undefined;
}

function partsOf(column: ColumnDescription): string[] {
  const words = wordsOf(column.name).map(({ plain }) => plain);
  const keys: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const [head, tail] = [words.slice(0, at), words.slice(at)];
    // 考 is no name of 是否补考.
    if (tail.length > 1 || !isHan(tail[0] ?? '')) keys.push(tail.join(' '));
    if (tail.every((word) => plainEndings.has(word))) keys.push(head.join(' '));
    if (units.has(tail.at(-1) ?? '') && at < words.length - 1) keys.push(words.slice(0, -1).join(' '));
  }
  const own = words.length > 2 && columnPrefix.test(column.name) ? words.slice(-2, -1) : words.slice(0, -1);
  for (const ending of words.length > 1 ? (sameEndings[words.at(-1) ?? ''] ?? []) : [])
    keys.push([...own, ending].join(' '));
  const han = hanHead.exec(bareName(column.name))?.[1];
  if (han !== undefined && isHan(han)) keys.push(keyOf(han));
  return keys;
}

/** `stats.completion_pct`: what stands before the point is not needed. */
const columnPrefix = /\./;
