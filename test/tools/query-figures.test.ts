import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatFigure } from '../../src/tools/markdown-table.ts';
import { queryTable } from '../../src/tools/tables/query-table.ts';
import { createTables } from '../../src/tools/tables/tables.ts';
import { toToolSpec } from '../../src/tools/tool.ts';
import { days, iso, mean, type OrderRow, orders, ordersCsv, sum } from './orders-rows.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'figures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ordersFile = join(folder, 'orders.csv');
writeFileSync(ordersFile, ordersCsv);
const tables = createTables({ files: [ordersFile] });
const tool = queryTable(tables);
const textOf = async (query: object) =>
  (await tool.run({ file: 'orders.csv', ...query }, { signal, key: 'k', context: {} })).text;
/** The cells of the lines of the table, without its head. */
const cellsOf = async (query: object) =>
  (await textOf(query))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '));
const isDelivered = (order: OrderRow): order is OrderRow & { delivered: Date } => order.delivered !== undefined;
const isLate = (order: OrderRow) => isDelivered(order) && order.delivered > order.due;
const lateShare = (rows: readonly OrderRow[]) => (100 * rows.filter(isLate).length) / rows.length;
const late = 'avg(delivered > due)';
const regions = [...Map.groupBy(orders, (order) => order.region)].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a figure that a model reads', () => {
  it('has six digits where it goes on, so that it can be rounded and computed with', async () => {
    const expected = regions.map(([region, rows]) => {
      const ratio = sum(rows.map((order) => order.revenue)) / sum(rows.map((order) => order.cost));
      const share = (100 * rows.length) / orders.length;
      return [region, ...[ratio, share, mean(rows.map((order) => order.cost))].map((figure) => figure.toPrecision(6))];
    });
    const select = ['sum(Revenue (USD)) / sum(cost)', 'share(count(*))', 'avg(cost)'];
    const told = await cellsOf({ select, group_by: ['Region'], order_by: ['Region'] });
    expect(told.map(([, ...figures]) => figures.map(Number))).toEqual(
      expected.map(([, ...figures]) => figures.map(Number)),
    );
  });

  it.each<[number, string]>([
    [1234.5, '1,234.50'],
    [0.1 + 0.2, '0.30'],
    [0.1 + 0.2 - 0.3, '0'],
    [12_345_678_901.25, '12,345,678,901.25'],
    [1_234_567.891, '1,234,567.89'],
    [200 / 3, '66.6667'],
    [-0.18789, '−0.18789'],
    [2 / 3000, '0.000666667'],
    [6611, '6,611'],
    [-0.0000000000001, '0'],
  ])('%d is written as %s', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });

  it('keeps the decimals it was rounded to, in groups, over all rows and where it changes', async () => {
    const select = [`round(100 * ${late}, 1) as late`];
    const byRegion = await cellsOf({ select, group_by: ['Region'], order_by: ['Region'] });
    expect(byRegion).toEqual(regions.map(([region, rows]) => [region, lateShare(rows).toFixed(1)]));
    expect(await textOf({ select, group_by: ['Region'] })).toContain(
      `Over all rows: late ${lateShare(orders).toFixed(1)}.`,
    );
    const years = [...Map.groupBy(orders, (order) => iso(order.ordered).slice(0, 4))].toSorted();
    const byYear = await cellsOf({ select, group_by: ['year(ordered)'], change: 'previous' });
    expect(byYear.map(([year, figure]) => [year, figure])).toEqual(
      years.map(([year, rows]) => [year, lateShare(rows).toFixed(1)]),
    );
  });

  it('is rounded away from zero at a half, in the database and without it', async () => {
    const file = join(folder, 'halves.csv');
    writeFileSync(file, 'x\n-2.5\n2.5\n-0.5\n1.005\n');
    const result = await createTables({ files: [file] }).query({ file, select: ['round(x)', 'round(x, 2)'] }, signal);
    expect(result.rows).toEqual([
      [-3, -2.5],
      [3, 2.5],
      [-1, -0.5],
      [1, 1.01],
    ]);
    expect(result.check.rows).toEqual(result.rows);
  });

  it('says how many rows it leaves out for an empty cell, and which figure does', async () => {
    const empty = orders.filter((order) => !isDelivered(order)).length;
    const said = `over all ${orders.length} rows; ${empty} rows with an empty delivered are left out`;
    expect(empty).toBeGreaterThan(1);
    const [alone = ''] = (await textOf({ select: ['avg(delivered - ordered)'] })).split('\n');
    expect(alone).toMatch(new RegExp(`${said}$`));
    const select = ['sum(cost)', 'max(delivered - due) as slowest', 'count(delivered)', late];
    const [several = ''] = (await textOf({ select, group_by: ['Region'] })).split('\n');
    expect(several).toMatch(new RegExp(`${said} of slowest$`));
    const where = ['delivered is not null'];
    expect(await textOf({ select: ['avg(delivered - ordered)'], where })).not.toContain('left out');
  });
});

