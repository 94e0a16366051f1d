import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/tools/tables/tables.ts';
import { days, iso, mean, type OrderRow, orders, ordersCsv, sum } from './orders-rows.ts';
import { salesFile, sumOf } from './sales-rows.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'query-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ordersFile = join(folder, 'orders.csv');
writeFileSync(ordersFile, ordersCsv);
const tables = createTables({ files: [ordersFile, salesFile] });
const ask = (query: Omit<Parameters<typeof tables.query>[0], 'file'>, file = 'orders.csv') =>
  tables.query({ file, ...query }, signal);
const numbers = (row: readonly unknown[] | undefined) => (row ?? []).map(Number);
const grouped = (of: (order: OrderRow) => string) => Map.groupBy(orders, of);
const delivered = (order: OrderRow): order is OrderRow & { delivered: Date } => order.delivered !== undefined;

describe('one call', () => {
  it('gives sums, averages, counts, ratios, shares and days between dates by group', async () => {
    const { rows, columns, totals } = await ask({
      select: [
        'sum(Revenue (USD)) as revenue',
        'avg(cost)',
        'count(*)',
        'sum(Revenue (USD)) / sum(cost) as ratio',
        'share(sum(Revenue (USD)))',
        'avg(delivered - ordered) as days',
        'count(distinct cost)',
      ],
      group_by: ['Region'],
    });
    expect(columns.slice(0, 5)).toEqual(['Region', 'revenue', 'avg(cost)', 'count', 'ratio']);
    const all = sum(orders.map((order) => order.revenue));
    const groups = grouped((order) => order.region);
    expect(rows).toHaveLength(groups.size);
    for (const [region, ...figures] of rows) {
      const members = groups.get(String(region)) ?? [];
      const revenue = sum(members.map((order) => order.revenue));
      const expected = [
        revenue,
        mean(members.map((order) => order.cost)),
        members.length,
        revenue / sum(members.map((order) => order.cost)),
        (100 * revenue) / all,
        mean(members.filter(delivered).map((order) => days(order.ordered, order.delivered))),
        new Set(members.map((order) => order.cost)).size,
      ];
      for (const [index, figure] of numbers(figures).entries()) expect(figure).toBeCloseTo(expected[index] ?? 0, 6);
    }
    expect(totals[0]).toBeCloseTo(all, 6);
    expect(rows.map((row) => Number(row[1]))).toEqual(rows.map((row) => Number(row[1])).toSorted((a, b) => b - a));
  });

  it('lists rows with chosen and computed columns, sorted by several', async () => {
    const { rows, matched } = await ask({
      select: ['Order ID', 'Region', 'delivered - due as delay'],
      where: ['delivered > due'],
      order_by: ['Region', 'delay desc', 'Order ID'],
      limit: 200,
    });
    const late = orders
      .filter(delivered)
      .filter((order) => order.delivered > order.due)
      .map((order) => ({ id: order.id, region: order.region, delay: days(order.due, order.delivered) }))
      .toSorted((a, b) => a.region.localeCompare(b.region) || b.delay - a.delay || (a.id < b.id ? -1 : 1));
    expect(rows).toEqual(late.map(({ id, region, delay }) => [id, region, delay]));
    expect(matched).toBe(late.length);
  });

  it('compares two columns with days between them', async () => {
    const { rows } = await ask({ select: ['count(*)'], where: ['delivered > due + 3 days'] });
    const late = orders.filter(delivered).filter((order) => days(order.due, order.delivered) > 3);
    expect(rows).toEqual([[late.length]]);
  });

  it('counts what fits a condition, and its part, beside everything', async () => {
    const { rows } = await ask({
      select: [
        'count(*)',
        'countif(delivered > due) as late',
        "sum(if(Region = 'North', cost, 0)) as north",
        'avg(cost > 60)',
      ],
    });
    const late = orders.filter(delivered).filter((order) => order.delivered > order.due).length;
    const north = sum(orders.filter((order) => order.region === 'North').map((order) => order.cost));
    const part = orders.filter((order) => order.cost > 60).length / orders.length;
    for (const [index, figure] of numbers(rows[0]).entries())
      expect(figure).toBeCloseTo([orders.length, late, north, part][index] ?? 0, 9);
  });

  it('keeps groups by their figures', async () => {
    const { rows } = await ask({ select: ['count(*) as n'], group_by: ['month(ordered)'], where: ['n > 36'] });
    const months = [...grouped((order) => iso(order.ordered).slice(0, 7))].filter(([, members]) => members.length > 36);
    expect(rows).toEqual(months.map(([month, members]) => [month, members.length]).toSorted());
    expect(rows.length).toBeGreaterThan(0);
  });

  it('groups by what is selected beside figures, and names the different values', async () => {
    const counts = [...grouped((order) => order.region)].map(([region, members]) => [region, members.length]);
    const { rows } = await ask({ select: ['Region', 'count(*)'], order_by: ['Region'] });
    expect(rows).toEqual(counts.toSorted());
    expect((await ask({ select: ['distinct Region'], order_by: ['Region'] })).rows).toEqual(counts.toSorted());
  });
});

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The week of ISO 8601, counted from the Thursday of the week. */
function isoWeek(date: Date): string {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * 86_400_000);
  let week = 1;
  for (let day = thursday.getTime() - 7 * 86_400_000; new Date(day).getUTCFullYear() === thursday.getUTCFullYear(); ) {
    week++;
    day -= 7 * 86_400_000;
  }
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

