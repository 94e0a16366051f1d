import type { ControlState, SessionInfo } from '../../../src/inspect/protocol.ts';
import { count } from '../state/format.ts';
import { endOf, isPaused, isWaiting, type RunFacts } from './run-facts.ts';

/** The colour of a status: what runs, what is done, what failed, what waits for a person, what rests. */
export type Tone = 'run' | 'done' | 'fail' | 'wait' | 'pause';

/** A status as the page says it. */
export interface StatusWords {
  readonly title: string;
  readonly tone: Tone;
  /** When it began to wait, where how long matters. */
  readonly since?: string;
}

/** What an actor or a run of a chart says of itself. */
const bare: Readonly<Record<string, StatusWords>> = {
  active: { title: 'Running', tone: 'run' },
  done: { title: 'Completed', tone: 'done' },
  completed: { title: 'Completed', tone: 'done' },
  error: { title: 'Failed', tone: 'fail' },
  failed: { title: 'Failed', tone: 'fail' },
  timeout: { title: 'Failed', tone: 'fail' },
  stopped: { title: 'Stopped', tone: 'pause' },
  cancelled: { title: 'Cancelled', tone: 'pause' },
  waiting: { title: 'Waiting for you', tone: 'wait' },
};

/** How a session stands as a whole. What has ended is over, whatever held it before. */
export function statusWords(
  facts: RunFacts,
  { kind, status = '', isLive }: Pick<SessionInfo, 'kind' | 'status' | 'isLive'>,
  { isHeld }: Pick<ControlState, 'isHeld'>,
): StatusWords {
  const end = kind === 'actor' ? undefined : endOf(facts);
  if (end) return endWords(facts, end);
  if (!isLive && kind === 'actor') return bare[status] ?? { title: status, tone: 'pause' };
  if (isHeld) return { title: 'Held', tone: 'pause' };
  if (isPaused(facts)) return { title: 'Paused', tone: 'pause', ...(facts.pausedAt ? { since: facts.pausedAt } : {}) };
  const [ask] = facts.asks;
  if (ask) return { title: 'Waiting for you', tone: 'wait', since: ask.at };
  if (status === 'waiting') return { title: 'Waiting for you', tone: 'wait' };
  if (!isLive) return bare[status] ?? { title: 'Not finished', tone: 'pause' };
  return { title: 'Running', tone: 'run' };
}

/** A run that has completed may have done a part of what was asked, or nothing of it. */
function endWords({ done }: RunFacts, end: string): StatusWords {
  if (done.outcome === 'refused') return { title: 'Nothing done', tone: 'pause' };
  if (done.outcome === 'partly') return { title: 'Done in part', tone: 'done' };
  return bare[end] ?? { title: end, tone: 'pause' };
}

/** The colour of a moment: how the run stood then. */
export function toneAt(facts: RunFacts): Tone {
  const end = endOf(facts);
  if (end) return end === 'failed' ? 'fail' : end === 'completed' ? 'done' : 'pause';
  if (isPaused(facts)) return 'pause';
  return isWaiting(facts) ? 'wait' : 'run';
}

/** How the run stood at a moment, in a line. */
export function momentWords(facts: RunFacts, isShort = false): string {
  const { state, status, round, failure, asks } = facts;
  if (failure) return `failed · cause at #${failure.cause}`;
  const isOver = endOf(facts) !== undefined;
  const where = isOver || state === '' ? status : state;
  const named = round > 0 && !isOver ? `${where}, round ${round}` : where;
  const [ask] = asks;
  const said = isPaused(facts) ? `${named}, paused` : named;
  if (ask) return `${said} · waits since #${ask.seq}`;
  return [said, ...(isShort ? [] : spentWords(facts))].join(' · ');
}

function spentWords({ inputTokens, outputTokens, costUsd, modelCalls }: RunFacts): string[] {
  if (modelCalls === 0) return [];
  return [`${count(inputTokens + outputTokens)} tokens`, ...(costUsd ? [money(costUsd)] : [])];
}

/** What was paid, as one speaks of it: `$0.40`. */
export const money = (usd: number) => `$${usd >= 0.01 || usd === 0 ? usd.toFixed(2) : usd.toFixed(4)}`;

/** How long something took, as lists say it: `15.8 s`. */
export const durationOf = (ms: number) => (ms < 59_950 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : timeWords(ms));

/** A time from the beginning of the run: `1:26.0`. */
export function timeWords(ms: number): string {
  const tenths = Math.max(0, Math.round(ms / 100));
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  const hours = Math.floor(minutes / 60);
  const head = hours > 0 ? `${hours}:${String(minutes % 60).padStart(2, '0')}` : String(minutes);
  return `${head}:${(rest / 10).toFixed(1).padStart(4, '0')}`;
}

const cellsOf = (line: string) =>
  line.startsWith('|')
    ? line
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(' · ')
    : line;

/** The first sentence of an answer, without the marks of Markdown. */
export function firstSentence(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const isText = (each: string) => each !== '' && !/^(?:#|\||```|-{3,})/.test(each);
  const first = lines.findIndex(isText);
  // A table alone is told by what stands in its first row.
  const head = lines[first] ?? cellsOf(lines.find(Boolean) ?? '');
  // A line that only leads to the next one says nothing by itself.
  const next = head.endsWith(':') ? lines.slice(first + 1).find(isText) : undefined;
  const line = next === undefined ? head : `${head} ${next.replace(/^(?:[-*>]|\d+\.)\s+/, '')}`;
  const plain = line
    .replace(/^(?:[-*>]|\d+\.)\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '');
  const end = /[.!?。！？](?=\s|$|["”»])/u.exec(plain);
  return end ? plain.slice(0, end.index + 1) : plain;
}
