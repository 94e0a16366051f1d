import type { JsonValue } from '../../domain/json.ts';
import type { Cell } from '../cell.ts';
import { formatCell, formatExact, formatFigure, toMarkdownTable } from '../markdown-table.ts';
import { defineTool, type Tool } from '../tool.ts';
import { pageText } from './page-text.ts';
import type { QueryResult } from './query-result.ts';
import { tableQuerySchema } from './table-query.ts';
import type { Tables } from './tables.ts';

/** What a model gets to read of a tool is cut at 20,000 characters; a page ends before that. */
const longestTable = 16_000;

/** A tool that answers one question to one table: figures, groups, rows, shares, change over time. */
export function queryTable(tables: Tables): Tool {
  return defineTool({
    name: 'query_table',
    description:
      'Asks one table for several figures at once, by groups if wanted, or for a list of its rows. Takes formulas of column names, never whole SQL.',
    capability: 'read',
    input: tableQuerySchema,
    run: async (query, { signal }) => {
      const result = await tables.query(query, signal);
      // Through JSON, so that it is the JsonValue it is kept as: a key without a value is no key.
      return { text: resultText(result), data: JSON.parse(JSON.stringify(result)) as JsonValue };
    },
  });
}

/** A result for a model: how it was read, the rows, which page of them it is, and each figure over all rows that match. */
export function resultText(result: QueryResult): string {
  const { query, totals } = result;
  if (result.matched === 0) return [`${result.reading}.`, ...result.possible].join('\n');
  const { table, shown } = tableText(result);
  const lines = [result.reading, '', table];
  const page = pageText(
    query.isListing || query.groups.length + Number(query.change !== undefined) === 0 ? 'Rows' : 'Groups',
    {
      offset: query.offset,
      shown,
      of: result.groups,
    },
  );
  if (page) lines.push('', page);
  const listedFigures = (cells: QueryResult['totals']) =>
    query.values
      .flatMap(({ name, of, places }, index) =>
        of.startsWith('share(') ? [] : [`${name} ${figureText(cells[index] ?? null, places)}`],
      )
      .join(', ');
  const isWhole = query.groups.length === 0 && !query.change;
  if (!query.isListing && !isWhole && listedFigures(totals))
    lines.push('', `Over all rows${query.where.length > 0 ? ' that match' : ''}: ${listedFigures(totals)}.`);
  if (result.means.length > 0) lines.push('', `Mean over the ${result.groups} groups: ${listedFigures(result.means)}.`);
  return lines.join('\n');
}

/** As many rows as a model can read at once. */
function tableText({ columns, rows, query, places }: QueryResult): { table: string; shown: number } {
  const write = (cell: Cell, column: number) => {
    const digits = places[column] ?? undefined;
    const isOfFile = digits === undefined && (query.isListing || column < query.groups.length);
    // What goes on behind that was computed for the row, not read from the file.
    const isWritten = typeof cell === 'number' && isOfFile && Number(cell.toFixed(9)) === cell;
    return isWritten ? formatExact(cell) : figureText(cell, digits);
  };
  const [head = '', rule = '', ...lines] = toMarkdownTable(columns, rows, write).split('\n');
  let room = longestTable - head.length - rule.length;
  const kept = lines.filter((line, index) => {
    room -= line.length + 1;
    return room >= 0 || index === 0;
  });
  return { table: [head, rule, ...kept].join('\n'), shown: kept.length };
}

const figureText = (cell: Cell, places?: number) =>
  typeof cell === 'number' ? formatFigure(cell, places) : formatCell(cell);
