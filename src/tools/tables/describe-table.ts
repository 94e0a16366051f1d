import { z } from 'zod';
import { toMarkdownTable } from '../markdown-table.ts';
import { defineTool, type Tool } from '../tool.ts';
import { pageText } from './page-text.ts';
import type { Tables } from './tables.ts';

const columnsOnPage = 100;

/** A tool that describes the columns of a table: types, ranges, and the values of those that have few. */
export function describeTable(tables: Tables): Tool {
  return defineTool({
    name: 'describe_table',
    description: 'Lists every column of a table: name, type, range, up to ten values, how many are different or empty.',
    capability: 'read',
    input: z.object({
      file: z.string().describe('The name of the table, such as "sales.csv".'),
      offset: z.coerce.number().int().min(0).default(0).describe('How many columns to skip, for the next page.'),
    }),
    run: async ({ file, offset }, { signal }) => {
      const { name, rowCount, columns } = await tables.describe(file, signal);
      const page = columns.slice(offset, offset + columnsOnPage);
      const rows = page.map((column) => {
        const values =
          column.values.length > 0
            ? column.values.slice(0, 10).join(', ')
            : `${column.min ?? '–'} … ${column.max ?? '–'}`;
        return [column.name, column.type, values, column.distinct, column.empty];
      });
      const table = toMarkdownTable(['column', 'type', 'values', 'different', 'empty'], rows);
      const more = pageText('Columns', { offset, shown: page.length, of: columns.length });
      return {
        text: `${name}: ${rowCount} rows\n\n${table}${more && `\n\n${more}`}`,
        data: {
          kind: 'table',
          name,
          rowCount,
          columns: page.map((column) => ({ ...column, values: column.values.slice(0, 50) })),
        },
      };
    },
  });
}
