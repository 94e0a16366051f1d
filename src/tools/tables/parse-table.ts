import { parse } from 'csv-parse/sync';
import { messageOf, TroupeError } from '../../errors.ts';
import { type Cell, type ColumnType, isBlank, readNumber } from '../cell.ts';
import { periodBounds } from '../formulas/period.ts';
import { toPlainLine, toPlainText } from '../plain-text.ts';
import { type DateOrder, dateOrderOf, dateReader, readQuarter } from '../written-date.ts';
import { parseJsonTable } from './json-table.ts';
import type { RawTable } from './raw-table.ts';

/** A column, with the type that all its filled cells have. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** How fine its dates are; a quarter is kept by its first month. */
  readonly grain?: 'day' | 'month' | 'quarter';
  /** Every number is written with a percent sign. */
  readonly isPercent?: boolean;
  /** The first cell that keeps a column of numbers from being one. */
  readonly notNumber?: { readonly line: number; readonly value: string };
  /** The first cell that keeps a column of dates from being one, or one that can be two days. */
  readonly notDate?: { readonly line: number; readonly value: string; readonly isUnclear: boolean };
}

/** A file as columns and rows; dates are `YYYY-MM-DD` or `YYYY-MM`, numbers are numbers. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads the bytes of a CSV, TSV or JSON file; errors name the file and the line. */
export function parseTable(name: string, bytes: Uint8Array): Table {
  const text = decode(name, bytes);
  if (text.trim() === '') throw new TroupeError('tool', `${name} is empty. Give a file with a header line and rows.`);
  const raw = /\.(?:json|jsonl|ndjson)$/i.test(name) ? parseJsonTable(name, text) : parseCsv(name, text);
  const names = uniqueNames(raw.header);
  const cells = names.map((_, index) => filledCells(raw, index));
  const orders = cells.map((filled) => dateOrderOf(filled.map(({ value }) => value)));
  const clear = new Set(orders.filter((order) => order === 'day-first' || order === 'month-first'));
  // What one column leaves open, another one of the same file can settle.
  const [order] = clear.size === 1 ? clear : [];
  const columns = names.map((column, index) => {
    const own = orders[index];
    return typeColumn(column, cells[index] ?? [], own === 'unclear' ? (order ?? own) : own);
  });
  const rows = raw.rows.map((row) => columns.map((column, index) => column.read(row[index] ?? '')));
  return { name, columns: columns.map(({ read: _, ...column }) => column), rows };
}

function decode(name: string, bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    throw new TroupeError('tool', `${name} is not UTF-8 text. Save it as CSV in UTF-8.`, { cause });
  }
  throw new TroupeError('tool', `${name} is not a text file. Give a CSV, TSV or JSON file.`);
}

function parseCsv(name: string, text: string): RawTable {
  const lines: number[] = [];
  const headLine = text.slice(0, text.search(/\r|\n|$/));
  const count = (delimiter: string) => headLine.replace(/"[^"]*"/g, '').split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
  try {
    const [header = [], ...rows] = parse(text, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      on_record: (record: string[], info) => {
        lines.push(info.lines);
        return record;
      },
    });
    return { header, rows, lines: lines.slice(1) };
  } catch (cause) {
    const line = typeof cause === 'object' && cause !== null && 'lines' in cause ? `, line ${String(cause.lines)}` : '';
    const why = toPlainLine(messageOf(cause)).replace(/ (?:on|at) line \d+/, '');
    throw new TroupeError(
      'tool',
      `${name}${line}: ${why}. Fix that line: every row needs as many fields as the header.`,
      {
        cause,
      },
    );
  }
}

/** Empty names become `column 3`; names that occur twice are numbered, all of them, so that none is meant by mistake. */
function uniqueNames(header: readonly string[]): string[] {
  const plain = header.map((name, index) => toPlainLine(name, 100) || `column ${index + 1}`);
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  const numbers = new Map<string, number>();
  const taken = new Set<string>();
  return plain.map((name) => {
    const key = name.toLowerCase();
    let number = numbers.get(key) ?? 1;
    let unique = (counts.get(key) ?? 0) > 1 ? `${name} (${number})` : name;
    while (taken.has(unique.toLowerCase())) unique = `${name} (${++number})`;
    numbers.set(key, number);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

interface FilledCell {
  readonly value: string;
  readonly line: number;
}

function filledCells(raw: RawTable, index: number): FilledCell[] {
  const filled: FilledCell[] = [];
  for (const [row, cells] of raw.rows.entries()) {
    const value = cells[index] ?? '';
    if (!isBlank(value)) filled.push({ value, line: raw.lines[row] ?? 0 });
  }
  return filled;
}

function typeColumn(
  name: string,
  filled: readonly FilledCell[],
  order: DateOrder | 'any' | 'unclear' | undefined,
): Column & { read: (text: string) => Cell } {
  const readText = (text: string) => (text.trim() === '' ? null : toPlainText(text).trim());
  if (filled.length === 0) return { name, type: 'text', read: readText };
  const notNumber = filled.filter(({ value }) => readNumber(value) === undefined);
  if (notNumber.length === 0) {
    const isPercent = filled.every(({ value }) => value.trim().endsWith('%'));
    return {
      name,
      type: 'number',
      ...(isPercent ? { isPercent } : {}),
      read: (text) => (isBlank(text) ? null : (readNumber(text) ?? null)),
    };
  }
  if (order !== undefined && order !== 'unclear') {
    const readDate = dateReader(order === 'any' ? 'day-first' : order);
    const grain = filled.every(({ value }) => readDate(value)?.length === 7) ? 'month' : 'day';
    return { name, type: 'date', grain, read: (text) => (isBlank(text) ? null : (readDate(text) ?? null)) };
  }
  if (filled.every(({ value }) => readQuarter(value) !== undefined)) {
    // A quarter is kept by its first month, so that it can be put in order and into years.
    return {
      name,
      type: 'date',
      grain: 'quarter',
      read: (text) => periodBounds(readQuarter(text) ?? '')?.from ?? null,
    };
  }
  const anyDate = (text: string) => dateReader('day-first')(text) ?? dateReader('month-first')(text);
  const notDate = order === 'unclear' ? filled : filled.filter(({ value }) => anyDate(value) === undefined);
  const culprit = (cells: readonly FilledCell[]) => {
    const [first] = cells;
    const isMostlyRight = cells.length * 2 < filled.length || order === 'unclear';
    return first && isMostlyRight ? { line: first.line, value: toPlainLine(first.value, 40) } : undefined;
  };
  const [badNumber, badDate] = [order === 'unclear' ? undefined : culprit(notNumber), culprit(notDate)];
  return {
    name,
    type: 'text',
    ...(badNumber ? { notNumber: badNumber } : {}),
    ...(badDate ? { notDate: { ...badDate, isUnclear: order === 'unclear' } } : {}),
    read: readText,
  };
}
