import { messageOf } from '../../errors.ts';
import type { RunSummary, Store } from '../../stores/store.ts';
import { cutValue } from '../cut-value.ts';
import type { SessionInfo } from '../protocol.ts';
import type { RunGroup, RunPage, RunRow, RunsCommand } from '../run-page.ts';
import { withoutSecrets } from '../secrets.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionList } from '../sessions/session-list.ts';
import { RunFacts } from './run-facts.ts';
import { wordsIn } from './search-text.ts';

/** The part of a store that the inspector reads. */
export type RunStore = Pick<Store, 'runs' | 'read'>;

/** A run of the list, before its log is read. */
interface Listed {
  readonly id: string;
  readonly row: RunRow;
  /** What was read of its log; nothing when that is still to do. */
  facts: RunFacts | undefined;
}

const atOnce = 500;
/** So long a page waits for logs that have to be read; the others come when it asks again. */
const patienceMs = 200;

/** The runs that can be opened: the sessions of this inspector, and the runs of its store, whose logs are read when they are needed. */
export class RunIndex {
  readonly #sessions: SessionList;
  readonly #store: RunStore | undefined;
  readonly #live = new WeakMap<Session, { facts: RunFacts; count: number }>();
  /** What was read of the store, by run and number of entries. */
  readonly #read = new Map<string, { entries: number; facts: RunFacts }>();
  readonly #queue = new Set<Listed>();
  #reading: Promise<void> | undefined;
  #summaries: readonly RunSummary[] = [];

  constructor(sessions: SessionList, store: RunStore | undefined) {
    this.#sessions = sessions;
    this.#store = store;
  }

  /** Nothing more is read. */
  close(): void {
    this.#queue.clear();
  }

  async list({ text = '', group, order = 'newest', offset = 0, limit = 100 }: RunsCommand): Promise<RunPage> {
    const words = wordsIn(text);
    // The following pages are those of the same list.
    if (offset === 0) await this.#refresh();
    const all = await this.#all();
    const wanted = all.filter(({ row }) => group === undefined || row.group === group);
    const needsAll = words.length > 0 || order === 'cost';
    if (needsAll) await this.#readSoon(wanted);
    const found = words.length === 0 ? wanted : wanted.filter((each) => hasAll(each, words));
    const sorted = found.toSorted(orders[order]);
    const page = sorted.slice(offset, offset + limit);
    for (const each of page) await this.#factsOf(each);
    return {
      rows: page.map((each) => toRow(each, words)),
      count: found.length,
      total: all.length,
      unread: needsAll ? wanted.filter(({ facts }) => facts === undefined).length : 0,
    };
  }

  async #refresh(): Promise<void> {
    if (!this.#store) return;
    const summaries: RunSummary[] = [];
    for (;;) {
      const after = summaries.at(-1)?.run;
      const page = await this.#store.runs({ limit: atOnce, ...(after === undefined ? {} : { after }) });
      summaries.push(...page);
      if (page.length < atOnce) break;
    }
    this.#summaries = summaries;
    const ids = new Set(summaries.map(({ run }) => run));
    for (const id of this.#read.keys()) if (!ids.has(id)) this.#read.delete(id);
  }

  async #all(): Promise<Listed[]> {
    const open = await Promise.all(this.#sessions.all.map((session) => this.#ofSession(session)));
    const ids = new Set(open.map(({ id }) => id));
    const stored = this.#summaries.filter(({ run }) => !ids.has(run)).map((summary) => this.#ofSummary(summary));
    return [...open, ...stored];
  }

  async #ofSession(session: Session): Promise<Listed> {
    const known = this.#live.get(session) ?? { facts: new RunFacts(), count: 0 };
    this.#live.set(session, known);
    const { facts } = known;
    const { info, entries } = session;
    while (known.count < entries.length) {
      const entry = entries[known.count++];
      if (!entry) break;
      const full = entry.isCut ? await session.command({ type: 'entry', session: info.id, seq: entry.seq }) : entry;
      facts.add(full as typeof entry); // an entry in full is one
    }
    const ended = entries.length > 0 ? Date.parse(facts.lastAt) : Number.NaN;
    const row: RunRow = {
      ...aboutSession(info, facts.isPaused),
      durationMs: Math.max(0, ended - Date.parse(info.startedAt)) || 0,
      entries: entries.length,
    };
    return { id: info.id, row, facts };
  }

