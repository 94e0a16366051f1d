import type { Cell, ColumnType } from '../cell.ts';
import { toPlainLine } from '../plain-text.ts';
import type { Table } from './parse-table.ts';

/** What is in a column, without its cells. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: ColumnType;
  /** How many different values there are. */
  readonly distinct: number;
  /** How many cells are empty. */
  readonly empty: number;
  /** The values in order, when there are few enough to list. */
  readonly values: readonly string[];
  readonly min: Cell;
  readonly max: Cell;
  /** The dates in it can be read in two ways, so it holds text. */
  readonly isUnclearDate: boolean;
  /** How fine its dates are: months have no days; a quarter is kept by its first month. */
  readonly grain?: 'day' | 'month' | 'quarter';
  /** Its numbers are written with a percent sign. */
  readonly isPercent: boolean;
  /** All its numbers are whole. */
  readonly isWhole: boolean;
}

/** What is in a table, without its rows. */
export interface TableDescription {
  readonly name: string;
  readonly rowCount: number;
  readonly columns: readonly ColumnDescription[];
  /** The same in words, for a model: at most 1,500 characters. */
  readonly summary: string;
}

/** Values of text are known up to here, others only as far as they are listed. */
const listedValues = 2000;
const toldValues = 12;
const longestSummary = 1500;

/** Describes a table: its columns, their types, and the values of those that have few. */
export function describeColumns(table: Table): TableDescription {
  const columns = table.columns.map(({ name, type, notDate, grain, isPercent }, index) => {
    const filled = table.rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
    const distinct = [...new Set(filled)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return {
      name,
      type,
      distinct: distinct.length,
      empty: table.rows.length - filled.length,
      values: distinct.length <= (type === 'text' ? listedValues : toldValues) ? distinct.map(String) : [],
      min: distinct[0] ?? null,
      max: distinct.at(-1) ?? null,
      isUnclearDate: notDate?.isUnclear ?? false,
      ...(grain ? { grain } : {}),
      isPercent: isPercent ?? false,
      isWhole: distinct.every((cell) => Number.isInteger(cell)),
    };
  });
  const description = { name: table.name, rowCount: table.rows.length, columns };
  return { ...description, summary: toTableSummary(description) };
}

/** A table in words: `180 rows. date: date, 2025-01-03 to 2025-12-30; region: text, one of east, north; units: number, 3 to 81`. */
function toTableSummary({ rowCount, columns }: Omit<TableDescription, 'summary'>): string {
  const start = `${rowCount} ${rowCount === 1 ? 'row' : 'rows'}. `;
  const versions = [
    columns.map((column) => columnFacts(column)),
    columns.map((column) => columnFacts(column, 4)),
    columns.map((column) => `${nameText(column.name)}: ${column.type}`),
  ];
  const whole = versions.map((facts) => `${start}${facts.join('; ')}`).find((text) => text.length <= longestSummary);
  if (whole !== undefined) return whole;
  const kept: string[] = [];
  let room = longestSummary - start.length - 80;
  for (const fact of versions.at(-1) ?? []) {
    room -= fact.length + 2;
    if (room < 0) break;
    kept.push(fact);
  }
  return `${start}${kept.join('; ')}; and ${columns.length - kept.length} more columns, which describe_table lists.`;
}

/** A column in words: its name, its type, its values where there are few, else from where to where they go. */
export function columnFacts(column: ColumnDescription, most: number = toldValues): string {
  const { name, type, distinct, empty, values } = column;
  const facts = [`${nameText(name)}: ${type}`];
  if (distinct === 0) return `${facts[0]}, all empty`;
  const isListed = distinct <= most && values.length > 0;
  if (isListed) facts.push(`${distinct > 1 ? 'one of ' : 'always '}${values.map(valueText).join(', ')}`);
  else if (type !== 'text') facts.push(`${column.min} to ${column.max}`);
  else
    facts.push(
      `${distinct} different${values.length > 0 && most > 4 ? `, such as ${values.slice(0, 3).map(valueText).join(', ')}` : ''}`,
    );
  if (column.grain === 'quarter') facts.push('quarters, each by its first month');
  if (column.isUnclearDate) facts.push('dates whose day and month cannot be told apart');
  if (empty > 0) facts.push(`${empty} empty`);
  return facts.join(', ');
}

/** A name that a formula would take for something else stands in backticks, which formulas read. */
const nameText = (name: string) =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;

const valueText = (value: string) => {
  const text = toPlainLine(value, 40);
  return /[,;:'"]/.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
};
