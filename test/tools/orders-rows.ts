/** Orders of one year, made by a rule, so that every figure can be counted here without the code under test. */
export interface OrderRow {
  readonly id: string;
  readonly ordered: Date;
  readonly due: Date;
  /** Nothing while it is under way. */
  readonly delivered: Date | undefined;
  readonly region: string;
  readonly revenue: number;
  readonly cost: number;
}

const dayMs = 86_400_000;
const regions = ['North', 'South', 'East'];

export const orders: readonly OrderRow[] = Array.from({ length: 240 }, (_, index) => {
  const ordered = new Date(Date.UTC(2023, 10, 20) + ((index * 37) % 200) * dayMs);
  const due = new Date(ordered.getTime() + (5 + (index % 4)) * dayMs);
  const delivered = index % 11 === 0 ? undefined : new Date(ordered.getTime() + (2 + ((index * 7) % 13)) * dayMs);
  const region = regions[(index * index) % 3] ?? '';
  return {
    id: `A-${index}`,
    ordered,
    due,
    delivered,
    region,
    revenue: 50 + ((index * 53) % 400),
    cost: 20 + (index % 90),
  };
});

export const iso = (date: Date) => date.toISOString().slice(0, 10);
/** As in the United States: 3/5/2024 is in March. */
const monthFirst = (date: Date | undefined) =>
  date ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}` : '';

export const ordersCsv = [
  'Order ID,ordered,due,delivered,Region,Revenue (USD),cost',
  ...orders.map((order) =>
    [
      order.id,
      monthFirst(order.ordered),
      monthFirst(order.due),
      monthFirst(order.delivered),
      order.region,
      `"$${order.revenue.toLocaleString('en-US')}"`,
      order.cost,
    ].join(','),
  ),
].join('\n');

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
export const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
/** The days from one date to another. */
export const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / dayMs;
