import { has, is, keys, mean, most, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const rows: Row[] = rowsOf('shop.csv').map((row) => {
  const [month = '', day = '', year = ''] = (row.order_date ?? '').split('/');
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { ...row, date, year, month: date.slice(0, 7), quarter: `${year}-Q${Math.ceil(Number(month) / 3)}` };
});
const units = num('quantity');
const money = (row: Row) => units(row) * num('unit_price')(row);
const revenue = (group: readonly Row[]) => sum(group, money);
const sold = (group: readonly Row[]) => sum(group, units);
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const cities = ranked(rows, 'city', revenue);
const products = ranked(rows, 'product', revenue);
const byUnits = ranked(rows, 'product', sold);
const months = ranked(rows, 'month', revenue);
const years = ranked(rows, 'year', revenue);
const berlin = rows.filter(is('city', 'Berlin'));
const first = at(rows, 0);

/** A table of sales: dates with the month first, product names of two words, percentages, yes and no. */
export const shop: readonly Question[] = [
  has('revenue by city', ...cities.flat()),
  q('which city has the highest revenue?', ...at(cities, 0)),
  q('Which product brought in the least money?', ...at(products, -1)),
  { ask: 'top 3 products by revenue', says: products.slice(0, 3).flat(), not: [at(products, 3)[0]] },
  { ask: 'units by product, top 2', says: byUnits.slice(0, 2).flat(), not: [at(byUnits, 2)[0]] },
  q('how many orders are there?', rows.length),
  q('How many orders did we get from New York?', rows.filter(is('city', 'New York')).length),
  q('how many orders were not paid?', rows.filter(is('paid', 'no')).length),
  q('how many different products do we sell?', products.length),
  q('total quantity of Desk Lamps', sold(rows.filter(is('product', 'Desk Lamp')))),
  q(
    'how many notebooks were sold in Hamburg?',
    sold(rows.filter((r) => r.product === 'Notebook' && r.city === 'Hamburg')),
  ),
  q('average discount', mean(rows, num('discount_pct'))),
  q('what is the average discount in Munich', mean(rows.filter(is('city', 'Munich')), num('discount_pct'))),
  q('year with the most revenue', ...at(years, 0)),
  q('which month had the lowest sales?', ...at(months, -1)),
  has('revenue over time', ...months.flat()),
  has('monthly revenue in 2024', ...months.filter(([month]) => month.startsWith('2024')).flat()),
  q('revenue in March 2024', revenue(rows.filter(is('month', '2024-03')))),
  q('revenue in Q2 2024 in Berlin', revenue(berlin.filter(is('quarter', '2024-Q2')))),
  q(
    'how much did we sell in New York in 2025?',
    revenue(rows.filter((r) => r.city === 'New York' && r.year === '2025')),
  ),
  q('what share of revenue comes from Berlin?', `${shown((100 * revenue(berlin)) / revenue(rows))}%`),
  q('What percentage of orders is paid?', `${shown((100 * rows.filter(is('paid', 'yes')).length) / rows.length)}%`),
  q('how many orders have a quantity over 20?', rows.filter((r) => units(r) > 20).length),
  q('revenue of orders with at least 10 units', revenue(rows.filter((r) => units(r) >= 10))),
  has(
    'revenue by category excluding Paper',
    ...ranked(
      rows.filter((r) => r.category !== 'Paper'),
      'category',
      revenue,
    ).flat(),
  ),
  {
    ask: 'which products have revenue over 10000?',
    has: products.filter(([, value]) => value > 10000).flat(),
    not: products.filter(([, value]) => value <= 10000).map(([name]) => name),
  },
  q('when was the first order?', first.date ?? ''),
  q('when did we sell the most?', ...at(ranked(rows, 'month', sold), 0)),
  q('compare Berlin and Munich by revenue', revenue(berlin), revenue(rows.filter(is('city', 'Munich')))),
  q(
    'revenue between 2024-02-01 and 2024-04-30',
    revenue(rows.filter((r) => (r.date ?? '') >= '2024-02-01' && (r.date ?? '') <= '2024-04-30')),
  ),
  q('units sold since June 2025', sold(rows.filter((r) => (r.month ?? '') >= '2025-06'))),
  q('what is the most expensive product?', 'Office Chair', 149.9),
  has(['revenue by city', 'and by product?'], ...products.flat()),
  has(['revenue by city', 'only 2025'], ...ranked(rows.filter(is('year', '2025')), 'city', revenue).flat()),
  q(
    ['revenue by city in 2024', 'which one is lowest?'],
    ...at(ranked(rows.filter(is('year', '2024')), 'city', revenue), -1),
  ),
  q(['how many orders came from Berlin?', 'what about Munich?'], rows.filter(is('city', 'Munich')).length),
  has(
    'which city has the highest revenue, then show its units by month',
    ...ranked(rows.filter(is('city', at(cities, 0)[0])), 'month', sold).flat(),
  ),
  has(
    'name the best-selling product and its revenue by city',
    ...ranked(rows.filter(is('product', at(byUnits, 0)[0])), 'city', revenue).flat(),
  ),
  q('average order value', revenue(rows) / rows.length),
  q('largest order by quantity', most(rows, units)),
  no('profit by city', 'profit'),
  no('revenue by reigon', 'reigon'),
  { ask: 'revenue by citty', has: ['citty → city'] },
  { ask: 'revenue by cittyy', refused: ['cittyy'] },
  no('median revenue by city', 'median'),
  no('why did revenue fall in 2025?', 'why'),
  no('profit by city, then write a report', 'profit'),
  no('revenue by city last month', 'last month'),
  no('revenue by city for loyal customers', 'loyal'),
  no('how much tax did we pay?', 'tax'),
  no('what will revenue be next year?', 'forecast'),
  q('哪个城市的销售额最高？', ...at(cities, 0)),
  has('按产品统计销量', ...byUnits.flat()),
  q('2024年3月的销售额是多少', revenue(rows.filter(is('month', '2024-03')))),
  q('有多少个订单没有付款？', rows.filter(is('paid', 'no')).length),
  q('平均折扣是多少', mean(rows, num('discount_pct'))),
  q(['2025年各城市的销售额', '哪个最低？'], ...at(ranked(rows.filter(is('year', '2025')), 'city', revenue), -1)),
  no('各城市的退货率', '退货率'),
  q('销量超过20的订单有几个', rows.filter((r) => units(r) > 20).length),
  q('Berlin的销售额占比是多少', `${shown((100 * revenue(berlin)) / revenue(rows))}%`),
  has('列出所有品类', ...keys(rows, 'category')),
];
