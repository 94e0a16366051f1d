import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkQuery } from '../../src/tools/tables/check-query.ts';
import { wantedBy } from '../../src/tools/tables/query-figures.ts';
import { toSql } from '../../src/tools/tables/query-sql.ts';
import { queryTable } from '../../src/tools/tables/query-table.ts';
import { tableQuerySchema } from '../../src/tools/tables/table-query.ts';
import { createTables } from '../../src/tools/tables/tables.ts';
import { salesFile, sumOf } from './sales-rows.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const tables = createTables({ files: [salesFile] });
const revenue = 'sum(units * unit_price) as revenue';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('a query', () => {
  it.each([
    { group_by: ['quarter(date)'], select: ['avg(units * unit_price)'] },
    { group_by: ['region', 'product'], select: ['max(units * unit_price)', 'min(date)'], limit: 7 },
    { where: ['date in (2025-Q1, 2025-12)'], select: ['min(units * unit_price)'] },
    { where: ["product like '%LAMP'"], group_by: ['region'], select: [revenue, 'share(sum(units))'] },
    { where: ["units >= '50'"] },
    {
      select: ['sum(day_of_month(date) / month_of_year(date))', 'sum((units > 20) / 2)', 'avg(day_of_month(date) / 7)'],
    },
    { where: ["region != 'north'"], group_by: ['product'], order_by: ['product'], select: ['sum(units) / count(*)'] },
    { select: [revenue, 'count(*)'], change: 'previous' as const, group_by: ['region', 'month(date)'] },
    { select: [revenue], change: 'first_to_last' as const, group_by: ['region', 'week(date)'] },
    {
      select: ['date + 1 month as later', 'date - 10 days as earlier', 'abs(units - 50)', 'round(unit_price, 1)'],
      limit: 60,
    },
    { where: ['date in 1999'], group_by: ['region'], select: [revenue] },
  ])('comes out the same from SQL and from plain loops: %j', async (query) => {
    const { rows, totals, check } = await tables.query({ file: 'sales.csv', ...query }, signal);
    const same = (one: readonly unknown[], other: readonly unknown[] = []) => {
      expect(other).toHaveLength(one.length);
      for (const [at, cell] of one.entries()) {
        if (typeof cell === 'number') expect(other[at]).toBeCloseTo(cell, 6);
        else expect(other[at]).toBe(cell);
      }
    };
    expect(rows).toHaveLength(check.rows.length);
    for (const [index, row] of rows.entries()) same(row, check.rows[index]);
    same(totals, check.totals);
  });

  it('quotes names and binds values', () => {
    const evil = 'a" FROM data; DROP TABLE data; --';
    const query = tableQuerySchema.parse({
      file: 'f',
      select: [{ column: `\`${evil}\``, aggregate: 'max' }],
      where: [{ column: `\`${evil}\``, op: '=', value: "' OR 1=1" }],
    });
    const table = { name: 'f', columns: [{ name: evil, type: 'text' as const }], rows: [] };
    const { lines } = toSql(wantedBy(checkQuery(query, table)));
    expect(lines.sql).toContain('"a"" FROM data; DROP TABLE data; --"');
    expect(lines.sql).not.toContain('OR 1=1');
    expect(lines.parameters).toContain("' OR 1=1");
  });

  it.each([
    'x"; DROP TABLE data; --',
    'sum',
    'month',
    'and',
    'select',
    'a`b',
    'a\nb',
    '<b>n</b>',
    '2024',
    'Revenue (USD)',
    '销售额',
    "it's",
  ])('works on a column named %j', async (name) => {
    const own = createTables({ files: [write('names.csv', `${quoted(name)},other\n1,a\n2,b\n4,b\n`)] });
    const column = name.replaceAll('\n', ' ');
    const select = [`sum(\`${column.replaceAll('`', '``')}\`) as total`];
    const { rows } = await own.query({ file: 'names.csv', select, group_by: ['other'], order_by: ['other'] }, signal);
    expect(rows).toEqual([
      ['a', 1],
      ['b', 6],
    ]);
  });

  it('takes names with spaces and signs without quotes, and those of a longer name before a shorter', async () => {
    const own = createTables({
      files: [write('spaces.csv', 'unit,unit price,Revenue (USD),unit-price\n1,2,3,4\n10,20,30,40\n')],
    });
    const select = ['sum(unit price)', 'sum(revenue (usd) / unit)', 'sum(unit-price)', 'sum(unit - unit price)'];
    expect((await own.query({ file: 'spaces.csv', select }, signal)).rows).toEqual([[22, 6, 44, -11]]);
  });

  it('shows cells with markup, line breaks and great length on one line each', async () => {
    const cells = ['<img src=x onerror=alert(1)>', 'a\nb|c', 'x'.repeat(100_000), '"; DROP TABLE data; --'];
    const own = createTables({
      files: [write('cells.csv', `c,n\n${cells.map((cell) => `${quoted(cell)},NaN`).join('\n')}\n`)],
    });
    const { text } = await queryTable(own).run({ file: 'cells.csv' }, { signal, key: 'k', context: {} });
    expect(text.split('\n')).toHaveLength(4 + cells.length);
    expect(text).toContain('a b\\|c');
    expect(text.length).toBeLessThan(1000);
  });

  it('divides by nothing and averages nothing into nothing', async () => {
    const own = createTables({ files: [write('zero.csv', 'a,b\n1,0\n2,\n,5\n')] });
    const select = ['sum(a) / sum(if(b = 7, b, 0)) as x', 'avg(if(b > 100, a)) as y', 'sum(a / b) as z', 'count(b)'];
    expect((await own.query({ file: 'zero.csv', select }, signal)).rows).toEqual([[null, null, 0, 2]]);
  });

  it('says which line keeps a column from being numbers or dates', async () => {
    const own = createTables({ files: [write('bad.csv', 'k,n,d\na,1,2024-01-01\nb,2,2024-01-02\nc,oops,soon\n')] });
    await expect(own.query({ file: 'bad.csv', select: ['sum(n)'] }, signal)).rejects.toThrow('Line 4 holds "oops"');
    await expect(own.query({ file: 'bad.csv', group_by: ['month(d)'] }, signal)).rejects.toThrow('Line 4 holds "soon"');
  });

  it('says that a file has a header and no rows', async () => {
    const own = createTables({ files: [write('header.csv', 'a,b\n')] });
    await expect(own.query({ file: 'header.csv' }, signal)).rejects.toThrow('header.csv has a header but no rows.');
  });
});

describe('a table of 100,000 rows', () => {
  const rows = Array.from({ length: 100_000 }, (_, row) => ({
    day: 1 + (row % 28),
    group: `g${row % 7}`,
    n: (row * 31) % 1000,
  }));
  const text = ['day,group,n', ...rows.map(({ day, group, n }) => `${day} Feb 2023,${group},${n}`)].join('\n');
  const own = createTables({ files: [write('large.csv', text)] });

  it('is described and asked while everything else goes on', async () => {
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const { summary } = await own.describe('large.csv', signal);
    const { rows: found } = await own.query(
      {
        file: 'large.csv',
        select: ['sum(n)', 'count(*)'],
        group_by: ['group'],
        where: ['day(day) > 2023-02-14'],
        order_by: ['group'],
      },
      signal,
    );
    isDone = true;
    expect(summary).toContain(
      'day: date, 2023-02-01 to 2023-02-28; group: text, one of g0, g1, g2, g3, g4, g5, g6; n: number, 0 to 999',
    );
    const kept = Map.groupBy(
      rows.filter((row) => row.day > 14),
      (row) => row.group,
    );
    expect(found).toEqual(
      [...kept]
        .toSorted()
        .map(([group, members]) => [group, members.reduce((total, row) => total + row.n, 0), members.length]),
    );
    // Work in this thread would have let nothing else have a turn.
    expect(turns).toBeGreaterThan(20);
  });

  it('is listed page by page', async () => {
    const { rows: page, groups } = await own.query({ file: 'large.csv', select: ['n'], offset: 99_990 }, signal);
    expect(groups).toBe(100_000);
    expect(page).toEqual(rows.slice(99_990).map(({ n }) => [n]));
  });
});

describe('a set of tables', () => {
  it('reads no file that was not given', async () => {
    await expect(tables.describe('/etc/passwd', signal)).rejects.toThrow(
      'There is no table "/etc/passwd". There are: sales.csv.',
    );
  });

  it.each([
    'Sales.CSV',
    ' sales.csv ',
    '`sales.csv`',
    '"sales.csv"',
    './examples/data/sales.csv',
    'sales',
    'sale.csv',
    'sales.xlsx',
  ])('finds sales.csv by the name %j', async (name) => {
    expect((await tables.describe(name, signal)).name).toBe('sales.csv');
  });

  it('guesses no name between two, nor one with another number', async () => {
    const years = createTables({ files: [write('sales_2023.csv', 'a\n1\n'), write('sales_2024.csv', 'a\n1\n')] });
    await expect(years.describe('sales_2025.csv', signal)).rejects.toThrow('There is no table "sales_2025.csv".');
    const one = createTables({ files: [join(folder, 'sales_2024.csv')] });
    await expect(one.describe('sales_2025.csv', signal)).rejects.toThrow('There is no table "sales_2025.csv".');
    await expect(years.describe('sales', signal)).rejects.toThrow('There are: sales_2023.csv, sales_2024.csv.');
  });

  it('names a missing file and one that is too large', async () => {
    const missing = createTables({ files: [join(folder, 'nowhere.csv')] });
    await expect(missing.describe('nowhere.csv', signal)).rejects.toThrow('nowhere.csv is not there');
    const small = createTables({ files: [salesFile], maxBytes: 100 });
    await expect(small.describe('sales.csv', signal)).rejects.toThrow('at most 100 are read');
  });

  it('keeps two files of one name apart by their paths', () => {
    expect(createTables({ files: ['a/x.csv', 'b/x.csv', 'c/y.csv'] }).names).toEqual(['a/x.csv', 'b/x.csv', 'y.csv']);
  });

  it('describes a file once, and again when it has changed', async () => {
    const own = createTables({ files: [write('grows.csv', 'a\n1\n')] });
    const first = await own.describe('grows.csv', signal);
    expect(first.rowCount).toBe(1);
    expect(await own.describe('grows.csv', signal)).toBe(first);
    write('grows.csv', 'a\n1\n2\n3\n');
    expect((await own.describe('grows.csv', signal)).rowCount).toBe(3);
  });

  it('answers two hundred query_table calls at once, from more than one set of tables', async () => {
    const tools = [tables, createTables({ files: [salesFile] })].map(queryTable);
    const regions = ['north', 'south', 'east', 'west'];
    const calls = Array.from({ length: 200 }, (_, call) => {
      const where = [`region = ${regions[call % regions.length]}`];
      return tools[call % 2]?.run(
        { file: 'sales.csv', select: ['sum(units)'], where },
        { signal, key: '', context: {} },
      );
    });
    const totals = (await Promise.all(calls)).map((output) => output?.data);
    for (const [call, data] of totals.entries()) {
      const region = regions[call % regions.length];
      expect(data).toMatchObject({ totals: [sumOf('units', (sale) => sale.region === region)] });
    }
  });

  it('begins nothing for a signal that has already aborted', async () => {
    const own = createTables({ files: [salesFile] });
    await expect(own.describe('sales.csv', AbortSignal.abort())).rejects.toThrow('was stopped');
  });
});
