import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFiles } from './contract.ts';
import { type Inspection, makeInspections, makeSupplierDeliveries, type SupplierDelivery } from './large-tables.ts';
import { materialFiles } from './material.ts';
import { noteFiles } from './notes.ts';
import { type Delivery, makeDeliveries, makeOrders, makeStock, type Order, type Stock } from './small-tables.ts';

/** The rows of all tables: requests are checked against what is computed from them. */
export interface Rows {
  readonly orders: readonly Order[];
  readonly deliveries: readonly Delivery[];
  readonly stock: readonly Stock[];
  readonly supplierDeliveries: readonly SupplierDelivery[];
  readonly inspections: readonly Inspection[];
}

export const makeRows = (): Rows => ({
  orders: makeOrders(),
  deliveries: makeDeliveries(),
  stock: makeStock(),
  supplierDeliveries: makeSupplierDeliveries(),
  inspections: makeInspections(),
});

/** Which files a request is asked about. */
export type DataSet = 'small' | 'large';

/** The files of a set, from their names to their texts. */
export function filesOf(set: DataSet, rows: Rows): Readonly<Record<string, string>> {
  return set === 'small'
    ? {
        'orders.csv': toCsv(rows.orders),
        'deliveries.csv': toCsv(rows.deliveries),
        'stock.csv': toCsv(rows.stock),
        ...noteFiles(),
      }
    : {
        'deliveries.csv': toCsv(rows.supplierDeliveries),
        'inspections.csv': toCsv(rows.inspections),
        ...contractFiles(),
        ...materialFiles(),
      };
}

/** Writes a set into a folder of its own and gives the paths of its files. */
export function writeData(folder: string, set: DataSet, rows: Rows): string[] {
  mkdirSync(join(folder, set), { recursive: true });
  return Object.entries(filesOf(set, rows)).map(([name, text]) => {
    const path = join(folder, set, name);
    writeFileSync(path, text);
    return path;
  });
}

/** No value has a comma, a quote or a line break. */
function toCsv<Row extends object>(rows: readonly Row[]): string {
  const cell = (value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value);
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(cell))]
    .map((line) => `${line.join(',')}\n`)
    .join('');
}
