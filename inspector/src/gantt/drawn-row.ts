import { seconds } from '../state/format.ts';
import type { Bar, Row } from './bars.ts';
import { barsIn, type Cursor, toneOf } from './read-gantt.ts';
import { type TimeScale, timeAt, xOf } from './time-axis.ts';

/** Where things lie in a row, in pixels. */
export interface RowLook {
  readonly height: number;
  readonly barTop: number;
  readonly barHeight: number;
}

/** What is drawn of a row: a path for each look, however many bars have it, so that a thousand bars are a handful of elements. */
export interface DrawnRow {
  readonly before: ReadonlyMap<string, string>;
  /** The same for what comes after the cursor. */
  readonly later: ReadonlyMap<string, string>;
  /** Bars with room for words: where their middle is. */
  readonly words: readonly { readonly x: number; readonly text: string; readonly isLater: boolean }[];
}

/** What a row is drawn from. */
export interface Drawing {
  readonly scale: TimeScale;
  readonly look: RowLook;
  readonly cursor: Cursor;
  /** When the run began, and until when what is open reaches. */
  readonly start: number;
  readonly now: number;
}

/** Until when a bar reaches. */
export const endOf = ({ end }: Bar, now: number) => end ?? now;

/** A bar of so many pixels has room for a word of this length; the letters of the page are narrower than this. */
const letter = 6.6;

/** The bars of a row as paths, by how they look: `soft run`, `solid done`, `tool`, `person`, `retry`. */
export function drawnRow(row: Row, top: number, drawing: Drawing): DrawnRow {
  const { scale, cursor, start, now } = drawing;
  const paths = { before: new Map<string, string>(), later: new Map<string, string>() };
  const words: DrawnRow['words'][number][] = [];
  const [from, to] = [start + timeAt(scale, 0), start + timeAt(scale, scale.width)];
  const reached = new Map<string, number>();
  for (const bar of barsIn(row, from, to)) {
    const end = endOf(bar, now);
    if (end < from) continue;
    for (const [name, a, b] of partsOf(bar, end, cursor)) {
      for (const [place, x1, x2] of halves(bar.startSeq <= cursor.seq ? cursor.at : a - 1, a, b)) {
        const shape = shapeOf(bar, { a: x1 - start, b: x2 - start, top, isDots: name === 'retry' }, drawing, reached);
        paths[place].set(name, (paths[place].get(name) ?? '') + shape);
      }
    }
    if (bar.kind === 'person') words.push(...wordsOf(bar, end, drawing));
  }
  return { ...paths, words };
}

/** What of a time lies before the cursor, and what after it. */
function halves(at: number, a: number, b: number): (readonly ['before' | 'later', number, number])[] {
  if (at >= b) return [['before', a, b]];
  if (at <= a) return [['later', a, b]];
  return [
    ['before', a, at],
    ['later', at, b],
  ];
}

/** How long a person was waited for, where the bar has room for it. */
function wordsOf({ start: began }: Bar, end: number, { scale, start, cursor }: Drawing): DrawnRow['words'] {
  const text = `you ${seconds(end - began)}`;
  const width = xOf(scale, end - start) - xOf(scale, began - start);
  if (width < text.length * letter) return [];
  return [{ x: xOf(scale, (began + end) / 2 - start), text, isLater: began > cursor.at }];
}

/** The parts of a bar: a model is waited for until its first piece comes. */
function partsOf(bar: Bar, end: number, cursor: Cursor): [string, number, number][] {
  if (bar.kind !== 'model') {
    return [[bar.badSeq !== undefined && toneOf(bar, cursor) === 'fail' ? 'solid fail' : bar.kind, bar.start, end]];
  }
  const tone = toneOf(bar, cursor);
  const isOpen = bar.end === undefined;
  const first = Math.min(bar.first ?? (isOpen ? end : bar.start), end);
  return [
    ...(first > bar.start ? [[`soft ${tone}`, bar.start, first] as [string, number, number]] : []),
    ...(first < end || first === bar.start ? [[`solid ${tone}`, first, end] as [string, number, number]] : []),
  ];
}

interface Part {
  readonly a: number;
  readonly b: number;
  /** Where its row begins. */
  readonly top: number;
  readonly isDots: boolean;
}

const round = (value: number) => Math.round(value * 10) / 10;

function shapeOf(
  bar: Bar,
  { a, b, top, isDots }: Part,
  { scale, look }: Drawing,
  reached: Map<string, number>,
): string {
  const lanes = bar.cluster.count;
  const height = look.barHeight / lanes;
  const y = top + look.barTop + bar.lane * height;
  const x1 = Math.max(-4, xOf(scale, a));
  const x2 = Math.min(scale.width + 4, Math.max(xOf(scale, b), x1 + 1));
  if (x2 < 0 || x1 > scale.width) return '';
  if (isDots) return `M${round(x1)} ${round(y + height / 2)}H${round(x2)}`;
  const key = `${bar.lane}/${lanes}`;
  // What is narrower than a pixel covers what comes just after it.
  if (x2 - x1 <= 1 && x2 <= (reached.get(key) ?? Number.NEGATIVE_INFINITY) + 0.5) return '';
  reached.set(key, x2);
  return `M${round(x1)} ${round(y)}H${round(x2)}v${round(height - (lanes > 1 ? 1 : 0))}H${round(x1)}z`;
}
