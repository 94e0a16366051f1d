import { addDays, daysBetween } from './calendar.ts';
import { createRandom } from './random.ts';
import { suppliers } from './suppliers.ts';

export interface SupplierDelivery {
  readonly delivery_id: string;
  readonly supplier: string;
  readonly plant: string;
  readonly order_date: string;
  readonly promised_date: string;
  readonly actual_date: string;
  /** After the promised date; 0 when it came in time. */
  readonly days_late: number;
  readonly quantity: number;
  readonly value: number;
}

export interface Inspection {
  readonly inspection_id: string;
  readonly supplier: string;
  readonly plant: string;
  readonly inspection_date: string;
  readonly inspected: number;
  readonly defective: number;
  readonly severity: string;
}

export const plants = ['Aachen', 'Bilbao', 'Cork', 'Dresden', 'Eindhoven', 'Faro', 'Graz', 'Hasselt'] as const;

/** How many of a hundred deliveries of a supplier are late, and how many of ten thousand parts are defective, by its place in the list. */
const lateness = [9, 22, 14, 31, 12, 26, 18, 8, 35, 16, 28, 11];
const defects = [90, 260, 100, 130, 180, 240, 70, 310, 190, 120, 60, 150];

/** 1,500 deliveries from January 2024 to March 2025, by date; most suppliers have plants that they deliver to more often. */
export function makeSupplierDeliveries(): SupplierDelivery[] {
  const random = createRandom(53);
  const dates = Array.from({ length: 1_500 }, () => addDays('2024-01-02', random.int(0, 420))).sort();
  return dates.map((order_date, index) => {
    const place = random.int(0, suppliers.length - 1);
    const plant = random.chance(55) ? plants[place % plants.length] : random.pick(plants);
    const promised_date = addDays(order_date, random.int(10, 24));
    const delay = random.chance(lateness[place] ?? 0) ? random.int(1, 12) : -random.int(0, 3);
    const actual_date = addDays(promised_date, delay);
    const quantity = random.int(20, 900);
    return {
      delivery_id: `S${20001 + index}`,
      supplier: suppliers[place]?.name ?? '',
      plant: plant ?? '',
      order_date,
      promised_date,
      actual_date,
      days_late: Math.max(0, daysBetween(promised_date, actual_date)),
      quantity,
      value: (quantity * random.int(1_450, 2_950)) / 100,
    };
  });
}

/** 600 inspections in the same time. */
export function makeInspections(): Inspection[] {
  const random = createRandom(71);
  const dates = Array.from({ length: 600 }, () => addDays('2024-01-08', random.int(0, 425))).sort();
  return dates.map((inspection_date, index) => {
    const place = random.int(0, suppliers.length - 1);
    const inspected = random.int(8, 60) * 10;
    const rate = (defects[place] ?? 0) * random.int(40, 160);
    return {
      inspection_id: `Q${5001 + index}`,
      supplier: suppliers[place]?.name ?? '',
      plant: random.pick(plants),
      inspection_date,
      inspected,
      defective: Math.round((inspected * rate) / 1_000_000),
      severity: random.pick(['minor', 'minor', 'minor', 'major', 'major', 'critical']),
    };
  });
}
