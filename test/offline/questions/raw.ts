import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A row of a raw file: what stands there, by the names of its head. */
export type Row = Readonly<Record<string, string>>;

export const pathOf = (name: string): string => fileURLToPath(new URL(`files/${name}`, import.meta.url));
export const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** The rows of a file without quotes, read with nothing but `split`. */
export function rowsOf(name: string): Row[] {
  const [head = '', ...lines] = textOf(name).trim().split('\n');
  const by = name.endsWith('.tsv') ? '\t' : ',';
  const names = head.split(by);
  return lines.map((line) => {
    const cells = line.split(by);
    return Object.fromEntries(names.map((key, at) => [key, cells[at] ?? '']));
  });
}

/** What is to be computed of a row. */
export type Of = (row: Row) => number;
export type Fits = (row: Row) => boolean;

export const num =
  (name: string): Of =>
  (row) =>
    Number((row[name] ?? '').replace('%', '')) / ((row[name] ?? '').endsWith('%') ? 100 : 1);
export const is =
  (name: string, ...values: readonly string[]): Fits =>
  (row) =>
    values.includes(row[name] ?? '');
export const sum = (rows: readonly Row[], of: Of): number => rows.reduce((all, row) => all + of(row), 0);
export const mean = (rows: readonly Row[], of: Of): number => sum(rows, of) / rows.length;
export const most = (rows: readonly Row[], of: Of): number => Math.max(...rows.map(of));
export const least = (rows: readonly Row[], of: Of): number => Math.min(...rows.map(of));
export const keys = (rows: readonly Row[], name: string): string[] => [...new Set(rows.map((row) => row[name] ?? ''))];

/** Groups with a figure each, the largest first. */
export function ranked(
  rows: readonly Row[],
  key: string | ((row: Row) => string),
  figure: (group: readonly Row[]) => number,
): [key: string, value: number][] {
  const keyOf = typeof key === 'string' ? (row: Row) => row[key] ?? '' : key;
  const groups = Map.groupBy(rows, keyOf);
  return [...groups]
    .map(([name, group]): [string, number] => [name, figure(group)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** A number as answers write it. */
export function shown(value: number): string {
  const whole = Number.isInteger(Math.round(value * 1e6) / 1e6);
  const isSmall = !whole && Math.abs(value) < 1;
  const options = isSmall
    ? { maximumSignificantDigits: 4 }
    : { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: whole ? 0 : 2 };
  return value.toLocaleString('en-US', options).replace(/^-/, '−');
}

/** What an answer has to be. */
export interface Question {
  /** A question, or the messages of a chat, of which the last one counts. */
  readonly ask: string | readonly string[];
  /** What the first paragraph says. */
  readonly says?: readonly (string | number)[];
  /** What is anywhere in the answer. */
  readonly has?: readonly (string | number)[];
  /** What is nowhere in it. */
  readonly not?: readonly (string | number)[];
  /** It is refused, and these are named. */
  readonly refused?: readonly string[];
}

export const q = (ask: Question['ask'], ...says: readonly (string | number)[]): Question => ({ ask, says });
export const has = (ask: Question['ask'], ...figures: readonly (string | number)[]): Question => ({
  ask,
  has: figures,
});
export const no = (ask: Question['ask'], ...refused: readonly string[]): Question => ({ ask, refused });
