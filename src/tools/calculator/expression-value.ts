import { TroupeError } from '../../errors.ts';
import { readClearDate } from '../written-date.ts';
import { type Rational, toDecimal } from './rational.ts';

/** A day of the calendar, counted from 1970-01-01. */
export interface Day {
  readonly day: number;
}

/** What an expression comes to. */
export type Value = Rational | Day;

const dayMs = 86_400_000;
/** Calendars before that are another matter. */
const [firstDay, lastDay] = [Date.parse('0100-01-01') / dayMs, Date.parse('9999-12-31') / dayMs];

export const isDay = (value: Value): value is Day => 'day' in value;

/** A value as it is shown: a decimal, or `2024-03-01`. */
export function toText(value: Value): string {
  return isDay(value) ? new Date(value.day * dayMs).toISOString().slice(0, 10) : toDecimal(value);
}

/** Reads a written date. */
export function readDay(text: string): Day {
  const iso = readClearDate(text);
  if (iso === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(iso))
    throw new TroupeError('tool', `"${text}" is not a date; write it as "2024-03-01"`);
  return dayAt(Date.parse(iso) / dayMs);
}

export function addDays({ day }: Day, days: number): Day {
  return dayAt(day + days);
}

/** The same day so many months later, or the last one of a month that is shorter. */
export function addMonths({ day }: Day, months: number): Day {
  const date = new Date(day * dayMs);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const month = date.getUTCMonth();
  date.setUTCDate(dayOfMonth);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return dayAt(date.getTime() / dayMs);
}

function dayAt(day: number): Day {
  if (day >= firstDay && day <= lastDay) return { day };
  throw new TroupeError('tool', 'the date is outside of the years 100 to 9999');
}
