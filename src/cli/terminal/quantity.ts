/** A time as a person says it: `0.4s`, `12.0s`, `2m 05s`. */
export function toDuration(ms: number): string {
  const tenths = Math.max(0, Math.round(ms / 100));
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`;
  const seconds = Math.round(tenths / 10);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** A count with its word: `1 step`, `3,120 tokens`. */
export function toCount(count: number, word: string, words = `${word}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? word : words}`;
}

/** A size as a person says it: `812 bytes`, `3.4 MB`. */
export function toSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  if (bytes < 1000) return toCount(bytes, 'byte');
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** A moment as a person says it: how long ago when it was today, else the local date and time. */
export function toMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString() && at <= now;
  if (!isToday) return localTime(then);
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** `2026-03-01 14:05`, where this process is. */
export function localTime(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
