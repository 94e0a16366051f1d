import { addDays, daysBetween, quarterOf, today, weekdayOf } from './calendar.ts';
import type { Rows } from './data.ts';
import { day, type Fact, figure, said, words } from './facts.ts';
import type { Delivery, Order } from './small-tables.ts';
import { ends, quarterNames, ranked, regionNames, shareOf, sumOf } from './sums.ts';

const revenueOf = (orders: readonly Order[]) => sumOf(orders, ({ revenue }) => revenue);
const marginOf = (orders: readonly Order[]) => 100 - (100 * sumOf(orders, ({ cost }) => cost)) / revenueOf(orders);
const isLate = ({ actual_date, promised_date }: Delivery) => actual_date > promised_date;
const costOf = (deliveries: readonly Delivery[]) => sumOf(deliveries, ({ cost }) => cost);
const inRegion = (region: string) => regionNames[region] ?? region;
const oneDecimal = 0.06;

/** What right answers to the twenty requests say, computed from the rows in plain code. */
export function smallFacts({ orders, deliveries, stock }: Rows): Readonly<Record<string, readonly Fact[]>> {
  const of2024 = orders.filter(({ order_date }) => order_date.startsWith('2024'));
  const shipped2024 = deliveries.filter(({ shipped_date }) => shipped_date.startsWith('2024'));
  const during = (period: string) => orders.filter(({ order_date }) => order_date.startsWith(period));
  const inQuarter = (quarter: string) => orders.filter(({ order_date }) => quarterOf(order_date) === quarter);
  const between = (first: string, last: string) =>
    revenueOf(orders.filter(({ order_date }) => order_date >= first && order_date <= last));

  const freight = ends(ranked(deliveries, ({ carrier }) => carrier, costOf)).first;
  const mercer = orders.filter(({ customer }) => customer === 'Mercer Bank');
  const lateBy = (carrier: string) =>
    shareOf(
      shipped2024.filter((row) => row.carrier === carrier),
      isLate,
    );
  const critical = stock.filter((row) => row.warehouse === 'Ghent' && row.on_hand < row.reorder_level / 2);
  const owed = deliveries.filter(
    (row) =>
      row.carrier === 'SwiftLine' &&
      row.promised_date.startsWith('2025-01') &&
      row.actual_date > addDays(row.promised_date, 2),
  );
  const uncounted = stock
    .map((row) => ({ ...row, days: daysBetween(new Date(`${row.last_count} UTC`).toISOString().slice(0, 10), today) }))
    .filter(({ warehouse, days }) => warehouse === 'Porto' && days > 120);
  const products = ends(ranked(of2024, ({ product }) => product, revenueOf));
  const [february, before] = [revenueOf(during('2025-02')), revenueOf(during('2024-02'))];
  const weekday = ends(
    ranked(
      of2024,
      ({ order_date }) => weekdayOf(order_date),
      (rows) => rows.length,
    ),
  ).first;
  const leads = ranked(
    deliveries.filter(({ actual_date }) => actual_date !== ''),
    ({ carrier }) => carrier,
    (rows) => sumOf(rows, ({ shipped_date, actual_date }) => daysBetween(shipped_date, actual_date)) / rows.length,
  );
  const perKilogram = ranked(
    deliveries,
    ({ carrier }) => carrier,
    (rows) => costOf(rows) / sumOf(rows, ({ weight_kg }) => weight_kg),
  );
  const [dearest, cheapest] = [ends(perKilogram).first, ends(perKilogram).last];
  const [beforeHoliday, afterHoliday] = [between('2024-12-10', '2024-12-23'), between('2024-12-24', '2025-01-06')];

  return {
    q01: [words('of the selling price', 'revenue', 'sales', 'selling price'), words('of the cost', 'cost')],
    q02: [words('stock', '库存', '存货'), words('against what is uncertain', '缺货', '断货', '波动', '不确定', '意外')],
    q03: [figure('revenue', revenueOf(of2024))],
    q04: said(freight[0], figure('freight', freight[1])),
    q05: [
      figure('orders', mercer.length),
      day('the last one', ends(mercer.map(({ order_date }) => order_date).sort()).last),
    ],
    q06: [figure('a night', 650), figure('with consent', 780)],
    q07: [figure('margin', marginOf(inQuarter('2024-Q4')), oneDecimal)],
    q08: ranked(inQuarter('2024-Q1'), ({ region }) => region, revenueOf).flatMap(([region, revenue]) =>
      said(inRegion(region), figure('revenue', revenue)),
    ),
    q09: [
      ...['NorPost', 'SwiftLine'].flatMap((carrier) => said(carrier, figure('late', lateBy(carrier), oneDecimal))),
      figure('apart', lateBy('NorPost') - lateBy('SwiftLine'), 0.11),
    ],
    q10: critical.flatMap(({ product, on_hand, reorder_level }) =>
      said(product, figure('to order', 2 * reorder_level - on_hand)),
    ),
    q11: [
      figure('credit', 0.15 * costOf(owed), 0.011),
      ...owed.map(({ delivery_id }) => words(delivery_id, delivery_id)),
    ],
    q12: uncounted.flatMap(({ product, days }) => said(product, figure('days', days))),
    q13: [
      figure('deliveries', shipped2024.length),
      figure('cost', costOf(shipped2024)),
      ...[...new Set(shipped2024.map(({ carrier }) => carrier))].flatMap((carrier) =>
        said(carrier, figure('late', lateBy(carrier), oneDecimal)),
      ),
      ...ranked(
        shipped2024,
        ({ shipped_date }) => quarterOf(shipped_date),
        (rows) => shareOf(rows, isLate),
      ).flatMap(([quarter, share]) => said(quarterNames(quarter), figure('late', share, oneDecimal))),
      words('recommendations', 'recommend'),
    ],
    q14: [
      ...[...Map.groupBy(of2024, ({ region }) => region)].flatMap(([region, rows]) =>
        said(inRegion(region), figure('revenue', revenueOf(rows)), figure('margin', marginOf(rows), oneDecimal)),
      ),
      ...[products.first, products.last].flatMap(([product, revenue]) => said(product, figure('revenue', revenue))),
      ...['2024-Q1', '2024-Q2', '2024-Q3', '2024-Q4'].flatMap((quarter) =>
        said(quarterNames(quarter), figure('revenue', revenueOf(inQuarter(quarter)))),
      ),
      words('advice', '建议'),
    ],
    q15: [
      figure('February 2025', february),
      figure('February 2024', before),
      figure('change', (100 * (february - before)) / before, 0.06),
    ],
    q16: [
      words('that it is not there', '没有', '无法', '不包含', '未包含', '不存在', '缺少', '未提供', '找不到'),
      words('what', '满意度'),
    ],
    q17: [
      ...said(weekday[0], figure('share', (100 * weekday[1]) / of2024.length, oneDecimal)),
      figure(
        'weekend',
        shareOf(of2024, ({ order_date }) => weekdayOf(order_date).startsWith('S')),
        oneDecimal,
      ),
    ],
    q18: [
      ...leads.flatMap(([carrier, days]) => said(carrier, figure('days', days))),
      ...said(['fastest', '最快', '最短'], words(ends(leads).last[0], ends(leads).last[0])),
    ],
    q19: [
      ...perKilogram.flatMap(([carrier, price]) => said(carrier, figure('a kilogram', price, 0.0006))),
      figure('dearer', (100 * dearest[1]) / cheapest[1] - 100, 0.16),
    ],
    q20: [
      figure('before', beforeHoliday),
      figure('from then on', afterHoliday),
      figure('share before', (100 * beforeHoliday) / (beforeHoliday + afterHoliday), oneDecimal),
      figure('share from then on', (100 * afterHoliday) / (beforeHoliday + afterHoliday), oneDecimal),
    ],
  };
}
