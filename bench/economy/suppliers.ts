/** What a contract with a supplier says, as figures. */
export interface Terms {
  readonly name: string;
  /** What it delivers. */
  readonly goods: string;
  readonly paymentDays: number;
  /** A delivery that is more days late than these costs the supplier money. */
  readonly graceDays: number;
  /** Of the value of such a delivery. */
  readonly penaltyPercent: number;
  /** All penalties of a calendar year at most, in EUR. */
  readonly penaltyCap: number;
  /** Defective parts of the inspected ones in a calendar year at most, in percent. */
  readonly maxDefectPercent: number;
  /** What is taken off the value delivered in a year whose parts were worse than that. */
  readonly reductionPercent: number;
  /** The value delivered in a year from which on there is a rebate, in EUR. */
  readonly rebateFrom: number;
  /** Of the whole value delivered in the year. */
  readonly rebatePercent: number;
  readonly ends: string;
  readonly noticeMonths: number;
  readonly warrantyMonths: number;
}

type Row = readonly [
  name: string,
  goods: string,
  paymentDays: number,
  graceDays: number,
  penaltyPercent: number,
  penaltyCap: number,
  maxDefectPercent: number,
  reductionPercent: number,
  rebateFrom: number,
  rebatePercent: number,
  ends: string,
  noticeMonths: number,
  warrantyMonths: number,
];

const rows: readonly Row[] = [
  ['Adlerwerk', 'steel frames', 30, 2, 6, 60_000, 1.2, 1.5, 1_000_000, 1.5, '2025-12-31', 3, 24],
  ['Brightmoor', 'table tops', 45, 3, 4, 8_000, 2.0, 1.0, 900_000, 1.0, '2026-03-31', 6, 18],
  ['Castellan', 'castors', 60, 1, 8, 45_000, 1.5, 2.0, 1_200_000, 2.0, '2025-09-15', 4, 36],
  ['Dovetail', 'drawer runners', 30, 2, 5, 12_000, 0.9, 2.5, 800_000, 1.2, '2025-12-31', 2, 24],
  ['Elmstead', 'veneer', 45, 4, 7, 30_000, 2.5, 1.2, 1_100_000, 1.8, '2026-06-15', 6, 12],
  ['Fjordline', 'foam', 30, 1, 3, 20_000, 1.8, 1.8, 950_000, 0.8, '2025-11-20', 3, 18],
  ['Granite Peak', 'glass panels', 60, 3, 6, 15_000, 1.0, 3.0, 1_300_000, 2.5, '2026-01-31', 5, 30],
  ['Halcyon', 'fabrics', 45, 2, 4.5, 40_000, 2.2, 1.6, 1_000_000, 1.4, '2025-10-31', 3, 12],
  ['Ironbridge', 'fasteners', 30, 2, 9, 20_000, 1.4, 2.2, 850_000, 1.1, '2026-02-15', 4, 24],
  ['Juniper', 'lacquers', 60, 3, 5.5, 50_000, 1.6, 1.4, 1_150_000, 1.6, '2025-12-31', 6, 18],
  ['Kestrel', 'gas springs', 45, 1, 2.5, 18_000, 0.8, 2.8, 1_050_000, 2.2, '2026-04-10', 3, 48],
  ['Lodestar', 'electronics', 30, 4, 10, 35_000, 1.1, 3.5, 1_400_000, 3.0, '2025-08-31', 2, 36],
];

/** The twelve suppliers. */
export const suppliers: readonly Terms[] = rows.map(
  ([name, goods, paymentDays, graceDays, penaltyPercent, penaltyCap, ...more]) => {
    const [maxDefectPercent, reductionPercent, rebateFrom, rebatePercent, ends, noticeMonths, warrantyMonths] = more;
    return {
      ...{ name, goods, paymentDays, graceDays, penaltyPercent, penaltyCap, maxDefectPercent, reductionPercent },
      ...{ rebateFrom, rebatePercent, ends, noticeMonths, warrantyMonths },
    };
  },
);
