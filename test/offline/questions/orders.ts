import { has, is, mean, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum, textOf } from './raw.ts';

interface Order {
  readonly id: string;
  readonly placed: string;
  readonly status: string;
  readonly total: number;
  readonly customer: { readonly name: string; readonly city: string; readonly tier: string };
  readonly shipping: { readonly method: string; readonly cost: number };
}
const { orders } = JSON.parse(textOf('orders.json')) as { orders: readonly Order[] }; // the file of this test
const rows: Row[] = orders.map(({ id, placed, status, total, customer, shipping }) => ({
  id,
  placed,
  month: placed.slice(0, 7),
  status,
  total: String(total),
  name: customer.name,
  city: customer.city,
  tier: customer.tier,
  method: shipping.method,
  cost: String(shipping.cost),
}));
const total = num('total');
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const totals = (group: readonly Row[]) => sum(group, total);
const byCity = ranked(rows, 'city', totals);
const byCustomer = ranked(rows, 'name', totals);
const biggest = at(
  [...rows].sort((a, b) => total(b) - total(a)),
  0,
);

/** Orders in nested JSON: an object around the list, objects in the objects. */
export const nested: readonly Question[] = [
  q('how many orders are there?', rows.length),
  has('total by customer city', ...byCity.flat()),
  q('which customer spent the most?', ...at(byCustomer, 0)),
  q('how many orders were cancelled?', rows.filter(is('status', 'cancelled')).length),
  has('number of orders by status', ...ranked(rows, 'status', (g) => g.length).flat()),
  q(
    'total of the shipped orders of gold customers',
    totals(rows.filter((r) => r.status === 'shipped' && r.tier === 'gold')),
  ),
  q('average shipping cost', mean(rows, num('cost'))),
  has('shipping cost by shipping method', 'express', 'standard'),
  q('biggest order', biggest.id ?? '', total(biggest)),
  q('how many orders have a total above 500', rows.filter((r) => total(r) > 500).length),
  q('orders per month on average', rows.length / new Set(rows.map((r) => r.month)).size),
  q(
    'what percentage of orders is express?',
    `${shown((100 * rows.filter(is('method', 'express')).length) / rows.length)}%`,
  ),
  has(['total by customer.city', 'and by tier?'], ...ranked(rows, 'tier', totals).flat()),
  no('orders by sales rep', 'sales rep'),
  no('refund amount by city', 'refund'),
  q('有多少个订单被取消？', rows.filter(is('status', 'cancelled')).length),
  has('按城市统计总额', ...byCity.flat()),
  q('哪个客户的总额最高', ...at(byCustomer, 0)),
  no('各城市的退款金额', '退款'),
];

const power = rowsOf('power.csv');
const generation = num('generation');
const made = (group: readonly Row[]) => sum(group, generation);
const byYear = ranked(power, 'year', made);

/** Numeric years, and columns that are named as words of the rules. */
export const years: readonly Question[] = [
  q('generation in 2019', made(power.filter(is('year', '2019')))),
  q('year with the highest generation', ...at(byYear, 0)),
  has('generation by year', ...byYear.flat()),
  has('ratio by source', ...ranked(power, 'source', (g) => mean(g, num('ratio'))).flat()),
  has('wind generation by country', ...ranked(power.filter(is('source', 'wind')), 'country', made).flat()),
  q('total count in Spain', sum(power.filter(is('country', 'Spain')), num('count'))),
  has('generation by first', ...ranked(power, 'first', made).flat()),
  q(
    'generation from 2017 to 2019 in Chile',
    made(power.filter((r) => r.country === 'Chile' && Number(r.year) >= 2017 && Number(r.year) <= 2019)),
  ),
  q('generation since 2020', made(power.filter((r) => Number(r.year) >= 2020))),
  q('哪一年发电量最高', ...at(byYear, 0)),
  no('coal generation by country', 'coal'),
];

const budget = rowsOf('budget.csv').map((row): Row => ({ ...row, period: (row.quarter ?? '').replace('Q', '-Q') }));
const budgets = (group: readonly Row[]) => sum(group, num('total'));

/** Quarters as dates, a column named "total". */
export const quarters: readonly Question[] = [
  has('total by quarter', ...ranked(budget, 'period', budgets).flat()),
  q('total in 2025Q1', budgets(budget.filter(is('period', '2025-Q1')))),
  q('which quarter had the highest total?', ...at(ranked(budget, 'period', budgets), 0)),
  q(
    'total of team red in 2024',
    budgets(budget.filter((r) => r.team === 'red' && (r.period ?? '').startsWith('2024'))),
  ),
  q('average age of team blue', mean(budget.filter(is('team', 'blue')), num('age'))),
];
