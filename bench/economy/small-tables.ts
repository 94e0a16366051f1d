import { addDays, daysBetween, today, weekdayOf, written } from './calendar.ts';
import { createRandom } from './random.ts';

export interface Order {
  readonly order_date: string;
  readonly region: string;
  readonly product: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly revenue: number;
  readonly cost: number;
  readonly customer: string;
}

export interface Delivery {
  readonly delivery_id: string;
  readonly carrier: string;
  readonly region: string;
  readonly shipped_date: string;
  readonly promised_date: string;
  /** Empty while it is on its way. */
  readonly actual_date: string;
  /** After the promised date; negative when it came early, empty while it is on its way. */
  readonly delay_days: number | '';
  readonly weight_kg: number;
  readonly cost: number;
}

export interface Stock {
  readonly product: string;
  readonly warehouse: string;
  readonly on_hand: number;
  readonly reorder_level: number;
  readonly unit_cost: number;
  /** As in `Jan 5 2024`. */
  readonly last_count: string;
}

/** The products with their price and what they cost us, in cents. */
const products: readonly (readonly [name: string, price: number, cost: number])[] = [
  ['Desk lamp', 3_890, 2_140],
  ['Standing desk', 48_900, 33_100],
  ['Office chair', 21_950, 12_870],
  ['Filing cabinet', 16_400, 11_230],
  ['Whiteboard', 8_975, 5_310],
  ['Monitor arm', 7_450, 3_980],
  ['Footrest', 2_995, 1_450],
  ['Bookcase', 13_250, 9_720],
  ['Coat stand', 5_490, 3_120],
  ['Drawer unit', 11_800, 7_640],
  ['Meeting table', 62_500, 45_900],
  ['Visitor chair', 9_350, 5_870],
  ['Paper shredder', 14_990, 10_480],
  ['Label printer', 17_800, 12_150],
  ['Desk pad', 1_890, 640],
  ['Acoustic panel', 12_640, 7_190],
  ['Cable tray', 2_150, 980],
  ['Locker', 18_300, 13_050],
  ['Wall clock', 2_780, 1_330],
  ['Planter', 4_360, 2_210],
];
const regions = ['North', 'North', 'North', 'South', 'South', 'East', 'East', 'West'];
// biome-ignore format: names read best in lines
const customers = [
  'Alder and Sons', 'Bluegate', 'Corvino', 'Delmar Group', 'Everly Schools', 'Fenwick Law', 'Garrido', 'Hollis Clinic',
  'Ingram Studio', 'Jasper Hotels', 'Kirkwall Council', 'Lumen Works', 'Mercer Bank', 'Norden Media', 'Oakline', 'Pemberton',
];
const carriers = ['SwiftLine', 'NorPost', 'Cargonaut', 'BlueVan', 'Meridian'];
const warehouses = ['Porto', 'Lyon', 'Turin', 'Ghent'];

/** 400 orders from January 2024 to the middle of March 2025, by date. */
export function makeOrders(): Order[] {
  const random = createRandom(11);
  const dates = Array.from({ length: 400 }, () => {
    const day = addDays('2024-01-02', random.int(0, 436));
    // Most of what would come on a weekend comes on the Monday or Tuesday after it.
    return weekdayOf(day).startsWith('S') && random.chance(75) ? addDays(day, 2) : day;
  }).sort();
  return dates.map((order_date) => {
    const [product, listed, own] = random.pick(products);
    const quantity = random.chance(15) ? random.int(20, 60) : random.int(1, 14);
    // Prices went up by 4 percent in the second half of 2024, costs by 6.
    const isLater = order_date >= '2024-07-01';
    const price = isLater ? Math.round((listed * 104) / 100) : listed;
    const cost = isLater ? Math.round((own * 106) / 100) : own;
    return {
      order_date,
      region: random.pick(regions),
      product,
      quantity,
      unit_price: price / 100,
      revenue: (quantity * price) / 100,
      cost: (quantity * cost) / 100,
      customer: random.pick(customers),
    };
  });
}

/** 300 deliveries from January 2024 on; those of the last days are still on their way. */
export function makeDeliveries(): Delivery[] {
  const random = createRandom(78);
  const dates = Array.from({ length: 300 }, () => addDays('2024-01-03', random.int(0, 438))).sort();
  return dates.map((shipped_date, index) => {
    const place = random.int(0, carriers.length - 1);
    const promised_date = addDays(shipped_date, random.int(3, 6));
    const delay = random.chance(14 + place * 6) ? random.int(1, 7) : -random.int(0, 2);
    const arrival = addDays(promised_date, delay);
    const hasArrived = arrival < today;
    const weight = random.int(40, 4_000);
    return {
      delivery_id: `D${1001 + index}`,
      carrier: carriers[place] ?? '',
      region: random.pick(regions),
      shipped_date,
      promised_date,
      actual_date: hasArrived ? arrival : '',
      delay_days: hasArrived ? daysBetween(promised_date, arrival) : '',
      weight_kg: weight / 10,
      cost: Math.round(900 + weight * (1.9 - place * 0.17) + random.int(0, 800)) / 100,
    };
  });
}

/** What lies in four warehouses, one row for each product in each. */
export function makeStock(): Stock[] {
  const random = createRandom(37);
  return warehouses.flatMap((warehouse) =>
    products.map(([product, , own]) => {
      const reorder_level = random.int(2, 12) * 5;
      const on_hand = random.chance(20) ? random.int(0, Math.floor(reorder_level / 2) - 1) : random.int(20, 90);
      // Every fourth has not been counted for long.
      const uncounted = random.chance(25) ? random.int(125, 260) : random.int(5, 110);
      const last_count = written(addDays(today, -uncounted));
      return { product, warehouse, on_hand, reorder_level, unit_cost: own / 100, last_count };
    }),
  );
}
