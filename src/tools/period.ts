/** The first text that is inside a period and the first one after it, for dates as `YYYY-MM-DD` or `YYYY-MM`. */
export function periodBounds(period: string): { from: string; to: string } | undefined {
  const [, year = '', quarter, month] = /^(\d{4})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/i.exec(period.trim()) ?? [];
  if (year === '') return undefined;
  if (quarter)
    return {
      from: monthText(Number(year), Number(quarter) * 3 - 2),
      to: monthText(Number(year), Number(quarter) * 3 + 1),
    };
  if (month) return { from: monthText(Number(year), Number(month)), to: monthText(Number(year), Number(month) + 1) };
  return { from: year, to: String(Number(year) + 1).padStart(4, '0') };
}

function monthText(year: number, month: number): string {
  const [y, m] = month > 12 ? [year + 1, month - 12] : [year, month];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`;
}

/** The period that a date lies in: `2025-03`, `2025-Q1` or `2025`. */
export function toPeriod(date: string, period: 'month' | 'quarter' | 'year'): string {
  if (period === 'year') return date.slice(0, 4);
  if (period === 'month') return date.slice(0, 7);
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Every period from the first to the last, both included; nothing when they are not of one kind or not in order. */
export function periodsBetween(first: string, last: string): string[] | undefined {
  const kind = (period: string) => (/^\d{4}$/.test(period) ? 'year' : /-Q\d$/.test(period) ? 'quarter' : 'month');
  if (kind(first) !== kind(last) || first > last) return undefined;
  const periods = [first];
  for (let next = first; next !== last && periods.length < 1200; periods.push(next)) {
    next = toPeriod(periodBounds(next)?.to ?? last, kind(first));
  }
  return periods;
}
