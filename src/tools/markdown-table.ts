import type { Cell } from './cell.ts';
import { toPlainLine } from './plain-text.ts';

/** A number for people: thousands apart, and two decimals unless it is whole; four digits of what is smaller than one. */
export function formatNumber(value: number): string {
  const isWhole = Number.isInteger(Math.round(value * 1e6) / 1e6);
  const isSmall = !isWhole && Math.abs(value) < 1;
  const digits = isWhole ? 0 : 2;
  const options = isSmall
    ? { maximumSignificantDigits: 4 }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-US', options).format(value).replace(/^-0$/, '0').replace(/^-/, '−');
}

/** A figure to compute with: the decimals it was rounded to; else none if it is whole, two if it is money, six digits of what goes on. */
export function formatFigure(value: number, places?: number): string {
  const clean = Number(Number(value.toPrecision(12)).toFixed(9));
  const digits = places ?? [0, 2].find((few) => Number(clean.toFixed(few)) === clean);
  const options =
    digits === undefined
      ? ({ maximumFractionDigits: 2, maximumSignificantDigits: 6, roundingPriority: 'morePrecision' } as const)
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' }).format(value).replace(/^-/, '−');
}

/** A number as a file holds it: nothing is rounded away, and a year has no thousands. */
export function formatExact(value: number): string {
  const options = { maximumSignificantDigits: 15, useGrouping: Math.abs(value) >= 10_000 };
  return new Intl.NumberFormat('en-US', options).format(value).replace(/^-/, '−');
}

/** One cell on one line, with nothing that would end it. */
export function formatCell(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? formatNumber(cell) : toPlainLine(cell, 80).replaceAll('|', '\\|') || '–';
}

/** A small Markdown table; columns of numbers are set to the right. */
export function toMarkdownTable(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  write: (cell: Cell, column: number) => string = formatCell,
): string {
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((name) => formatCell(name))),
    line(isNumber.map((right) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, index) => write(row[index] ?? null, index)))),
  ].join('\n');
}
