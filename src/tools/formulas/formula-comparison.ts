import { TroupeError } from '../../errors.ts';
import { readNumber } from '../cell.ts';
import { toPlainLine } from '../plain-text.ts';
import { monthNumber, readClearDate } from '../written-date.ts';
import type { Comparison, Formula, FormulaOf } from './formula.ts';
import { formulaText } from './formula-text.ts';
import { type DatePart, periodBounds, weekdays } from './period.ts';

const flipped: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** A date or a period as it is written, as ours: `2024-03-05`, `2024-03`, `2024-Q1`, `2024-W09` or `2024`. */
export function toPeriodText(written: string): string {
  const text = written.slice(0, 60).trim();
  const [, year, quarter] = /^(?:(\d{4})\s*年?\s*)?Q([1-4])(?:\s+\d{4})?$/i.exec(text) ?? [];
  const behind = /\s(\d{4})$/.exec(text)?.[1];
  const known = quarter
    ? `${year ?? behind}-Q${quarter}`
    : (readClearDate(text) ?? text.replace(/年$/, '').replace(/-?W(\d)$/i, '-W0$1'));
  if (periodBounds(known)) return known.toUpperCase();
  throw new TroupeError(
    'tool',
    `"${toPlainLine(text, 40)}" is not a date here: write 2024-03-01, 2024-03, 2024-Q1, 2024-W09 or 2024.`,
  );
}

/** A comparison of two formulas; a date that is compared with a period is before, in or after it. */
export function compare(op: Comparison, left: Formula, right: Formula, spellings: Spellings): Formula {
  if (left.kind === 'value' && right.kind !== 'value') return compare(flipped[op], right, left, spellings);
  if (right.kind === 'value') return compareWithValue(op, left, right, spellings);
  const isNumber = (formula: Formula) => formula.type === 'number' || formula.type === 'condition';
  if (left.type !== right.type && !(isNumber(left) && isNumber(right)))
    throw new TroupeError(
      'tool',
      `${formulaText(left)} is a ${left.type} and ${formulaText(right)} a ${right.type}: they cannot be compared.`,
    );
  return { type: 'condition', kind: 'compare', op, left, right };
}

/** How a column of text spells a value: its own spellings of it, whatever their case. */
export type Spellings = (column: string, value: string) => readonly string[];

function compareWithValue(op: Comparison, left: Formula, { value }: FormulaOf<'value'>, spellings: Spellings): Formula {
  // A day is as much in a month as the date it was taken from.
  if (left.kind === 'part' && left.part === 'day' && !isSmall(value)) return compareDate(op, left.of, String(value));
  if (left.kind === 'part') return comparePart(op, left, String(value));
  if (left.type === 'date') return compareDate(op, left, String(value));
  const against = (to: string | number): Formula => ({
    type: 'condition',
    kind: 'compare',
    op,
    left,
    right: { type: left.type, kind: 'value', value: to },
  });
  if (left.type === 'text') {
    const isExact = op === '=' || op === '!=';
    const own = left.kind === 'column' && isExact ? spellings(left.name, String(value)) : [];
    if (own.length < 2) return against(own[0] ?? String(value));
    const among: Formula = { type: 'condition', kind: 'among', of: left, values: own };
    return op === '=' ? among : { type: 'condition', kind: 'not', of: among };
  }
  const truth = { true: 1, false: 0 }[String(value).toLowerCase()];
  const number =
    typeof value === 'number' ? value : (readNumber(value) ?? (left.type === 'condition' ? truth : undefined));
  if (number !== undefined) return against(number);
  throw new TroupeError('tool', `${formulaText(left)} holds numbers; "${toPlainLine(String(value), 40)}" is none.`);
}

function compareDate(op: Comparison, of: Formula, written: string): Formula {
  const period = toPeriodText(written);
  const { from, to } = periodBounds(period) ?? { from: period, to: period };
  const during: Formula = { type: 'condition', kind: 'during', of, period, from, to };
  if (op === '=') return during;
  if (op === '!=') return { type: 'condition', kind: 'not', of: during };
  // After a period begins where it ends, and up to it includes it.
  const [then, bound] = ({ '<': ['<', from], '<=': ['<', to], '>': ['>=', to], '>=': ['>=', from] } as const)[op];
  const right: Formula = { type: 'date', kind: 'value', value: bound };
  return { type: 'condition', kind: 'compare', op: then, left: of, right };
}

/** `month(date) = 3` means the month of the year, `month(date) = 2024-03` that one month. */
function comparePart(op: Comparison, of: FormulaOf<'part'>, written: string): Formula {
  const { part, value } = toPartValue(of.part, written.trim());
  const type = typeof value === 'number' ? 'number' : 'text';
  return {
    type: 'condition',
    kind: 'compare',
    op,
    left: { ...of, part, type },
    right: { type, kind: 'value', value },
  };
}

const isSmall = (value: string | number) => /^\d{1,2}$/.test(String(value));

const examples: Readonly<Record<DatePart, string>> = {
  year: '2024',
  quarter: '2024-Q1, or 1 to 4',
  month: '2024-03, or 1 to 12',
  week: '2024-W09',
  day: '2024-03-01, or 1 to 31',
  quarter_of_year: '1 to 4',
  month_of_year: '1 to 12',
  day_of_month: '1 to 31',
  weekday: 'Monday to Sunday, or 1 to 7 from Monday',
};

function toPartValue(part: DatePart, written: string): { part: DatePart; value: string | number } {
  const inYear = ({ quarter: 'quarter_of_year', month: 'month_of_year', day: 'day_of_month' } as const)[String(part)];
  const cyclic = inYear ?? part;
  const value = cyclic === 'weekday' ? toWeekday(written) : toNumberIn(cyclic, written);
  if (value !== undefined) return { part: cyclic, value };
  const isPeriod = inYear !== undefined || !cyclic.includes('_');
  const text = isPeriod && periodBounds(toPeriodText(written)) ? toPeriodText(written) : '';
  const shape = { year: /^\d{4}$/, quarter: /-Q\d$/, month: /^\d{4}-\d\d$/, week: /-W\d\d$/ };
  if (part in shape && shape[part as keyof typeof shape].test(text)) return { part, value: text }; // `in` has just said so
  throw new TroupeError('tool', `"${toPlainLine(written, 40)}" is no ${part}: write ${examples[part]}.`);
}

const smallNumber = (written: string) => (isSmall(written) ? Number(written) : undefined);

function toWeekday(written: string): string | undefined {
  const chinese = /^(?:周|星期)([一二三四五六日天])$/.exec(written)?.[1];
  const at = chinese ? Math.min('一二三四五六日天'.indexOf(chinese), 6) : (smallNumber(written) ?? 0) - 1;
  const short = written.length >= 3 ? written.toLowerCase() : '-';
  return weekdays[at] ?? weekdays.find((day) => day.toLowerCase().startsWith(short));
}

/** The number of a quarter, a month or a day within what it is counted in. */
function toNumberIn(cyclic: DatePart, written: string): number | undefined {
  const named = cyclic === 'month_of_year' ? monthNumber(written) : undefined;
  const quarter = cyclic === 'quarter_of_year' ? /^Q([1-4])$/i.exec(written)?.[1] : undefined;
  const value = named ?? (quarter ? Number(quarter) : smallNumber(written));
  const most = { quarter_of_year: 4, month_of_year: 12, day_of_month: 31 }[String(cyclic)] ?? 0;
  return value !== undefined && value >= 1 && value <= most ? value : undefined;
}
