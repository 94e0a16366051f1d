import { monthNumber, readQuarter } from '../../tools/written-date.ts';

/** A stretch of time that a text names: from the first period to the last, or a month or quarter of every year. */
export interface Span {
  readonly from: string;
  readonly to: string;
  /** A month or a quarter without its year: 3 for March. */
  readonly cycle?: { readonly part: 'month_of_year' | 'quarter_of_year'; readonly value: number };
}

export interface FoundSpan {
  readonly span: Span;
  readonly length: number;
}

const same = (period: string): Span => ({ from: period, to: period });
const two = (number: string | number) => String(number).padStart(2, '0');
const ordinals = 'first|second|third|fourth|1st|2nd|3rd|4th'.split('|');
const han = '一二三四五六七八九十';
const hanNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  if (text.length > 1 && text.startsWith('十')) return 10 + han.indexOf(text.charAt(1)) + 1;
  return han.indexOf(text) + 1;
};

function day(year: string | number, month: string | number, date: string | number): Span | undefined {
  const [m, d] = [Number(month), Number(date)];
  if (m < 1 || m > 12 || d < 1 || d > 31) return undefined;
  return same(`${year}-${two(m)}-${two(d)}`);
}

function month(year: string | undefined, number: number): Span | undefined {
  if (number < 1 || number > 12) return undefined;
  if (year) return same(`${year}-${two(number)}`);
  return { from: '', to: '', cycle: { part: 'month_of_year', value: number } };
}

function quarter(year: string | undefined, number: number): Span | undefined {
  if (number < 1 || number > 4) return undefined;
  if (year) return same(`${year}-Q${number}`);
  return { from: '', to: '', cycle: { part: 'quarter_of_year', value: number } };
}

const half = (year: string | undefined, number: number): Span | undefined =>
  year ? { from: `${year}-${number === 1 ? '01' : '07'}`, to: `${year}-${number === 1 ? '06' : '12'}` } : undefined;

type Reader = (found: RegExpExecArray, year: string | undefined) => Span | undefined;

/** Each form of a date, longer ones first; `year` is the only one that the table has. */
const forms: readonly (readonly [RegExp, Reader])[] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/, ([, y = '', , m = '', d = '']) => day(y, m, d)],
  [/^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/, ([, y = '', m = '', d = '']) => day(y, m, d)],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, ([, d = '', m = '', y = '']) => day(y, m, d)],
  [
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/,
    ([, a = '', b = '', y = '']) => (Number(a) > 12 ? day(y, b, a) : day(y, a, b)),
  ],
  [
    /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\d.%])/,
    ([, m = '', d = '', y], year) => ofDay(m, d, y ?? year),
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\.?,?(?: (\d{4}))?(?![a-z\d])/,
    ([, d = '', m = '', y], year) => ofDay(m, d, y ?? year),
  ],
  [/^(\d{4}[-/ ]?q[1-4]|q[1-4][-/ ]?\d{4})(?![a-z\d])/, ([, text = '']) => same(readQuarter(text) ?? '')],
  [/^q([1-4])(?:(?: of)? (\d{4}))?(?![a-z\d])/, ([, q = '', y], year) => quarter(y ?? year, Number(q))],
  [
    /^(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?:(?: of)? (\d{4}))?(?![a-z\d])/,
    ([, word = '', y], year) => quarter(y ?? year, (ordinals.indexOf(word) % 4) + 1),
  ],
  [
    /^(?:(first|second|1st|2nd) half|h([12]))(?:(?: of)? (\d{4}))?(?![a-z\d])/,
    ([, word = '', h, y], year) => half(y ?? year, Number(h) || (ordinals.indexOf(word) % 4) + 1),
  ],
  [/^(?:(\d{4})\s*年?\s*)?([上下])半年/, ([, y, which], year) => half(y ?? year, which === '上' ? 1 : 2)],
  [/^(?:(\d{4})\s*年?\s*)?第?([1-4一二三四])季度?/, ([, y, q = ''], year) => quarter(y ?? year, hanNumber(q))],
  [/^(\d{4})[-/](\d{1,2})(?![\d-/])/, ([, y = '', m = '']) => month(y, Number(m))],
  [/^(\d{4})\s*年\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月份?/, ([, y = '', m = '']) => month(y, hanNumber(m))],
  [
    /^(\d{1,2}|十[一二]?|[一二三四五六七八九])月(\d{1,2})[日号]/,
    ([, m = '', d = ''], year) => (year ? day(year, hanNumber(m), d) : undefined),
  ],
  [/^(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?/, ([, m = ''], year) => month(year, hanNumber(m))],
  [
    /^([a-z]{3,9})\.?(?:,? (?:of )?(\d{4}))?(?![a-z\d])/,
    ([, m = '', y], year) => (monthNumber(m) ? month(y ?? year, monthNumber(m) ?? 0) : undefined),
  ],
  [/^((?:18|19|20)\d\d)(?:\s*年)?(?![\d%]|[.,]\d)/, ([, y = '']) => same(y)],
];

function ofDay(name: string, date: string, year: string | undefined): Span | undefined {
  const number = monthNumber(name);
  return number && year ? day(year, number, date) : undefined;
}

/** The date or period that a text in small letters begins with. */
export function scanSpan(text: string, year: string | undefined): FoundSpan | undefined {
  const start = text.slice(0, 40);
  for (const [form, read] of forms) {
    const found = form.exec(start);
    const span = found ? read(found, year) : undefined;
    if (found && span) return { span, length: found[0].length };
  }
  return undefined;
}
