import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toSql } from '../../src/tools/query-sql.ts';
import { queryTable } from '../../src/tools/query-table.ts';
import { tableQuerySchema } from '../../src/tools/table-query.ts';
import { createTables } from '../../src/tools/tables.ts';
import { sales, salesFile, sumOf } from './sales-rows.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const tables = createTables({ files: [salesFile] });
const revenue = { columns: ['units', 'unit_price'], name: 'revenue' };

describe('a query', () => {
  it('sums a product of columns by group, as a sum over the file does', async () => {
    const result = await tables.query({ file: 'sales.csv', measure: revenue, groupBy: [{ column: 'region' }] }, signal);
    const regions = [...new Set(sales.map((sale) => sale.region))];
    expect(result.rows).toHaveLength(regions.length);
    for (const [region, value] of result.rows) {
      expect(value).toBeCloseTo(
        sumOf('revenue', (sale) => sale.region === region),
        6,
      );
    }
    expect(result.total).toBeCloseTo(sumOf('revenue'), 6);
    expect(result.reading).toBe('revenue = units × unit_price, by region');
  });

  it('gives the change from the first to the last month, the largest drop first', async () => {
    const change = { column: 'date', period: 'month', from: 'first' } as const;
    const query = {
      file: 'sales.csv',
      measure: revenue,
      groupBy: [{ column: 'product' }],
      change,
      order: 'value-asc',
    } as const;
    const { rows, periods } = await tables.query({ ...query, groupBy: [...query.groupBy] }, signal);
    const at = (product: unknown, month: string) =>
      sumOf('revenue', (sale) => sale.product === product && sale.month === month);
    expect(periods).toEqual(['2025-01', '2025-12']);
    for (const [product, before, after, difference] of rows) {
      expect(before).toBeCloseTo(at(product, '2025-01'), 6);
      expect(after).toBeCloseTo(at(product, '2025-12'), 6);
      expect(difference).toBeCloseTo(at(product, '2025-12') - at(product, '2025-01'), 6);
    }
    const differences = rows.map((row) => Number(row[3]));
    expect(differences).toEqual(differences.toSorted((a, b) => a - b));
  });

  it.each([
    { groupBy: [{ column: 'date', period: 'quarter' as const }], aggregate: 'avg' as const },
    { groupBy: [{ column: 'region' }, { column: 'product' }], aggregate: 'max' as const, limit: 7 },
    { filters: [{ column: 'date', op: 'during' as const, value: ['2025-Q1', '2025-12'] }], aggregate: 'min' as const },
    { filters: [{ column: 'product', op: 'contains' as const, value: 'LAMP' }], groupBy: [{ column: 'region' }] },
    { filters: [{ column: 'units', op: '>=' as const, value: '50' }], aggregate: 'count' as const },
    {
      filters: [{ column: 'region', op: '!=' as const, value: 'north' }],
      groupBy: [{ column: 'product' }],
      order: 'group' as const,
    },
    {
      change: { column: 'date', period: 'month' as const, from: 'previous' as const },
      groupBy: [{ column: 'region' }],
    },
    { filters: [{ column: 'date', op: 'during' as const, value: '1999' }], groupBy: [{ column: 'region' }] },
  ])('comes out the same from SQL and from plain loops: %j', async (query) => {
    const { rows, total, check } = await tables.query({ file: 'sales.csv', measure: revenue, ...query }, signal);
    expect(rows).toHaveLength(check.rows.length);
    for (const [index, row] of rows.entries()) {
      for (const [at, cell] of row.entries()) {
        const other = check.rows[index]?.[at];
        if (typeof cell === 'number') expect(other).toBeCloseTo(cell, 6);
        else expect(other).toBe(cell);
      }
    }
    if (total === null) expect(check.total).toBeNull();
    else expect(check.total).toBeCloseTo(total, 6);
  });

  it('quotes names and binds values', () => {
    const evil = 'a" FROM data; DROP TABLE data; --';
    const query = tableQuerySchema.parse({
      file: 'f',
      measure: { columns: [evil] },
      filters: [{ column: evil, op: '=', value: "' OR 1=1" }],
    });
    const { rows } = toSql(query);
    expect(rows.sql).toContain('"a"" FROM data; DROP TABLE data; --"');
    expect(rows.sql).not.toContain('OR 1=1');
    expect(rows.parameters).toContain("' OR 1=1");
  });

  it('works on columns whose names are SQL', async () => {
    const name = 'x"; DROP TABLE data; --';
    const own = createTables({ files: [write('evil.csv', `"${name.replaceAll('"', '""')}",select\n1,a\n2,b\n`)] });
    expect((await own.query({ file: 'evil.csv', measure: { columns: [name] } }, signal)).total).toBe(3);
  });

  it('lists the columns when one is not there, and the cell when one is not numbers', async () => {
    const own = createTables({ files: [write('bad.csv', 'k,n\na,1\nb,2\nc,oops\n')] });
    await expect(own.query({ file: 'bad.csv', measure: { columns: ['profit'] } }, signal)).rejects.toThrow(
      'bad.csv has no column "profit". Its columns are k, n.',
    );
    await expect(own.query({ file: 'bad.csv', measure: { columns: ['n'] } }, signal)).rejects.toThrow(
      'Line 4 holds "oops"',
    );
  });

  it('says that a file has a header and no rows', async () => {
    const own = createTables({ files: [write('header.csv', 'a,b\n')] });
    await expect(own.query({ file: 'header.csv' }, signal)).rejects.toThrow('header.csv has a header but no rows.');
  });
});

describe('a set of tables', () => {
  it('reads no file that was not given', async () => {
    await expect(tables.describe('/etc/passwd', signal)).rejects.toThrow(
      'There is no table "/etc/passwd". The tables are sales.csv.',
    );
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

  it('notices that a file has changed', async () => {
    const own = createTables({ files: [write('grows.csv', 'a\n1\n')] });
    expect((await own.describe('grows.csv', signal)).rowCount).toBe(1);
    write('grows.csv', 'a\n1\n2\n3\n');
    expect((await own.describe('grows.csv', signal)).rowCount).toBe(3);
  });

  it('answers two hundred query_table calls at once, from more than one set of tables', async () => {
    const tools = [tables, createTables({ files: [salesFile] })].map(queryTable);
    const regions = ['north', 'south', 'east', 'west'];
    const calls = Array.from({ length: 200 }, (_, call) => {
      const filters = [{ column: 'region', op: '=', value: regions[call % regions.length] }];
      return tools[call % 2]?.run({ file: 'sales.csv', measure: { columns: ['units'] }, filters }, { signal, key: '' });
    });
    const totals = (await Promise.all(calls)).map((output) => output?.data);
    for (const [call, data] of totals.entries()) {
      const region = regions[call % regions.length];
      expect(data).toMatchObject({ total: sumOf('units', (sale) => sale.region === region) });
    }
  });

  it('begins nothing for a signal that has already aborted', async () => {
    await expect(tables.describe('sales.csv', AbortSignal.abort())).rejects.toThrow('was stopped');
  });
});