  #ofSummary(summary: RunSummary): Listed {
    const { run, status, isPaused, question, startedAt, updatedAt, entries, session, metadata } = summary;
    const read = this.#read.get(run);
    const row: RunRow = {
      id: run,
      title: withoutSecrets(question),
      group: groupOf(status, isPaused),
      status,
      startedAt,
      durationMs: Math.max(0, Date.parse(updatedAt) - Date.parse(startedAt)) || 0,
      entries,
      isOpen: false,
      isLive: false,
      ...(session === undefined ? {} : { session: withoutSecrets(session) }),
      ...(metadata === undefined ? {} : { metadata: cutValue(metadata) as Record<string, unknown> }), // a record stays one
    };
    return { id: run, row, facts: read?.entries === entries ? read.facts : undefined };
  }

  /** Reads the logs of runs, as many as there is time for; the rest in the background. */
  async #readSoon(wanted: readonly Listed[]): Promise<void> {
    const missing = wanted.filter(({ facts }) => facts === undefined);
    if (missing.length === 0) return;
    this.#queue.clear();
    for (const each of missing) this.#queue.add(each);
    this.#reading ??= this.#readQueue().finally(() => {
      this.#reading = undefined;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tired = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([this.#reading, tired]);
    clearTimeout(timer);
  }

  async #readQueue(): Promise<void> {
    for (const each of this.#queue) {
      this.#queue.delete(each);
      await this.#factsOf(each);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #factsOf(listed: Listed): Promise<void> {
    const { id, row } = listed;
    const read = this.#read.get(id);
    listed.facts ??= read?.entries === row.entries ? read.facts : undefined;
    if (listed.facts || !this.#store) return;
    const facts = new RunFacts();
    try {
      for (const entry of await this.#store.read(id)) facts.add(entry);
    } catch (error) {
      facts.answer = withoutSecrets(messageOf(error)); // a damaged log is in the list, with what is wrong
    }
    this.#read.set(id, { entries: row.entries, facts });
    listed.facts = facts;
  }
}

const hasAll = ({ facts, row }: Listed, words: readonly string[]) => facts?.has(words, row.title) ?? false;

const byTime = (one: Listed, other: Listed) =>
  one.row.startedAt < other.row.startedAt ? 1 : one.row.startedAt > other.row.startedAt ? -1 : 0;

const orders: Readonly<Record<NonNullable<RunsCommand['order']>, (one: Listed, other: Listed) => number>> = {
  newest: byTime,
  oldest: (one, other) => byTime(other, one),
  cost: (one, other) => (other.facts?.costUsd ?? -1) - (one.facts?.costUsd ?? -1) || byTime(one, other),
  duration: (one, other) => other.row.durationMs - one.row.durationMs || byTime(one, other),
};

/** What a session says of itself. */
function aboutSession(info: SessionInfo, isPaused: boolean): Omit<RunRow, 'durationMs' | 'entries'> {
  const { id, title, status, startedAt, isLive, chart, forkOf, models = [] } = info;
  return {
    id,
    title,
    group: groupOf(status, isPaused),
    status,
    startedAt,
    isOpen: true,
    isLive,
    ...(chart === undefined ? {} : { chart }),
    ...(forkOf === undefined ? {} : { forkOf }),
    // Who may be asked, until the log says who answered.
    ...(models.length > 0 ? { models: models.slice(0, 5) } : {}),
  };
}

/** Of a run its status, of an actor that of its snapshot. */
const groups: Readonly<Record<string, RunGroup>> = {
  waiting: 'waiting',
  completed: 'completed',
  done: 'completed',
  failed: 'failed',
  timeout: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
  stopped: 'cancelled',
};

function groupOf(status: string, isPaused: boolean): RunGroup {
  const group = Object.hasOwn(groups, status) ? groups[status] : undefined;
  if (group !== undefined && group !== 'waiting') return group;
  return isPaused ? 'paused' : (group ?? 'working');
}

function toRow({ row, facts }: Listed, words: readonly string[]): RunRow {
  if (!facts) return row;
  const { costUsd, models, answer, session, metadata, hasCalls, tokens, rounds, forkOf, done } = facts;
  const found = words.length === 0 ? undefined : facts.snippet(words, row.title);
  return {
    ...(session === undefined ? {} : { session }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(forkOf === undefined ? {} : { forkOf }),
    ...row,
    ...(rounds > 0 ? { rounds } : {}),
    ...(hasCalls ? { tokens, ...(costUsd === undefined ? {} : { costUsd }) } : {}),
    ...(models.size > 0 ? { models: [...models].slice(0, 5) } : {}),
    ...(done.outcome === undefined ? {} : { outcome: done.outcome }),
    ...(answer === undefined ? {} : { answer }),
    ...(found === undefined ? {} : { found }),
  };
}
