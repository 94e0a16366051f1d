import { TroupeError } from '../errors.ts';
import { readNumber } from './cell.ts';
import type { Column } from './parse-table.ts';
import { periodBounds } from './period.ts';
import type { Filter, TableQuery } from './table-query.ts';

/** The query with the columns' own spelling; throws when a column is not there or cannot do what is asked of it. */
export function checkQuery(query: TableQuery, table: { name: string; columns: readonly Column[] }): TableQuery {
  const columnNames = table.columns.map((column) => column.name).join(', ');
  const find = (name: string): Column => {
    const exact = table.columns.find((column) => column.name === name);
    const column = exact ?? table.columns.find((other) => other.name.toLowerCase() === name.trim().toLowerCase());
    if (column) return column;
    throw new TroupeError('tool', `${table.name} has no column "${name}". Its columns are ${columnNames}.`);
  };
  const findDate = (name: string) => ofType(find(name), 'date', table.name);
  const isAboutNumbers = query.aggregate !== 'count' && query.aggregate !== 'distinct';
  if (!query.measure && isAboutNumbers && query.aggregate !== 'sum') {
    throw new TroupeError(
      'tool',
      `The aggregate "${query.aggregate}" needs a measure: a number column of ${table.name}.`,
    );
  }
  return {
    ...query,
    file: table.name,
    ...(query.measure
      ? {
          measure: {
            ...query.measure,
            columns: query.measure.columns.map((name) =>
              isAboutNumbers ? ofType(find(name), 'number', table.name) : find(name).name,
            ),
          },
        }
      : { aggregate: 'count' as const }),
    groupBy: query.groupBy.map(({ column, period }) =>
      period ? { column: findDate(column), period } : { column: find(column).name },
    ),
    filters: query.filters.map((filter) => checkFilter(filter, find(filter.column), table.name)),
    order: query.order ?? (isOverTime(query) ? 'group' : 'value-desc'),
    ...(query.change ? { change: { ...query.change, column: findDate(query.change.column) } } : {}),
  };
}

function isOverTime(query: TableQuery): boolean {
  return query.change ? query.change.from === 'previous' : query.groupBy.some((group) => group.period);
}

function ofType(column: Column, type: Column['type'], file: string): string {
  if (column.type === type) return column.name;
  const why = column.notNumber ? ` Line ${column.notNumber.line} holds "${column.notNumber.value}".` : '';
  throw new TroupeError('tool', `Column "${column.name}" of ${file} holds ${column.type}, not ${type}s.${why}`);
}

function checkFilter(filter: Filter, column: Column, file: string): Filter {
  if (filter.op === 'during') {
    ofType(column, 'date', file);
    for (const value of [filter.value].flat()) {
      if (!periodBounds(String(value))) {
        throw new TroupeError(
          'tool',
          `"${value}" is not a period. Write a year, quarter or month: 2025, 2025-Q1, 2025-03.`,
        );
      }
    }
  } else if (Array.isArray(filter.value) !== (filter.op === 'in')) {
    throw new TroupeError('tool', `The filter on "${column.name}": "in" takes a list, "${filter.op}" one value.`);
  }
  return { ...filter, column: column.name, value: typedValue(filter.value, column, file) };
}

/** A value as the column holds its own: compared as text with text, as a number with numbers. */
function typedValue(value: Filter['value'], column: Column, file: string): Filter['value'] {
  if (Array.isArray(value)) return value.map((item) => typedScalar(item, column, file));
  return typedScalar(value, column, file);
}

function typedScalar(value: string | number, column: Column, file: string): string | number {
  if (column.type !== 'number') return String(value);
  const number = typeof value === 'number' ? value : readNumber(value);
  if (number !== undefined) return number;
  throw new TroupeError('tool', `Column "${column.name}" of ${file} holds numbers; "${value}" is none.`);
}
