import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const salesFile = fileURLToPath(new URL('../../examples/data/sales.csv', import.meta.url));
export const notesFile = fileURLToPath(new URL('../../examples/data/notes.md', import.meta.url));

/** The example's rows, read with nothing but `split`. */
export const sales = readFileSync(salesFile, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [date = '', region = '', product = '', units = '', price = ''] = line.split(',');
    return {
      date,
      month: date.slice(0, 7),
      region,
      product,
      units: Number(units),
      revenue: Number(units) * Number(price),
    };
  });

export type Sale = (typeof sales)[number];

/** The sum of a field over the rows that fit. */
export function sumOf(field: 'units' | 'revenue', fits: (sale: Sale) => boolean = () => true): number {
  return sales.filter(fits).reduce((sum, sale) => sum + sale[field], 0);
}

/** A sum the way answers write it. */
export function shown(value: number): string {
  const whole = Number.isInteger(Math.round(value * 1e6) / 1e6);
  return value.toLocaleString('en-US', { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: whole ? 0 : 2 });
}
