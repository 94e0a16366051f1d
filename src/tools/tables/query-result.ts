import { z } from 'zod';
import { aggregates } from '../formulas/formula.ts';

const cellSchema = z.union([z.string(), z.number(), z.null()]);
const rowSchema = z.array(cellSchema);

/** How a query was understood, for putting its result into words. */
const querySummarySchema = z.object({
  /** What the groups are made by, without the part of a date that `change` goes along. */
  groups: z.array(z.object({ name: z.string(), column: z.string(), part: z.string().optional() })),
  /** The figures, or the columns of a listing: `revenue`, made of `units × unit_price` by `sum`, perhaps rounded to so many decimals. */
  values: z.array(
    z.object({
      name: z.string(),
      of: z.string(),
      aggregate: z.enum(aggregates).optional(),
      places: z.int().optional(),
    }),
  ),
  isListing: z.boolean(),
  where: z.array(z.string()),
  /** Conditions on the figures of a group. */
  having: z.array(z.string()).default([]),
  /** What decides first: the groups, or whether the first figure (with `change` its change) rises or falls. */
  order: z.enum(['group', 'value-asc', 'value-desc', 'other']),
  change: z.object({ from: z.enum(['previous', 'first_to_last']), part: z.string() }).optional(),
  limit: z.int(),
  offset: z.int(),
});
/** How a query was understood. */
export type QuerySummary = z.infer<typeof querySummarySchema>;

/** What `query_table` gives as data: the figures, how they were found, and the same figures found a second way. */
export const queryResultSchema = z.object({
  kind: z.literal('query'),
  file: z.string(),
  query: querySummarySchema,
  reading: z.string(),
  sql: z.string(),
  parameters: z.array(z.union([z.string(), z.number()])),
  columns: z.array(z.string()),
  /** For each column the decimals that its numbers are rounded to, if they are. */
  places: z.array(z.int().nullable()).default([]),
  rows: z.array(rowSchema),
  /** Each figure over all rows that match. */
  totals: rowSchema,
  /** How many rows the table has, how many match, and how many rows the result has on all its pages. */
  rowCount: z.int(),
  matched: z.int(),
  groups: z.int(),
  /** How many rows behind the last one given have the same figure. */
  tied: z.int().optional(),
  /** The first and the last period, when change over time was asked for. */
  periods: z.array(z.string()),
  /** The mean of each figure over all groups, when it was asked for. */
  means: rowSchema,
  /** What the columns hold that no row fitted, when no row matches. */
  possible: z.array(z.string()),
  /** The same figures, recomputed from the parsed rows without SQL. */
  check: z.object({ rows: z.array(rowSchema), totals: rowSchema }),
});
/** The data of one answered query. */
export type QueryResult = z.infer<typeof queryResultSchema>;
