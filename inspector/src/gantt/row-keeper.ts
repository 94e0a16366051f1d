import type { Bar, BarKind, Row, Span } from './bars.ts';

/** When something happens: the time and the number of the entry. */
export interface Moment {
  readonly at: number;
  readonly seq: number;
}

/** What a row is busy with now. */
interface Work {
  /** Bars that are open, and steps: each keeps the span of its row open. */
  count: number;
  span: Span | undefined;
  readonly lanes: (Bar | undefined)[];
  cluster: { count: number; readonly first: number };
}

/** Rows with their spans and bars, while they grow. */
export class RowKeeper {
  readonly rows: Row[] = [];
  /** The span that the last fact belongs to. */
  last: Span | undefined;
  readonly #byId = new Map<string, Row>();
  readonly #work = new Map<Row, Work>();
  readonly #open = new Map<string, Bar>();

  /** The bars that have not ended, in the order in which they began. */
  get open(): readonly Bar[] {
    return [...this.#open.values()];
  }

  row(id: string, kind: Row['kind'], label: string): Row {
    const known = this.#byId.get(id);
    if (known) return known;
    const row: Row = { id, kind, place: this.rows.length, label, bars: [], spans: [] };
    this.rows.push(row);
    this.#byId.set(id, row);
    return row;
  }

  known(id: string): Row | undefined {
    return this.#byId.get(id);
  }

  openBar(key: string): Bar | undefined {
    return this.#open.get(key);
  }

  /** The span in which a row is at work now. */
  spanOf(row: Row): Span | undefined {
    return this.#work.get(row)?.span;
  }

  /** The row is at work from now on, if it was not. */
  enter(row: Row, { at, seq }: Moment): Span {
    const work = this.#workOf(row);
    work.count += 1;
    if (work.span) return work.span;
    const before = row.spans.at(-1);
    const beforeMs = before ? before.beforeMs + (before.end ?? at) - before.start : 0;
    const span: Span = { row, start: at, startSeq: seq, beforeMs, ...(this.last ? { from: this.last } : {}) };
    row.spans.push(span);
    work.span = span;
    return span;
  }

  leave(row: Row, { at, seq }: Moment): void {
    const work = this.#workOf(row);
    work.count -= 1;
    if (work.count > 0 || !work.span) return;
    work.span.end = at;
    work.span.endSeq = seq;
    work.span = undefined;
  }

  /** Something begins that takes time. */
  begin(row: Row, about: Pick<Bar, 'key' | 'name' | 'actor'> & { readonly kind: BarKind }, moment: Moment): Bar {
    // What begins again under its key has been given up.
    this.end(about.key, moment, false);
    const span = this.enter(row, moment);
    const work = this.#workOf(row);
    if (work.lanes.every((each) => each === undefined)) {
      work.cluster = { count: 0, first: row.bars.length };
      work.lanes.length = 0;
    }
    const free = work.lanes.indexOf(undefined);
    const lane = free < 0 ? work.lanes.length : free;
    const { at: start, seq: startSeq } = moment;
    const bar: Bar = { row, span, ...about, start, startSeq, lane, cluster: work.cluster };
    work.lanes[lane] = bar;
    work.cluster.count = Math.max(work.cluster.count, lane + 1);
    row.bars.push(bar);
    this.#open.set(about.key, bar);
    return bar;
  }

  /** It ends; with a fact, which may start others. */
  end(key: string, moment: Moment, isFact: boolean): void {
    const bar = this.#open.get(key);
    if (!bar) return;
    this.#open.delete(key);
    bar.end = moment.at;
    bar.endSeq = moment.seq;
    this.#workOf(bar.row).lanes[bar.lane] = undefined;
    if (isFact) this.last = bar.span;
    this.leave(bar.row, moment);
  }

  #workOf(row: Row): Work {
    const known = this.#work.get(row);
    if (known) return known;
    const work: Work = { count: 0, span: undefined, lanes: [], cluster: { count: 0, first: 0 } };
    this.#work.set(row, work);
    return work;
  }
}
