import { expect, it } from 'vitest';
import { describeColumns } from '../../src/tools/tables/describe-columns.ts';
import { isJsonTable } from '../../src/tools/tables/json-table.ts';
import { parseTable } from '../../src/tools/tables/parse-table.ts';

const table = (name: string, text: string) => parseTable(name, new TextEncoder().encode(text));

it('takes objects in objects apart, counts lists of objects, joins lists of words', () => {
  const { columns, rows } = table(
    'a.json',
    JSON.stringify({ at: 1, items: [{ id: 7, customer: { city: 'Rome', tags: ['new', 'vip'] }, lines: [{}, {}] }] }),
  );
  expect(columns.map(({ name }) => name)).toEqual(['id', 'customer.city', 'customer.tags', 'lines.count']);
  expect(rows).toEqual([[7, 'Rome', 'new, vip', 2]]);
});

it('reads an object a line', () => {
  expect(table('a.jsonl', '{"a":1}\n\n{"a":2,"b":"x"}\n').rows).toEqual([
    [1, null],
    [2, 'x'],
  ]);
  expect(() => table('a.jsonl', '{"a":1}\n{')).toThrow('a.jsonl, line 2 is not JSON');
});

it.each([
  ['[{"a":1}]', true],
  ['{"items":[{"a":1}]}', true],
  ['{"data":{"items":[{"a":1}]}}', true],
  ['{"a":1}\n{"a":2}', true],
  ['{"a":[{}],"b":[{}]}', false],
  ['{"a":1}', false],
  ['[1,2]', false],
])('%s is a table: %s', (text, isTable) => {
  expect(isJsonTable(text)).toBe(isTable);
});

it('keeps a quarter by its first month, and says so', () => {
  const quarters = table('a.csv', 'q,n\n2025Q1,1\n2025Q2,2\n');
  expect(quarters.rows[1]).toEqual(['2025-04', 2]);
  expect(describeColumns(quarters).summary).toContain('quarters, each by its first month');
});
