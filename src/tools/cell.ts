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

/** One way to read a date; gives `YYYY-MM-DD` or, where there is no day, `YYYY-MM`. */
export type DateReader = (text: string) => string | undefined;

const yearFirst: DateReader = (text) => {
  const [, year = '', month = '', day] =
    /^(\d{4})[-/.年](\d{1,2})(?:(?:[-/.月](\d{1,2})日?)(?:[T ]\d{1,2}:\d{2}.*)?|月)?$/.exec(text.trim()) ?? [];
  return toIsoDate(year, month, day);
};
const dayFirst: DateReader = (text) => {
  const [, day, month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  return toIsoDate(year, month, day);
};
const monthFirst: DateReader = (text) => {
  const [, month = '', day, year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  return toIsoDate(year, month, day);
};

function toIsoDate(year: string, month: string, day: string | undefined): string | undefined {
  const [y, m, d] = [Number(year), Number(month), day === undefined ? 1 : Number(day)];
  if (year === '' || m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return undefined;
  const parts = [year, String(m).padStart(2, '0'), ...(day === undefined ? [] : [String(d).padStart(2, '0')])];
  return parts.join('-');
}

/** The one way in which all texts are dates. `03/04/2025` alone could be two days, so it is none. */
export function findDateReader(texts: readonly string[]): DateReader | undefined {
  const fitting = [yearFirst, dayFirst, monthFirst].filter((read) => texts.every((text) => read(text) !== undefined));
  return fitting.length === 1 ? fitting[0] : undefined;
}
