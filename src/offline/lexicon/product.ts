import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { columnOf } from './column-of.ts';
import { concepts } from './concepts.ts';
import type { Meaning } from './sense.ts';
import { keyOf } from './units.ts';

const isNumber = (column: ColumnDescription | undefined) => column?.type === 'number';
const revenueOf = (many: ColumnDescription, price: ColumnDescription): Meaning => ({
  kind: 'measure',
  measure: { columns: [many.name, price.name], name: 'revenue', isRate: false },
});

/** Revenue is units × price where both are columns and revenue itself is none; `rate_per_night` is paid for each of the `nights`. */
export function productOf(table: TableDescription): Meaning | undefined {
  const numbers = table.columns.filter(isNumber);
  for (const rate of numbers) {
    const unit = /^(?:.*_)?(?:price|rate|cost|fee|fare)[_ ]per[_ ]([a-z]+)$/i.exec(rate.name)?.[1];
    const counted = numbers.filter(({ name }) => unit !== undefined && keyOf(name) === keyOf(unit));
    if (counted[0] && counted.length === 1) return revenueOf(counted[0], rate);
  }
  const [many, price] = ['units', 'price'].map((concept) =>
    columnOf(
      table,
      (concepts[concept]?.names ?? '').split('|').map((name) => name.trim()),
    ),
  );
  return many && price && isNumber(many) && isNumber(price) && many !== price ? revenueOf(many, price) : undefined;
}