describe('a date', () => {
  it.each<[string, (date: Date) => string | number, (a: string, b: string) => number]>([
    ['year', (date) => String(date.getUTCFullYear()), (a, b) => (a < b ? -1 : 1)],
    [
      'quarter',
      (date) => `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
      (a, b) => (a < b ? -1 : 1),
    ],
    ['month', (date) => iso(date).slice(0, 7), (a, b) => (a < b ? -1 : 1)],
    ['week', isoWeek, (a, b) => (a < b ? -1 : 1)],
    ['day', iso, (a, b) => (a < b ? -1 : 1)],
    ['month_of_year', (date) => date.getUTCMonth() + 1, (a, b) => Number(a) - Number(b)],
    ['quarter_of_year', (date) => Math.floor(date.getUTCMonth() / 3) + 1, (a, b) => Number(a) - Number(b)],
    ['day_of_month', (date) => date.getUTCDate(), (a, b) => Number(a) - Number(b)],
    [
      'weekday',
      (date) => weekdayNames[(date.getUTCDay() + 6) % 7] ?? '',
      (a, b) => weekdayNames.indexOf(a) - weekdayNames.indexOf(b),
    ],
  ])('is grouped by %s, in order', async (part, of, order) => {
    const { rows, check } = await ask({ select: ['count(*)'], group_by: [`${part}(ordered)`], limit: 200 });
    const groups = [...Map.groupBy(orders, (row) => of(row.ordered))].toSorted(([a], [b]) =>
      order(String(a), String(b)),
    );
    expect(rows).toEqual(groups.map(([key, members]) => [key, members.length]).slice(0, 200));
    expect(check.rows).toEqual(rows);
  });

  const between = (from: string, to: string) => (order: OrderRow) =>
    iso(order.ordered) >= from && iso(order.ordered) < to;
  it.each<[string, (order: OrderRow) => boolean]>([
    ['ordered in 14 days before 2024-03-01', between('2024-02-16', '2024-03-01')],
    ['ordered in the 2 weeks after 2024-03-01', between('2024-03-02', '2024-03-16')],
    ["ordered >= '2024-03-01' - 14 days and ordered < '2024-03-01'", between('2024-02-16', '2024-03-01')],
    [
      "ordered >= date '2024-03-31' - interval '1 month' and ordered <= 2024-03-31",
      between('2024-02-29', '2024-04-01'),
    ],
    ["ordered between 'Jan 5, 2024' and 2024-02", between('2024-01-05', '2024-03-01')],
    ['ordered in (2024-Q1, 2023-12)', between('2023-12-01', '2024-04-01')],
    ["ordered = '2024'", between('2024-01-01', '2025-01-01')],
    ['ordered in 2024-W09', between('2024-02-26', '2024-03-04')],
    ['ordered > 2024-02', between('2024-03-01', '9999-01-01')],
    ['not ordered >= 2024-02', between('0000-01-01', '2024-02-01')],
    ['day(ordered) >= 2024-03', between('2024-03-01', '9999-01-01')],
    ['day(ordered) = 15', (order) => order.ordered.getUTCDate() === 15],
    ["week(ordered) = '2024-W9'", between('2024-02-26', '2024-03-04')],
    ["quarter(ordered) = 'Q1 2024'", between('2024-01-01', '2024-04-01')],
    ["starts_with(Region, 'so')", (order) => order.region === 'South'],
    ['month(ordered) = 3', (order) => order.ordered.getUTCMonth() === 2],
    ["month(ordered) = 'December'", (order) => order.ordered.getUTCMonth() === 11],
    ['month(ordered) = 2024-02', between('2024-02-01', '2024-03-01')],
    ['year(ordered) = 2023', between('2023-01-01', '2024-01-01')],
    ["weekday(ordered) in ('Sat', 'Sunday')", (order) => [0, 6].includes(order.ordered.getUTCDay())],
    ['weekday(ordered) = 周一', (order) => order.ordered.getUTCDay() === 1],
    ['extract(month from ordered) = 2', (order) => order.ordered.getUTCMonth() === 1],
    ["strftime('%Y-%m', ordered) = '2024-01'", between('2024-01-01', '2024-02-01')],
    ['delivered is null', (order) => order.delivered === undefined],
    [
      'delivered != null and delivered - ordered >= 9',
      (order) => delivered(order) && days(order.ordered, order.delivered) >= 9,
    ],
    ['delivered in 3 days after ordered', (order) => delivered(order) && days(order.ordered, order.delivered) <= 3],
    ['Region = north', (order) => order.region === 'North'],
    ['Region in [\'north\', "SOUTH"]', (order) => order.region !== 'East'],
    ["Region not in ('North') and cost * 2 > 100", (order) => order.region !== 'North' && order.cost * 2 > 100],
    ["Region like 'N%' or Region like '%st'", (order) => order.region !== 'South'],
    ['region contains OUT', (order) => order.region === 'South'],
    [
      'cost between 30 and 40 && Region = East || cost = 25',
      (order) => (order.cost >= 30 && order.cost <= 40 && order.region === 'East') || order.cost === 25,
    ],
  ])('and other conditions: %s', async (where, fits) => {
    const result = await ask({ select: ['count(*)', 'sum(cost)'], where: [where] });
    const kept = orders.filter(fits);
    expect(result.matched).toBe(kept.length);
    expect(result.rows).toEqual([[kept.length, sum(kept.map((order) => order.cost))]]);
    expect(result.check.rows).toEqual(result.rows);
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe('a name', () => {
  const file = join(folder, 'kinds.csv');
  writeFileSync(file, 'kind,amount,planned amount,sale\namount,1,2,a\nAmount,2,2,b\nother,4,3,c\n');
  const own = createTables({ files: [file] });
  const rowsOf = async (query: object) => (await own.query({ file: 'kinds.csv', ...query }, signal)).rows;

  it('that is a value of the column it is compared with is that value, not the column of that name', async () => {
    expect(await rowsOf({ select: ['sum(amount)'], where: ['kind = amount'] })).toEqual([[1]]);
    expect(await rowsOf({ select: ['sum(amount)'], where: ['kind = "AMOUNT"'] })).toEqual([[3]]);
  });

  it('beside a comparison is a column only if it is written as one', async () => {
    expect(await rowsOf({ select: ['count(*)'], where: ['amount >= Planned_Amount'] })).toEqual([[2]]);
    expect(await rowsOf({ select: ['count(*)'], where: ['kind = sales'] })).toEqual([]);
  });

  it('may be given to a figure though a column has it', async () => {
    const query = {
      select: ['sum(amount) as amount', 'sale'],
      group_by: ['sale'],
      order_by: ['amount desc'],
      where: ['amount > 1'],
    };
    expect(await rowsOf(query)).toEqual([
      ['c', 4],
      ['b', 2],
    ]);
    expect(await rowsOf({ select: ['count(*) as amount'], group_by: ['amount'] })).toHaveLength(3);
  });
});

describe('change over time', () => {
  const revenue = 'sum(units * unit_price) as revenue';
  const at = (product: unknown, month: unknown) =>
    sumOf('revenue', (sale) => sale.product === product && sale.month === month);

  it('goes from the first to the last period, the largest drop first', async () => {
    const { rows, periods, columns } = await ask(
      { select: [revenue], group_by: ['product', 'month(date)'], change: 'first_to_last', order_by: ['change'] },
      'sales.csv',
    );
    expect(periods).toEqual(['2025-01', '2025-12']);
    expect(columns).toEqual(['product', '2025-01', '2025-12', 'change', 'change %']);
    for (const [product, before, after, difference] of rows) {
      expect(before).toBeCloseTo(at(product, '2025-01'), 6);
      expect(after).toBeCloseTo(at(product, '2025-12'), 6);
      expect(difference).toBeCloseTo(at(product, '2025-12') - at(product, '2025-01'), 6);
    }
    const differences = rows.map((row) => Number(row[3]));
    expect(differences).toEqual(differences.toSorted((a, b) => a - b));
    const usual = await ask(
      { select: [revenue], group_by: ['product', 'month(date)'], change: 'first_to_last' },
      'sales.csv',
    );
    expect(usual.rows).toEqual(rows.toReversed());
  });

  it('goes from period to period for several figures', async () => {
    const { rows, columns } = await ask(
      { select: [revenue, 'sum(units)'], group_by: ['month(date)'], change: 'previous' },
      'sales.csv',
    );
    expect(columns.slice(1)).toEqual([
      'revenue',
      'revenue change',
      'revenue change %',
      'sum(units)',
      'sum(units) change',
      'sum(units) change %',
    ]);
    const units = (month: unknown) => sumOf('units', (sale) => sale.month === month);
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (!before) expect(row[5]).toBeNull();
      else expect(row[5]).toBe(units(row[0]) - units(before[0]));
    }
  });

  it('needs a part of a date, and more than one period', async () => {
    await expect(ask({ select: ['count(*)'], group_by: ['Region'], change: 'previous' })).rejects.toThrow(
      'change "previous" needs a part of a date in group_by, such as month(date).',
    );
    const one = {
      select: [revenue],
      group_by: ['month(date)'],
      change: 'previous' as const,
      where: ['date in 2025-03'],
    };
    await expect(ask(one, 'sales.csv')).rejects.toThrow('There is only one period (2025-03)');
  });
});
