import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const map = readFileSync(new URL('docs/design-map.md', root), 'utf8');
const rows = map.split('\n').filter((line) => /^\| *[A-D]\d+ *\|/.test(line));
const idOf = (row: string) => /^\| *([A-D]\d+) *\|/.exec(row)?.[1] ?? '';

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
const ids = [...numbered('A', 36), ...numbered('B', 12), ...numbered('C', 13), ...numbered('D', 9)];

it('every item of the design has exactly one row, in order', () => {
  expect(rows.map(idOf)).toEqual(ids);
});

it('every row names a file and a test, or says what is open', () => {
  const silent = rows.filter((row) => !/\bopen\b/.test(row) && !(/`src\//.test(row) && /`test\//.test(row)));
  expect(silent.map(idOf)).toEqual([]);
});

it('every path that is named exists', () => {
  const paths = rows.flatMap((row) =>
    [...row.matchAll(/`((?:src|test|examples|docs|inspector|bench)\/[^`]*)`/g)].map((match) => match[1] ?? ''),
  );
  expect(paths.length).toBeGreaterThan(ids.length);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
