const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The day on which all requests are asked, a Monday. */
export const today = '2025-03-17';

/** A day so many days later, both as `YYYY-MM-DD`. */
export const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** How many days the second day is after the first. */
export const daysBetween = (first: string, second: string) => (Date.parse(second) - Date.parse(first)) / dayMs;

/** The same day of an earlier or later month, or the last one where that month is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

export const weekdayOf = (day: string) => weekdays[new Date(day).getUTCDay()] ?? 'Sunday';

/** The quarter of a day, such as `2024-Q3`. */
export const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** A day as people write it: `Jan 5 2024`. */
export const written = (day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${date} ${year}`;
};
