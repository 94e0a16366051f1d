import { z } from 'zod';
import { defaultLimit } from './query-reading.ts';

const periodSchema = z.enum(['month', 'quarter', 'year']);
const scalar = z.union([z.string(), z.number()]);

/** A question to one table, made of names and values only. */
export const tableQuerySchema = z.object({
  file: z.string().describe('The name of the file, as the resources give it.'),
  measure: z
    .object({
      columns: z.array(z.string()).min(1).max(3).describe('One number column, or several to multiply row by row.'),
      name: z.string().max(100).optional().describe('What to call it, e.g. "revenue".'),
    })
    .optional()
    .describe('What is aggregated. Leave it out to count rows.'),
  aggregate: z.enum(['sum', 'avg', 'min', 'max', 'count', 'distinct']).default('sum'),
  groupBy: z
    .array(
      z.object({ column: z.string(), period: periodSchema.optional().describe('Group a date column by this period.') }),
    )
    .max(2)
    .default([]),
  filters: z
    .array(
      z.object({
        column: z.string(),
        op: z
          .enum(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'during'])
          .describe('"during" takes periods of a date column: "2025", "2025-Q1", "2025-03", or a list of them.'),
        value: z.union([scalar, z.array(scalar).min(1).max(50)]),
      }),
    )
    .max(10)
    .default([]),
  order: z.enum(['value-desc', 'value-asc', 'group']).optional().describe('By value or by group.'),
  limit: z.int().min(1).max(200).default(defaultLimit),
  change: z
    .object({
      column: z.string().describe('A date column.'),
      period: periodSchema,
      from: z.enum(['first', 'previous']).describe('From the first to the last period, or period by period.'),
    })
    .optional()
    .describe('How the measure changes over time; "value" in `order` then means the change.'),
  meanOfGroups: z.boolean().optional().describe('Also give the mean over the groups.'),
});
/** A query as it is asked, before its defaults are filled in. */
export type TableQueryInput = z.input<typeof tableQuerySchema>;
/** A query with its defaults. */
export type TableQuery = z.output<typeof tableQuerySchema>;
/** What a date can be grouped by. */
export type Period = z.infer<typeof periodSchema>;
/** One condition on the rows. */
export type Filter = TableQuery['filters'][number];
