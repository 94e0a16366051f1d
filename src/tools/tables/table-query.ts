import { z } from 'zod';
import { toPlainQuery } from './plain-query.ts';

/** How many rows or groups a query gives unless it says otherwise. */
export const defaultLimit = 50;

// What stands in a schema is sent to a model with every call, so limits and defaults that it need not know are none of it.
const list = (description: string) =>
  z
    .array(z.string())
    .optional()
    .refine((texts) => !texts || texts.length <= 50, 'At most 50 of them.')
    .describe(description)
    .transform((texts) => texts ?? []);

const plainQuerySchema = z.strictObject(
  {
    file: z.string().describe('The name of the table, such as "sales.csv".'),
    select: list(
      'Figures: "sum(units * price) as revenue", "count(*)", "count(distinct product)", "share(sum(units))" for % of the total, ' +
        '"sum(a) / sum(b)", "avg(shipped - ordered)" in days, "round(100 * avg(shipped > due), 1) as late_percent". ' +
        'Without figures: columns and formulas of the rows to list, "\'2024-03-01\' - counted as days".',
    ),
    where: list(
      'Conditions, all of which hold: "region = \'north\'", "product in (\'desk\', \'lamp\')", "date in 2024-Q1 or date in 2025-Q1", ' +
        '"date in 14 days before 2024-03-01", "month_of_year(date) = 2", "shipped is not null", "shipped > due + 3 days", "sum(units) > 100".',
    ),
    group_by: list(
      'Columns, or parts of a date: year, quarter, month, week, day, month_of_year, weekday. "region", "month(date)". ' +
        'The figures over all rows that match come as well.',
    ),
    order_by: list('"revenue desc", "date".'),
    limit: z.number().min(1).max(200).default(defaultLimit),
    offset: z
      .number()
      .min(0)
      .optional()
      .describe('How many rows to skip, for the next page.')
      .transform((rows) => rows ?? 0),
    change: z
      .enum(['previous', 'first_to_last'])
      .optional()
      .describe('Also how each figure changes over the part of a date in group_by.'),
    mean_of_groups: z.boolean().optional().describe('Also the mean of each figure over the groups.'),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no "${issue.keys.join('", "')}". It takes file, select, where, group_by, order_by, limit, offset, change, mean_of_groups.`
        : undefined,
  },
);

/** A question to one table: names of columns, values and formulas of them, never SQL. Other usual ways to write it are put into this one. */
export const tableQuerySchema = z.preprocess(toPlainQuery, plainQuerySchema);
/** A query as it is asked, before its defaults are filled in. */
export type TableQueryInput = z.input<typeof plainQuerySchema>;
/** A query with its defaults. */
export type TableQuery = z.output<typeof plainQuerySchema>;
