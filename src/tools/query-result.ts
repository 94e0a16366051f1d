import { z } from 'zod';
import { tableQuerySchema } from './table-query.ts';

const cellSchema = z.union([z.string(), z.number(), z.null()]);
const rowSchema = z.array(cellSchema);

/** What `query_table` gives as data: the figures, how they were found, and the same figures found a second way. */
export const queryResultSchema = z.object({
  kind: z.literal('query'),
  file: z.string(),
  query: tableQuerySchema,
  reading: z.string(),
  sql: z.string(),
  parameters: z.array(z.union([z.string(), z.number()])),
  columns: z.array(z.string()),
  rows: z.array(rowSchema),
  /** The aggregate over all rows that pass the filters. */
  total: z.number().nullable(),
  /** How many rows pass the filters, and how many groups they form (with their periods, where change is told period by period). */
  matched: z.int(),
  groups: z.int(),
  /** The first and the last period, when change over time was asked for. */
  periods: z.array(z.string()),
  mean: z.number().nullable(),
  /** The same figures, recomputed from the parsed rows without SQL. */
  check: z.object({ rows: z.array(rowSchema), total: z.number().nullable() }),
});
/** The data of one answered query. */
export type QueryResult = z.infer<typeof queryResultSchema>;
