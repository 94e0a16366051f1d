import type { RunGroup, RunRow } from '../../../src/inspect/run-page.ts';

/** The colours of a group, by the names of the page's colours. */
export const looks: Readonly<Record<RunGroup, 'run' | 'wait' | 'pause' | 'done' | 'fail'>> = {
  working: 'run',
  waiting: 'wait',
  paused: 'pause',
  completed: 'done',
  failed: 'fail',
  cancelled: 'pause',
};

/** How a group is called where one chooses it. */
export const groupNames: Readonly<Record<RunGroup, string>> = {
  working: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** How a run stands, in words: of one that nobody drives here it is not known whether somebody works on it elsewhere. */
export function statusWords({
  group,
  status,
  isLive,
  outcome,
}: Pick<RunRow, 'group' | 'status' | 'isLive' | 'outcome'>): string {
  if (outcome === 'partly') return 'Done in part';
  if (outcome === 'refused') return 'Nothing done';
  if (group === 'failed' && status === 'timeout') return 'Out of time';
  if (group === 'working' && !isLive) return 'Not finished';
  if (group === 'working' && status !== 'active') return status.charAt(0).toUpperCase() + status.slice(1);
  return groupNames[group];
}

/** How long a run has taken: of one that is under way here, until now. */
export const tookMs = ({ group, isLive, startedAt, durationMs }: RunRow, now: number): number =>
  isLive && under.has(group) ? Math.max(0, now - Date.parse(startedAt)) : durationMs;

const under = new Set<RunGroup>(['working', 'waiting', 'paused']);

/** When something was or is due: the time of a day that is today, else the day too. */
export function whenWords(at: string, now: Date): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  if (days === -1) return `tomorrow ${time}`;
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${date.getFullYear()}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** A text as it is read, without the marks of Markdown and the rules of its tables. */
export const plainWords = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`+/g, '')
    .replace(/(^|\s)(?:#{1,6}|>|\|?(?:\s*:?-{3,}:?\s*\|)+|\|)(?=\s|$)/g, '$1')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A text in pieces, those that were looked for marked. */
export function markWords(
  text: string,
  words: readonly string[],
): { readonly text: string; readonly isFound: boolean }[] {
  const small = text.toLowerCase();
  // A letter that has more of them in small would shift what comes after it.
  if (words.length === 0 || small.length !== text.length) return [{ text, isFound: false }];
  const pieces: { text: string; isFound: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    let [next, length] = [text.length, 0];
    for (const word of words) {
      const place = small.indexOf(word, at);
      if (place >= 0 && (place < next || (place === next && word.length > length)))
        [next, length] = [place, word.length];
    }
    if (next > at) pieces.push({ text: text.slice(at, next), isFound: false });
    if (length > 0) pieces.push({ text: text.slice(next, next + length), isFound: true });
    at = next + length;
  }
  return pieces;
}

/** What somebody wrote on a run, in short words. */
export function labelsOf({ session, metadata, forkOf, chart }: RunRow): string[] {
  return [
    ...(forkOf === undefined ? [] : [`fork of ${forkOf.slice(0, 8)}`]),
    ...(chart === undefined ? [] : [chart]),
    ...(session === undefined ? [] : [`session ${session}`]),
    ...Object.entries(metadata ?? {}).map(([name, value]) => `${name}: ${String(value)}`),
  ];
}
