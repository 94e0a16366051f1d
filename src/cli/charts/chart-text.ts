import { beganAt, type Entry } from '../../log/entry.ts';
import { toPrintable, toPrintableLine } from '../terminal/printable.ts';
import { localTime, toCount, toDuration } from '../terminal/quantity.ts';
import { cutText } from '../terminal/text-width.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import type { Screen } from '../terminal/view.ts';
import { type ChartStanding, chartStanding } from './chart-standing.ts';
import { NewWords, onOneLine } from './chart-words.ts';

/** What is shown of what happened last. */
const lastShown = 20;

/** One run of a chart as a person reads it; `store` is where it is kept. */
export function chartText(entries: readonly Entry[], screen: Screen, store?: string): string[] {
  const standing = chartStanding(entries);
  const { run, chart, version, status, isPaused, input, output, error } = standing;
  const [first] = entries;
  const last = entries.at(-1);
  const [from, to] = [first && Date.parse(beganAt(first)), last && Date.parse(last.at)];
  const cut = (line: string) => cutText(line, Math.max(20, screen.columns - 3));
  return [
    `Run ${toPrintableLine(run)}`,
    [
      toPrintableLine(`${chart}@${version}`),
      isPaused ? `${status}, paused` : status,
      first ? localTime(new Date(beganAt(first))) : '',
      toDuration((to ?? 0) - (from ?? 0)),
      toCount(entries.length, 'entry', 'entries'),
    ].join(' · '),
    ...section('State', stateLines(standing).map(cut)),
    ...section('Input', input === undefined ? [] : [cut(onOneLine(input))]),
    ...section('Output', output === undefined ? [] : [onOneLine(output)]),
    ...section('Error', error === undefined ? [] : toPrintable(error).trimEnd().split('\n')),
    ...section('Waits for', status === 'executing' ? waitLines(standing, screen.now) : []),
    ...section('Last entries', happenings(entries).map(cut)),
    ...(status === 'executing'
      ? section('To continue', [`${troupeCommand(['resume', run], { store })} --charts FILE`])
      : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())];
}

/** The root's state alone, or each actor's with its path. */
function stateLines({ states }: ChartStanding): string[] {
  const rows = Object.entries(states);
  if (rows.length === 1) return rows.map(([, value]) => onOneLine(value));
  const width = Math.max(0, ...rows.map(([path]) => path.length));
  return rows.map(([path, value]) => `${toPrintableLine(path).padEnd(width)}  ${onOneLine(value)}`);
}

function waitLines({ effects, timers, isPaused }: ChartStanding, now: number): string[] {
  const lines = [
    ...effects.map(
      ({ key, source, since }) =>
        `effect ${toPrintableLine(key)}${source === key || source === '' ? '' : ` (${toPrintableLine(source)})`}, begun ${localTime(new Date(since))}`,
    ),
    ...timers.map(
      ({ key, dueAt }) => `timer ${toPrintableLine(key)}, due ${localTime(new Date(dueAt))}${dueIn(dueAt, now)}`,
    ),
  ];
  if (isPaused) lines.push('an end of its pause: nothing new starts');
  return lines.length > 0 ? lines : ['an event: no effect and no timer is under way'];
}

function dueIn(dueAt: string, now: number): string {
  const ms = Date.parse(dueAt) - now;
  return ms > 0 ? `, in ${toDuration(ms)}` : ', now';
}

/** What happened last, each with its number and the time since the run began. */
function happenings(entries: readonly Entry[]): string[] {
  const [first] = entries;
  const start = first ? Date.parse(beganAt(first)) : 0;
  const words = new NewWords();
  const rows = entries.flatMap((entry) => {
    const text = words.take(entry);
    return text === undefined ? [] : [{ seq: `#${entry.seq}`, ms: toDuration(Date.parse(entry.at) - start), text }];
  });
  const shown = rows.slice(-lastShown);
  const [wide, wider] = [shown.map(({ seq }) => seq.length), shown.map(({ ms }) => ms.length)];
  const lines = shown.map(
    ({ seq, ms, text }) => `${seq.padStart(Math.max(...wide))}  ${ms.padStart(Math.max(...wider))}  ${text}`,
  );
  return rows.length > shown.length ? [`… ${rows.length - shown.length} before`, ...lines] : lines;
}
