import type { Change, Chart, ChartNode, Frame, StateValue, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { countUpTo } from './bisect.ts';
import { numberOf } from './field-of.ts';

/** What one state of an actor came to so far. */
export interface StateStats {
  visits: number;
  ms: number;
  tokens: number;
  costUsd: number;
  /** When it was entered last, as a number that grows with every entry of a state. */
  order: number;
}

/** What one edge of an actor came to so far. */
export interface EdgeStats {
  taken: number;
  /** The entry at which it was last taken. */
  lastSeq?: number;
  /** The last result of its guard, as far as the edges taken show it. */
  lastGuard?: boolean;
}

export interface ActorStats {
  readonly states: ReadonlyMap<string, Readonly<StateStats>>;
  readonly edges: ReadonlyMap<string, Readonly<EdgeStats>>;
}

/** The actor whose numbers are counted. */
export interface Counted {
  readonly chart: Chart;
  readonly actor: { readonly id: string; readonly path: string };
  readonly activeNodes: (chart: Chart, value: StateValue) => ReadonlySet<string>;
}

interface Lists {
  readonly frames: readonly Frame[];
  readonly entries: readonly TimelineEntry[];
}

/** Counts forward through frames and entries. */
class Tally {
  readonly #of: Counted;
  readonly #siblings: ReadonlyMap<string, readonly string[]>;
  readonly states = new Map<string, StateStats>();
  readonly edges = new Map<string, EdgeStats>();
  #active: ReadonlySet<string> = new Set();
  #since = 0;
  #now = 0;
  #order = 0;
  #frame = 0;
  #entry = 0;

  constructor(of: Counted, siblings: ReadonlyMap<string, readonly string[]>) {
    this.#of = of;
    this.#siblings = siblings;
  }

  get frame(): number {
    return this.#frame;
  }

  copy(): Tally {
    const copy = new Tally(this.#of, this.#siblings);
    for (const [id, stats] of this.states) copy.states.set(id, { ...stats });
    for (const [id, stats] of this.edges) copy.edges.set(id, { ...stats });
    copy.#active = this.#active;
    [copy.#since, copy.#now, copy.#order] = [this.#since, this.#now, this.#order];
    [copy.#frame, copy.#entry] = [this.#frame, this.#entry];
    return copy;
  }

  /** Counts so many frames in all. */
  advance({ frames, entries }: Lists, count: number): void {
    for (let frame = frames[this.#frame]; frame && this.#frame < count; frame = frames[++this.#frame]) {
      this.#read(entries, frame.seq);
      for (const change of frame.changes) if (change.actor === this.#of.actor.id) this.#apply(change, frame.seq);
    }
  }

  /** Counts what came after the last frame, up to an entry. */
  finish(entries: readonly TimelineEntry[], seq: number): void {
    this.#read(entries, seq);
    this.#spend();
  }

  #read(entries: readonly TimelineEntry[], to: number): void {
    for (let entry = entries[this.#entry]; entry && entry.seq <= to; entry = entries[++this.#entry]) {
      this.#now = Date.parse(entry.at);
      this.#charge(entry);
    }
  }

  #charge({ actor, data: { usage } }: TimelineEntry): void {
    const { path } = this.#of.actor;
    if (!usage || (actor !== path && !actor.startsWith(`${path}/`))) return;
    for (const id of this.#active) {
      const stats = this.#statsOf(id);
      stats.tokens += (numberOf(usage, 'inputTokens') ?? 0) + (numberOf(usage, 'outputTokens') ?? 0);
      stats.costUsd += numberOf(usage, 'costUsd') ?? 0;
    }
  }

  #apply(change: Change, seq: number): void {
    if (change.type === 'actor') this.#since = this.#now;
    if (change.type === 'microstep') {
      this.#move(change.value);
      for (const id of change.edges) this.#take(id, seq);
    }
    if (change.type !== 'snapshot') return;
    if (change.value !== undefined) this.#move(change.value);
    if (change.status === 'active') return;
    this.#spend();
    this.#active = new Set();
  }

  #move(value: StateValue): void {
    const next = this.#of.activeNodes(this.#of.chart, value);
    this.#spend();
    for (const id of next) {
      if (this.#active.has(id)) continue;
      const stats = this.#statsOf(id);
      stats.visits += 1;
      stats.order = ++this.#order;
    }
    this.#active = next;
  }

  #spend(): void {
    for (const id of this.#active) this.#statsOf(id).ms += this.#now - this.#since;
    this.#since = this.#now;
  }

  /** An edge that was taken was allowed; those that are tried before it were not. */
  #take(id: string, seq: number): void {
    for (const each of this.#siblings.get(id) ?? [id]) {
      const stats = entryOf(this.edges, each, (): EdgeStats => ({ taken: 0 }));
      stats.lastGuard = each === id;
      if (each !== id) continue;
      stats.taken += 1;
      stats.lastSeq = seq;
      return;
    }
  }

  #statsOf = (id: string) => entryOf(this.states, id, () => ({ visits: 0, ms: 0, tokens: 0, costUsd: 0, order: 0 }));
}

/** How far the frames may lie between two kept counts. */
const spacing = 2048;

/** The numbers of an actor at any entry. What is counted is kept now and then, so that a step back counts little again. */
export class StatsHistory {
  readonly #kept: Tally[];
  #last: { seq: number; tally: Tally };

  constructor(of: Counted) {
    const first = new Tally(of, siblingsOf(of.chart.root));
    this.#kept = [first];
    this.#last = { seq: 0, tally: first.copy() };
  }

  at(lists: Lists, seq: number): ActorStats {
    if (seq < this.#last.seq) this.#last = { seq: 0, tally: this.#keptBefore(lists, seq).copy() };
    const { tally } = this.#last;
    const end = countUpTo(lists.frames, seq, (frame) => frame.seq);
    for (let next = (this.#kept.at(-1)?.frame ?? 0) + spacing; next <= end; next += spacing) {
      tally.advance(lists, next);
      this.#kept.push(tally.copy());
    }
    tally.advance(lists, end);
    tally.finish(lists.entries, seq);
    this.#last = { seq, tally };
    // Another object whenever it is asked for again: what is shown of it is drawn anew.
    return { states: tally.states, edges: tally.edges };
  }

  #keptBefore({ frames }: Lists, seq: number): Tally {
    const end = countUpTo(frames, seq, (frame) => frame.seq);
    return this.#kept[countUpTo(this.#kept, end, ({ frame }) => frame) - 1] as Tally; // the first has counted nothing
  }
}

/** Visits, time, tokens and cost of every state of an actor, and how its edges went, up to an entry. */
export const actorStats = ({ frames, entries, seq, ...of }: Counted & Lists & { readonly seq: number }): ActorStats =>
  new StatsHistory(of).at({ frames, entries }, seq);

function siblingsOf(root: ChartNode): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const found = new Map<string, string[]>();
  const visit = (node: ChartNode): void => {
    for (const edge of node.edges) {
      const group = entryOf(groups, `${edge.source}|${edge.event}`, (): string[] => []);
      group.push(edge.id);
      found.set(edge.id, group);
    }
    node.states.forEach(visit);
  };
  visit(root);
  return found;
}

function entryOf<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = create();
  map.set(key, made);
  return made;
}
