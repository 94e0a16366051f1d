/** One way to read a date; gives `YYYY-MM-DD` or, where there is no day, `YYYY-MM`. */
export type DateReader = (text: string) => string | undefined;

/** Whether `1/5/2024` is the first of May or the fifth of January. */
export type DateOrder = 'day-first' | 'month-first';

/** No way to write a date is longer; whatever is longer is not looked at. */
const longest = 40;
const time = /[T ,]+\d{1,2}:\d{2}.*$/i;
const weekday =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+|(?:周|星期)[一二三四五六日天]\s*)/i;
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const fullNames = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');

/** The number of a month by its English name, short or whole; nothing when it is none. */
export function monthNumber(name: string): number | undefined {
  const word = name.toLowerCase();
  const at = monthNames.indexOf(word === 'sept' ? 'sep' : word);
  const number = (at >= 0 ? at : fullNames.indexOf(word)) + 1;
  return number > 0 ? number : undefined;
}

/** The forms in which nobody can take the day for the month: `2024-03-05`, `2024年3月5日`, `Mar 5, 2024`, `5 March 2024`, `March 2024`. */
export const readClearDate: DateReader = (text) => {
  if (text.length > longest) return undefined;
  const plain = text.trim().replace(weekday, '').replace(time, '');
  const numbers = /^(\d{4})[-/.年](\d{1,2})(?:(?:[-/.月](\d{1,2})日?)|月)?$/.exec(plain);
  if (numbers) return toIsoDate(numbers[1], numbers[2], numbers[3]);
  const monthDay = /^([a-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})$/i.exec(plain);
  if (monthDay) return named(monthDay[3], monthDay[1], monthDay[2]);
  const dayMonth = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(plain);
  if (dayMonth) return named(dayMonth[3], dayMonth[2], dayMonth[1]);
  const yearMonth = /^(\d{4})[ -]([a-z]{3,9})(?:[ -](\d{1,2}))?$/i.exec(plain);
  if (yearMonth) return named(yearMonth[1], yearMonth[2], yearMonth[3]);
  const monthYear = /^([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(plain);
  return monthYear ? named(monthYear[2], monthYear[1], undefined) : undefined;
};

/** A quarter of a year as it is usually written: `2025Q1`, `2025-Q1`, `Q1 2025`, `2025年第一季度`; gives `2025-Q1`. */
export function readQuarter(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const plain = text.trim();
  const [, year, quarter] = /^(\d{4})[-/ ]?Q([1-4])$/i.exec(plain) ?? [];
  const [, first, behind] = /^Q([1-4])[-/ ]?(\d{4})$/i.exec(plain) ?? [];
  const [, han, number = ''] = /^(\d{4})年第?([1-4一二三四])季度?$/.exec(plain) ?? [];
  if (year) return `${year}-Q${quarter}`;
  if (behind) return `${behind}-Q${first}`;
  return han ? `${han}-Q${Number(number) || '一二三四'.indexOf(number) + 1}` : undefined;
}

/** Reads every form of a date, `1/5/2024` in one order. */
export function dateReader(order: DateOrder): DateReader {
  return (text) => {
    if (text.length > longest) return undefined;
    const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(
      text.trim().replace(weekday, '').replace(time, ''),
    );
    if (!numbers) return readClearDate(text);
    const [, first, separator, second, year] = numbers;
    // With dots between the numbers the day is always the first.
    if (order === 'day-first') return toIsoDate(year, second, first);
    return separator === '.' ? undefined : toIsoDate(year, first, second);
  };
}

const readers = { 'day-first': dateReader('day-first'), 'month-first': dateReader('month-first') } as const;

/** The order in which all texts are dates; `any` when they say the same in both, `unclear` when each would give other days. */
export function dateOrderOf(texts: readonly string[]): DateOrder | 'any' | 'unclear' | undefined {
  let [isDayFirst, isMonthFirst, isSame] = [true, true, true];
  for (const text of texts) {
    if (readClearDate(text) !== undefined) continue;
    const [day, month] = [readers['day-first'](text), readers['month-first'](text)];
    isDayFirst &&= day !== undefined;
    isMonthFirst &&= month !== undefined;
    isSame &&= day === month;
    if (!isDayFirst && !isMonthFirst) return undefined;
  }
  if (isDayFirst && isMonthFirst) return isSame ? 'any' : 'unclear';
  return isDayFirst ? 'day-first' : 'month-first';
}

function named(year = '', month = '', day: string | undefined): string | undefined {
  const number = monthNumber(month);
  return number === undefined ? undefined : toIsoDate(year, String(number), day);
}

function toIsoDate(year = '', month = '', day: string | undefined): string | undefined {
  const whole = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const [m, d] = [Number(month), day === undefined ? 1 : Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(whole, m, 0)).getUTCDate()) return undefined;
  const parts = [String(whole).padStart(4, '0'), String(m).padStart(2, '0')];
  return [...parts, ...(day === undefined ? [] : [String(d).padStart(2, '0')])].join('-');
}
