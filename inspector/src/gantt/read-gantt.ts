import { countUpTo } from '../state/bisect.ts';
import { type Bar, type Row, type Span, waitedFor } from './bars.ts';
import type { GanttHistory } from './gantt-history.ts';

/** The entry that is looked at: its number, and when it was written, or what time it is now. */
export interface Cursor {
  readonly seq: number;
  readonly at: number;
}

/** How a bar stands at an entry. */
export type Tone = 'run' | 'done' | 'fail' | 'stopped';

const isUnder = ({ startSeq, endSeq }: Span, seq: number) =>
  startSeq <= seq && !(endSeq !== undefined && endSeq <= seq);

/** What is under way is blue, what went wrong is red and what was given up grey as soon as that is known; of what comes later it is shown what becomes of it. */
export function toneOf({ badSeq, stoppedSeq, startSeq, span }: Bar, { seq }: Cursor): Tone {
  if (badSeq !== undefined && (badSeq <= seq || startSeq > seq)) return 'fail';
  if (stoppedSeq !== undefined && (stoppedSeq <= seq || startSeq > seq)) return 'stopped';
  return isUnder(span, seq) ? 'run' : 'done';
}

/** The span of a row that has begun last; nothing before the first. */
export const spanAt = ({ spans }: Row, seq: number): Span | undefined =>
  spans[countUpTo(spans, seq, ({ startSeq }) => startSeq) - 1];

/** How long a row has been at work, all its spans together. */
export function workedMs(row: Row, { seq, at }: Cursor): number {
  const span = spanAt(row, seq);
  if (!span) return 0;
  const end = isUnder(span, seq) ? Math.max(at, span.start) : (span.end ?? at);
  return span.beforeMs + end - span.start;
}

/** The bar of a row that is open at an entry and waits for a person. */
export function askingAt({ bars }: Row, seq: number): Bar | undefined {
  const last = countUpTo(bars, seq, ({ startSeq }) => startSeq);
  // Whatever began before these has ended before them.
  const first = bars[last - 1]?.cluster.first ?? 0;
  return bars
    .slice(first, last)
    .find((bar) => bar.kind === 'person' && !(bar.endSeq !== undefined && bar.endSeq <= seq));
}

/** A part of the critical path: a row, from when to when. */
export interface PathPart {
  readonly row: Row;
  readonly from: number;
  readonly to: number;
}

/**
 * What the end of the run has waited for, from its beginning on without a gap: each span was started by a fact of the one before it. Of what is
 * still open, whoever waits for a person holds up the others, else whoever began first.
 */
export function criticalPath(history: GanttHistory, now: number): PathPart[] {
  const last = waitedFor(history.open)?.span ?? history.last;
  const parts: PathPart[] = [];
  let to = Math.max(now, history.end);
  for (let span: Span | undefined = last; span; span = span.from) {
    const before = parts.at(-1);
    if (before?.row === span.row) parts[parts.length - 1] = { ...before, from: span.start };
    else parts.push({ row: span.row, from: span.start, to });
    to = span.start;
  }
  return parts.reverse();
}

/** How long nobody waited for what a span came to; nothing where somebody did at once, or has not begun to. */
export const slackOf = ({ end, slack }: Span): number | undefined =>
  end !== undefined && slack && slack.at > end ? slack.at - end : undefined;

/** The bars of a row that lie in a time, and perhaps some before it. */
export function barsIn({ bars }: Row, from: number, to: number): readonly Bar[] {
  const before = bars[countUpTo(bars, from, ({ start }) => start) - 1];
  return bars.slice(
    before?.cluster.first ?? 0,
    countUpTo(bars, to, ({ start }) => start),
  );
}