describe('change over time', () => {
  it('is told in percent of plain figures only, in points of shares, ratios and percentages', async () => {
    const select = ['sum(cost) as cost', 'avg(cost)', 'sum(cost) / 1000 as thousands'];
    const ratios = [
      `100 * ${late} as late`,
      'sum(cost) / count(*) as each',
      'share(sum(cost)) as part',
      "avg(if(Region = 'North', 100, 0)) as north",
    ];
    const query = { file: 'orders.csv', select: [...select, ...ratios], group_by: ['year(ordered)'] };
    const previous = await tables.query({ ...query, change: 'previous' }, signal);
    const withPercent = ['cost', 'avg(cost)', 'thousands'].flatMap((name) => [
      name,
      `${name} change`,
      `${name} change %`,
    ]);
    const inPoints = ['late', 'each', 'part', 'north'].flatMap((name) => [name, `${name} change`]);
    expect(previous.columns.slice(1)).toEqual([...withPercent, ...inPoints]);
    const at = (row: readonly unknown[] | undefined, name: string) => Number(row?.[previous.columns.indexOf(name)]);
    const years = [...Map.groupBy(orders, (order) => iso(order.ordered).slice(0, 4))].toSorted();
    const [first = 0, second = 0] = years.map(([, rows]) => lateShare(rows));
    expect(at(previous.rows[1], 'late')).toBeCloseTo(second, 9);
    expect(at(previous.rows[1], 'late change')).toBeCloseTo(second - first, 9);
    for (const row of previous.rows) expect(row).toHaveLength(previous.columns.length);
    const ends = await tables.query({ ...query, select: ratios.slice(0, 1), change: 'first_to_last' }, signal);
    expect(ends.columns).toEqual([years[0]?.[0], years.at(-1)?.[0], 'change']);
    expect(ends.rows[0]?.[2]).toBeCloseTo(lateShare(years.at(-1)?.[1] ?? []) - first, 9);
  });
});

describe('the description for a model', () => {
  const file = join(folder, 'shown.csv');
  writeFileSync(
    file,
    'date,region,product,units,price,a,b,due,shipped,ordered,counted\n2024-02-03,north,desk,2,3,1,2,2024-02-01,2024-02-09,2024-02-02,2024-02-20\n',
  );
  const own = createTables({ files: [file] });
  const { properties } = toToolSpec(tool).parameters as {
    properties: Record<string, { description: string }>; // what a schema of an object is
  };
  const examplesOf = (argument: string) =>
    [...(properties[argument]?.description ?? '').matchAll(/"([^"]+)"/g)].map(([, example = '']) => example);

  it.each([
    ...examplesOf('select').map((select) => ({ select: [select] })),
    ...examplesOf('where').map((where) => ({ select: ['count(*)'], where: [where] })),
  ])('shows what works: %j', async (query) => {
    expect((await own.query({ file: 'shown.csv', ...query }, signal)).rowCount).toBe(1);
  });

  it('shows a rounded part of rows, an empty cell, a date of one row, a month of each year and two periods', () => {
    expect(examplesOf('select')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^round\(100 \* avg\(\w+ > \w+\), 1\)/),
        expect.stringMatching(/^'[\d-]+' - \w+ as/),
      ]),
    );
    expect(examplesOf('where')).toEqual(
      expect.arrayContaining(['shipped is not null', 'month_of_year(date) = 2', 'date in 2024-Q1 or date in 2025-Q1']),
    );
  });

  it('says that groups come with the figures over all rows, as they do', async () => {
    expect(properties.group_by?.description).toContain('figures over all rows that match');
    const total = sum(orders.filter(isLate).map((order) => order.cost)).toLocaleString('en-US');
    const query = { select: ['sum(cost)'], group_by: ['Region'], where: ['delivered > due'] };
    expect(await textOf(query)).toContain(`Over all rows that match: sum(cost) ${total}.`);
  });

  it('lists a date or a formula for each row, and takes two periods at once', async () => {
    const rows = await cellsOf({
      select: ['Order ID', "'2025-03-17' - ordered as age", '2 * cost - 30 as more'],
      where: ['ordered in 2023-12 or ordered in 2024-Q1', 'month_of_year(ordered) = 2'],
      limit: 200,
    });
    const kept = orders.filter((order) => iso(order.ordered).startsWith('2024-02'));
    expect(kept.length).toBeGreaterThan(0);
    const end = new Date('2025-03-17');
    expect(rows).toEqual(
      kept.map((order) => [order.id, String(days(order.ordered, end)), String(2 * order.cost - 30)]),
    );
  });
});
