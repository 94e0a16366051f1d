import { z } from 'zod';
import { toMarkdownTable } from './markdown-table.ts';
import type { Tables } from './tables.ts';
import { defineTool, type Tool } from './tool.ts';

/** A tool that tells the columns of a table: types, ranges, and the values of those that have few. */
export function describeTable(tables: Tables): Tool {
  return defineTool({
    name: 'describe_table',
    description:
      'Tells the columns of a table: their names, types, ranges, and the values where there are few. Use it before query_table.',
    input: z.object({ file: z.string().describe('The name of the file, as the resources give it.') }),
    run: async ({ file }, { signal }) => {
      const { name, rowCount, columns } = await tables.describe(file, signal);
      const rows = columns.map((column) => {
        const values =
          column.values.length > 0
            ? column.values.slice(0, 10).join(', ')
            : `${column.min ?? '–'} … ${column.max ?? '–'}`;
        return [column.name, column.type, values, column.distinct, column.empty];
      });
      const table = toMarkdownTable(['column', 'type', 'values', 'different', 'empty'], rows);
      return {
        text: `${name}: ${rowCount} rows\n\n${table}`,
        data: {
          kind: 'table',
          name,
          rowCount,
          columns: columns.map((column) => ({ ...column, values: column.values.slice(0, 50) })),
        },
      };
    },
  });
}
