import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { queryTable } from '../../src/tools/tables/query-table.ts';
import { createTables } from '../../src/tools/tables/tables.ts';
import { orders, ordersCsv, sum } from './orders-rows.ts';
import { sales, salesFile, sumOf } from './sales-rows.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'query-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ordersFile = join(folder, 'orders.csv');
writeFileSync(ordersFile, ordersCsv);
const tables = createTables({ files: [ordersFile, salesFile] });
const tool = queryTable(tables);
const textOf = async (input: unknown) => (await tool.run(input, { signal, key: 'k', context: {} })).text;
const ask = (query: Omit<Parameters<typeof tables.query>[0], 'file'>, file = 'orders.csv') =>
  tables.query({ file, ...query }, signal);

describe('what a model reads', () => {
  it('has six digits of what is computed for a row and goes on for ever', async () => {
    const text = await textOf({
      file: 'sales.csv',
      select: ['units / 3 as third'],
      where: ['units = 100 or units > 0'],
      limit: 5,
    });
    const thirds = sales.slice(0, 5).map(({ units }) => units / 3);
    for (const third of thirds.filter((value) => !Number.isInteger(value))) {
      expect(text).not.toContain(String(third));
      expect(text).toContain(third.toFixed(2).slice(0, -1));
    }
  });

  it('says over which rows a figure is, and what each figure is over all of them', async () => {
    const north = sales.filter((sale) => sale.region === 'north');
    const text = await textOf({
      file: 'sales.csv',
      select: ['sum(units * unit_price) as revenue', 'sum(units)'],
      group_by: ['product'],
      where: ["region = 'north'"],
    });
    expect(text.split('\n')[0]).toBe(
      `revenue = sum(units × unit_price), sum(units), by product; sales.csv, over the ${north.length} of ${sales.length} rows that match: region = north`,
    );
    const units = sum(north.map((sale) => sale.units)).toLocaleString('en-US');
    expect(text).toMatch(new RegExp(`Over all rows that match: revenue [\\d,.]+, sum\\(units\\) ${units}\\.`));
  });

  it('never names a sum the sum of a sum', async () => {
    const text = await textOf({ file: 'sales.csv', aggregate: 'sum', select: ['sum(units)'], group_by: ['region'] });
    expect(text).toContain('| region | sum(units) |');
  });

  it('comes in pages that say how to get the next one, until every row was there once', async () => {
    const seen: string[] = [];
    let offset = 0;
    for (let pages = 0; pages < 10; pages++) {
      const text = await textOf({ file: 'orders.csv', select: ['Order ID'], limit: 100, offset });
      seen.push(...[...text.matchAll(/^\| (A-\d+) \|/gm)].map((match) => match[1] ?? ''));
      const next = /Rows [\d,]+ to [\d,]+ of 240; next page: offset (\d+)\./.exec(text)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(seen).toEqual(orders.map((order) => order.id));
  });

  it('is cut by its length with the right next page, and says when there is no more', async () => {
    const wide = join(folder, 'wide.csv');
    const long = 'x'.repeat(75);
    writeFileSync(
      wide,
      ['a,b,c,d', ...Array.from({ length: 300 }, (_, row) => `${row},${long},${long},${long}`)].join('\n'),
    );
    const own = queryTable(createTables({ files: [wide] }));
    const { text } = await own.run({ file: 'wide.csv', limit: 200 }, { signal, key: 'k', context: {} });
    expect(text.length).toBeLessThan(20_000);
    const next = Number(/next page: offset (\d+)/.exec(text)?.[1]);
    const after = (await own.run({ file: 'wide.csv', limit: 1, offset: next }, { signal, key: 'k', context: {} })).text;
    expect(text).toContain(`| ${next - 1} | x`);
    expect(after).toContain(`| ${next} | x`);
    expect((await own.run({ file: 'wide.csv', offset: 500 }, { signal, key: 'k', context: {} })).text).toContain(
      'none from offset 500 on',
    );
  });

  it('shows what the columns hold when no row matches', async () => {
    const text = await textOf({ file: 'sales.csv', select: ['sum(units)'], where: ['region = nroth', 'date in 1999'] });
    expect(text).toContain('none of the 180 rows matches region = nroth and date in 1999');
    expect(text).toContain('region: text, one of east, north, south, west');
    expect(text).toMatch(/date: date, 2025-\d\d-\d\d to 2025-\d\d-\d\d/);
  });

  it('has numbers of the file as they are there', async () => {
    const file = join(folder, 'exact.csv');
    writeFileSync(file, 'year,rate\n2024,1.23456\n2023,0.5\n');
    const own = queryTable(createTables({ files: [file] }));
    const { text } = await own.run({ file: 'exact.csv' }, { signal, key: 'k', context: {} });
    expect(text).toContain('| 2024 | 1.23456 |');
    expect(
      (await own.run({ file: 'exact.csv', group_by: ['year'] }, { signal, key: 'k', context: {} })).text,
    ).toContain('| 2024 | 1 |');
  });

  it('gives the mean over all groups when asked to', async () => {
    const text = await textOf({
      file: 'sales.csv',
      select: ['sum(units)'],
      group_by: ['month(date)'],
      mean_of_groups: true,
      limit: 2,
    });
    expect(text).toContain(`Mean over the 12 groups: sum(units) ${(sumOf('units') / 12).toPrecision(6)}.`);
  });
});

describe('a query that cannot be answered says in one sentence what is possible', () => {
  it.each<[Record<string, unknown>, string]>([
    [
      { select: ['sum(profit)'] },
      'sales.csv has no column "profit". There are: date, region, product, units, unit_price.',
    ],
    [{ file: 'sael.csv' }, 'There is no table "sael.csv". Perhaps "sales.csv"?'],
    [
      { select: ['sum(region)'] },
      'Column "region" of sales.csv holds text, not numbers. Columns of numbers are units, unit_price.',
    ],
    [{ select: ['month(units)'] }, 'Column "units" of sales.csv holds numbers, not dates. Columns of dates are date.'],
    [{ select: ['median(units)'] }, 'There is no function "median". Use sum, avg, min, max, count'],
    [{ select: ['units', 'sum(units) + unit_price'] }, '"unit_price" has many values in a group'],
    [{ select: ['sum(units'] }, 'a parenthesis is not closed'],
    [{ where: ['date = 2025-13'] }, '"2025-13" is not a date here: write 2024-03-01'],
    [{ where: ['date > today - 14 days'] }, `There is no "today" here: write the date`],
    [{ where: ['units'] }, '"units" is not a condition'],
    [{ where: ['!(units = 1)'] }, '"!" cannot be read'],
    [{ where: ['units = many'] }, 'units holds numbers; "many" is none.'],
    [{ where: ['units > product'] }, 'units is a number and product a text'],
    [{ where: ["month(date) = 'Brumaire'"] }, 'is no'],
    [{ where: ["product like 'a%b%'"] }, 'a % can stand at the ends only'],
    [{ group_by: ['sum(units)'] }, '"sum(units)" is a figure: it belongs in select'],
    [{ select: ['sum(units) over ()'] }, 'share(sum(units)) is the part of the total'],
    [{ select: ['datediff(date, date)'] }, 'Write shipped - ordered for the days between two dates.'],
    [{ sql: 'SELECT 1' }, 'There is no "sql". It takes file, select, where, group_by'],
    [{ change: 'yearly' }, 'change'],
    [{ select: [`units ${'+ units '.repeat(1000)}`] }, 'at most 2000 characters'],
    [{ select: [`${'('.repeat(60)}units`] }, 'nested too deeply'],
    [{ select: [`${'coalesce('.repeat(20)}units${', 0)'.repeat(20)}`] }, 'nested too deeply'],
  ])('%j', async (query, message) => {
    const error = await tool
      .run({ file: 'sales.csv', ...query }, { signal, key: 'k', context: {} })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(message);
    expect(String(error).split('\n').length).toBeLessThanOrEqual(2);
  });
});

describe('the ways a query is written', () => {
  const expected = async () =>
    (
      await ask(
        { select: ['sum(units) as sold'], group_by: ['region'], where: ['units > 20'], order_by: ['sold desc'] },
        'sales.csv',
      )
    ).rows;
  it.each<Record<string, unknown>>([
    { select: 'region, sum(units) as sold', where: 'units > 20', order_by: 'sold desc' },
    { file: 'SALES', select: ['sum(`units`) as sold'], groupBy: 'region', where: 'WHERE units > 20', orderBy: '-sold' },
    {
      measures: [{ column: 'units', aggregate: 'sum', as: 'sold' }],
      group_by: [{ column: 'region' }],
      filters: [{ column: 'units', op: '>', value: 20 }],
      sort: [{ column: 'sold', direction: 'desc' }],
    },
    { aggregations: { sold: 'sum(units)' }, by: ['Region'], where: { units: { gt: 20 } }, order_by: { sold: 'desc' } },
    {
      aggregates: { units: 'sum' },
      dimensions: ['region'],
      where: [{ field: 'units', operator: 'gte', value: '21' }],
      order_by: ['2'],
    },
    {
      aggregate: 'sum',
      measure: 'unit',
      group_by: ['region'],
      where: ['sales.units > 20', ''],
      order_by: null,
      limit: '50',
      offset: null,
    },
    {
      table: './data/sales.csv',
      select: ['sold = sum("units")'],
      group_by: ['region'],
      where: ['"units" > \'20\''],
      limit: 5000,
    },
    {
      select: ['region as r', 'sum(Units) filter (where units > 20) as sold'],
      group_by: ['r'],
      order_by: ['sold desc nulls last'],
    },
    {
      select: ['region', 'sum(case when units > 20 then units else 0 end) as sold'],
      order_by: [{ by: 'sold', desc: true }],
    },
  ])('comes to the same: %j', async (query) => {
    const { data } = await tool.run({ file: 'sales.csv', ...query }, { signal, key: 'k', context: {} });
    const { rows } = data as { rows: unknown[][] }; // what `query_table` gives
    expect(new Map(rows.map(([region, sold]) => [region, sold]))).toEqual(
      new Map((await expected()).map(([region, sold]) => [region, sold])),
    );
  });
});
