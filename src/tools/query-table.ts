import type { JsonValue } from '../domain/json.ts';
import { formatNumber, toMarkdownTable } from './markdown-table.ts';
import { tableQuerySchema } from './table-query.ts';
import type { Tables } from './tables.ts';
import { defineTool, type Tool } from './tool.ts';

/** A tool that answers one structured question to one table: aggregate, group, filter, rank, compare over time. */
export function queryTable(tables: Tables): Tool {
  return defineTool({
    name: 'query_table',
    description:
      'Aggregates a table: a measure (a number column, or a product of columns such as units and unit_price), grouped by columns or by ' +
      'month, quarter or year of a date, filtered, ranked, or compared over time. Takes names of columns and plain values, never SQL.',
    input: tableQuerySchema,
    run: async (query, { signal }) => {
      const result = await tables.query(query, signal);
      const lines = [
        `${result.reading} (${result.file}, ${result.matched} rows)`,
        '',
        toMarkdownTable(result.columns, result.rows),
      ];
      if (result.rows.length < result.groups)
        lines.push('', `${result.rows.length} of ${result.groups} groups are shown.`);
      if (result.total !== null && !result.query.change) lines.push('', `Over all rows: ${formatNumber(result.total)}`);
      if (result.mean !== null) lines.push('', `Mean over the groups: ${formatNumber(result.mean)}`);
      // Through JSON, so that it is the JsonValue it is kept as: a key without a value is no key.
      return { text: lines.join('\n'), data: JSON.parse(JSON.stringify(result)) as JsonValue };
    },
  });
}
