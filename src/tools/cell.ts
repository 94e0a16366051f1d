/** One value of a table; `null` is an empty cell. */
export type Cell = string | number | null;

/** What the values of a column are. */
export type ColumnType = 'number' | 'date' | 'text';

const blanks: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n/a', 'na', 'null', 'nan', '#n/a']);

/** True for what people write into a cell that has no value. */
export function isBlank(text: string): boolean {
  return blanks.has(text.trim().toLowerCase());
}

/** Reads `1,234.50`, `$12`, `(300)`, `-¥5` or `12%`; nothing when the text is not a number. An id such as `007` is not a number. */
export function readNumber(text: string): number | undefined {
  const compact = text
    .trim()
    .replace(/[\s\u00a0]/g, '')
    .replace('−', '-');
  const inParentheses = /^\((.*)\)$/.exec(compact);
  const [, sign = '', digits = '', percent = ''] =
    /^([+-]?)[$€£¥￥₹]?((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:[$€£¥￥₹元])?(%?)$/.exec(
      inParentheses?.[1]?.replace(/^[$€£¥￥₹]?-/, '!') ?? compact.replace(/^([$€£¥￥₹])-/, '-$1'),
    ) ?? [];
  if (!/^\d|^\.\d/.test(digits) || /^0\d/.test(digits)) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(value)) return undefined;
  const isNegative = sign === '-' || inParentheses !== null;
  return (isNegative ? -value : value) / (percent === '' ? 1 : 100);
}
