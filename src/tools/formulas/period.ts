/** What a date can be grouped by: a stretch of time, or a place in the year, the month or the week. */
export const dateParts = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'quarter_of_year',
  'month_of_year',
  'day_of_month',
  'weekday',
] as const;
/** One of them. */
export type DatePart = (typeof dateParts)[number];
/** A stretch of time: periods follow one another, so that change can be computed. */
export type Period = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** Whether a part of a date is a stretch of time. */
export function isPeriod(part: DatePart): part is Period {
  return !part.includes('_') && part !== 'weekday';
}

/** The days of the week, in their order. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const dayMs = 86_400_000;
const toTime = (date: string) => Date.parse(`${date}-01`.slice(0, 10));
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The first text that is inside a period and the first one after it, for dates as `YYYY-MM-DD` or `YYYY-MM`. */
export function periodBounds(period: string): { from: string; to: string } | undefined {
  const text = period.trim();
  const [, year = '', quarter, month] = /^(\d{4})(?:-?(?:Q([1-4])|-(0?[1-9]|1[0-2])))?$/i.exec(text) ?? [];
  if (quarter)
    return {
      from: monthText(Number(year), Number(quarter) * 3 - 2),
      to: monthText(Number(year), Number(quarter) * 3 + 1),
    };
  if (month) return { from: monthText(Number(year), Number(month)), to: monthText(Number(year), Number(month) + 1) };
  if (year) return { from: year, to: String(Number(year) + 1).padStart(4, '0') };
  const [, weekYear = '', week = ''] = /^(\d{4})-?W(\d{1,2})$/i.exec(text) ?? [];
  if (weekYear) return weekBounds(Number(weekYear), Number(week));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(toTime(text)) || toDay(toTime(text)) !== text) return undefined;
  return { from: fromText(text), to: fromText(shiftDate(text, 1, 'day')) };
}

/** A month without a day lies in its first day, and before the text of that day. */
const fromText = (day: string) => (day.endsWith('-01') ? day.slice(0, 7) : day);

function weekBounds(year: number, week: number): { from: string; to: string } | undefined {
  if (week < 1 || week > 53) return undefined;
  // The fourth of January is always in the first week.
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs + (week - 1) * 7 * dayMs;
  return { from: fromText(toDay(monday)), to: fromText(toDay(monday + 7 * dayMs)) };
}

function monthText(year: number, month: number): string {
  const [y, m] = month > 12 ? [year + 1, month - 12] : [year, month];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`;
}

/** Where a date lies: `2025`, `2025-Q1`, `2025-03`, `2025-W09`, `2025-03-01`; or 1 to 4, 1 to 12, 1 to 31, `Monday`. */
export function toPart(date: string, part: DatePart): string | number {
  switch (part) {
    case 'year':
      return date.slice(0, 4);
    case 'quarter':
      return `${date.slice(0, 4)}-Q${quarterOf(date)}`;
    case 'month':
      return date.slice(0, 7);
    case 'week':
      return weekOf(date);
    case 'day':
      return toDay(toTime(date));
    case 'quarter_of_year':
      return quarterOf(date);
    case 'month_of_year':
      return Number(date.slice(5, 7));
    case 'day_of_month':
      return Number(`${date}-01`.slice(8, 10));
    case 'weekday':
      return weekdays[(new Date(toTime(date)).getUTCDay() + 6) % 7] ?? '';
  }
}

const quarterOf = (date: string) => Math.ceil(Number(date.slice(5, 7)) / 3);

/** A week belongs to the year that has its Thursday. */
function weekOf(date: string): string {
  const time = toTime(date);
  const thursday = new Date(time + (3 - ((new Date(time).getUTCDay() + 6) % 7)) * dayMs);
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayMs;
  const week = String(Math.floor(days / 7) + 1).padStart(2, '0');
  return `${String(thursday.getUTCFullYear()).padStart(4, '0')}-W${week}`;
}

/** The days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return (toTime(to) - toTime(from)) / dayMs;
}

/** A date so many days or months later; where a month is too short, its last day. */
export function shiftDate(date: string, count: number, unit: 'day' | 'month'): string {
  const time = new Date(toTime(date));
  if (unit === 'day') return toDay(time.getTime() + count * dayMs);
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(time.getUTCDate(), last)));
}

/** Every period from the first to the last, both included; nothing when they are not of one kind or not in order. */
export function periodsBetween(first: string, last: string): string[] | undefined {
  const kind = (period: string) => (/^\d{4}$/.test(period) ? 'year' : /-Q\d$/.test(period) ? 'quarter' : 'month');
  if (kind(first) !== kind(last) || first > last) return undefined;
  const periods = [first];
  for (let next = first; next !== last && periods.length < 1200; periods.push(next)) {
    next = String(toPart(periodBounds(next)?.to ?? last, kind(first)));
  }
  return periods;
}
