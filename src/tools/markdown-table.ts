import type { Cell } from './cell.ts';
import { toPlainLine } from './plain-text.ts';

/** A number for people: thousands apart, and two decimals unless it is whole. */
export function formatNumber(value: number): string {
  const isWhole = Number.isInteger(Math.round(value * 1e6) / 1e6);
  const isTiny = !isWhole && Math.abs(value) < 0.01;
  const digits = isWhole ? 0 : 2;
  const options = isTiny
    ? { maximumSignificantDigits: 3 }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-US', options).format(value).replace(/^-0$/, '0').replace(/^-/, '−');
}

/** One cell on one line, with nothing that would end it. */
export function formatCell(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? formatNumber(cell) : toPlainLine(cell, 80).replaceAll('|', '\\|') || '–';
}

/** A small Markdown table; columns of numbers are set to the right. */
export function toMarkdownTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(formatCell)),
    line(isNumber.map((right) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, index) => formatCell(row[index] ?? null)))),
  ].join('\n');
}
