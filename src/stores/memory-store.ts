import { deepFreeze } from '../domain/deep-freeze.ts';
import type { Message } from '../domain/message.ts';
import { beganAt, type Entry } from '../log/entry.ts';
import { ConversationMemory } from './conversation-memory.ts';
import { findMarked } from './find-marked.ts';
import { MemoryMarks } from './memory-marks.ts';
import { archived, conflict, lost, summaryChange } from './run-facts.ts';
import type { Lease, RunQuery, RunSummary, Store } from './store.ts';

interface Kept {
  readonly entries: Entry[];
  summary: RunSummary;
}

/** Keeps logs in memory until it is dropped. */
export function memoryStore(): Store {
  const runs = new Map<string, Kept>();
  /** The runs of a conversation, in the order in which they were stored. */
  const sessions = new Map<string, Map<string, Kept>>();
  const join = (run: string, kept: Kept) => {
    const { session } = kept.summary;
    if (session === undefined) return;
    const together = sessions.get(session) ?? new Map<string, Kept>();
    sessions.set(session, together.set(run, kept));
  };
  const memory: SharedMessages = new ConversationMemory((json, message) => ({ json, message }));
  const sizeOf = entrySizes();
  const marks = new MemoryMarks((run, seq) => runs.get(run)?.entries[seq - 1]);
  const { holds, ...leases } = memoryLeases();
  const read = async (run: string, after = 0, limit = Number.POSITIVE_INFINITY) =>
    runs.get(run)?.entries.slice(after, after + limit) ?? [];
  const list = async ({ status, session, after, limit = 100 }: RunQuery = {}) => {
    const listed = session === undefined ? runs : (sessions.get(session) ?? new Map<string, Kept>());
    const all = [...listed.values()].map((kept) => ({ ...kept.summary })).reverse();
    all.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
    const shown = after === undefined ? all : afterRun(all, after);
    const page = shown.filter((each) => !status || each.status === status).slice(0, limit);
    return page.map((summary) => ({ ...summary, bytes: sizeOf(runs.get(summary.run)?.entries ?? []) }));
  };
  return {
    isInMemory: true,
    append(run, after, entries, lease) {
      const kept = runs.get(run);
      if (kept?.summary.isArchived) throw archived(run);
      if (lease && !holds(lease)) throw lost(lease);
      const found = kept?.entries.length ?? 0;
      if (found !== after) throw conflict(run, after, found);
      const [first, last] = [entries[0], entries.at(-1)];
      if (!first || !last) return;
      const known = kept ?? { entries: [], summary: emptySummary(run, first) };
      for (const entry of entries) {
        const shared = withShared(own(entry), memory);
        known.entries.push(shared);
        marks.add(shared);
      }
      const change = { ...summaryChange(entries), updatedAt: last.at, entries: known.entries.length };
      known.summary = { ...known.summary, ...change };
      runs.set(run, known);
      join(run, known);
    },
    read,
    runs: list,
    find: (query) => findMarked({ read, runs: list, places: marks.places, entriesAt: marks.entriesAt }, query),
    ...leases,
    async archive(run) {
      const kept = runs.get(run);
      if (!kept || kept.summary.isArchived) return false;
      kept.summary = { ...kept.summary, isArchived: true };
      return true;
    },
    async delete(run) {
      const session = runs.get(run)?.summary.session ?? '';
      const together = sessions.get(session);
      together?.delete(run);
      if (together?.size === 0) sessions.delete(session);
      marks.forget();
      return runs.delete(run);
    },
    size: async () => ({
      runs: runs.size,
      bytes: [...runs.values()].reduce((sum, { entries }) => sum + sizeOf(entries), 0),
    }),
    close() {},
  };
}

/** What comes after a run. That is nothing when it is gone, as in a database: a page that began at the first run again would have all of them twice. */
function afterRun(listed: readonly RunSummary[], run: string): readonly RunSummary[] {
  const place = listed.findIndex((each) => each.run === run);
  return place < 0 ? [] : listed.slice(place + 1);
}

/** Counts the characters of logs, each entry once, when somebody asks. */
function entrySizes(): (entries: readonly Entry[]) => number {
  const known = new WeakMap<readonly Entry[], { count: number; size: number }>();
  return (entries) => {
    const counted = known.get(entries) ?? { count: 0, size: 0 };
    for (; counted.count < entries.length; counted.count++) {
      counted.size += JSON.stringify(entries[counted.count]).length;
    }
    known.set(entries, counted);
    return counted.size;
  };
}

/** Who drives which run. */
function memoryLeases(): Pick<Store, 'acquire' | 'renew' | 'release'> & { holds(lease: Lease): boolean } {
  const leases = new Map<string, Lease & { until: number }>();
  const holds = (lease: Lease) => leases.get(lease.run)?.token === lease.token;
  return {
    holds,
    acquire(run, owner, ttlMs) {
      const held = leases.get(run);
      if (held && held.owner !== owner && held.until > Date.now()) return undefined;
      const lease = { run, owner, token: (held?.token ?? 0) + 1 };
      leases.set(run, { ...lease, until: Date.now() + ttlMs });
      return lease;
    },
    renew(lease, ttlMs) {
      const isHeld = holds(lease);
      if (isHeld) leases.set(lease.run, { ...lease, until: Date.now() + ttlMs });
      return isHeld;
    },
    release(lease) {
      // The token stays, so that the next holder's is higher.
      if (holds(lease)) leases.set(lease.run, { ...lease, until: 0 });
    },
  };
}

/** An entry that nobody else can change: those of a log cannot be changed anyway. */
const own = (entry: Entry): Entry => (Object.isFrozen(entry) ? entry : deepFreeze(structuredClone(entry)));

type SharedMessages = ConversationMemory<{ readonly json: string; readonly message: unknown }>;

/** An entry whose conversation is made of the messages of earlier runs, where they are the same. */
function withShared(entry: Entry, memory: SharedMessages): Entry {
  if (entry.type !== 'request.received') return entry;
  const { messages } = entry.data;
  if (!Array.isArray(messages) || messages.length === 0) return entry;
  const shared = memory.follow(messages).map(({ message }) => message as Message); // as it was given
  return deepFreeze({ ...entry, data: { ...entry.data, messages: shared } });
}

const emptySummary = (run: string, first: Entry): RunSummary => ({
  run,
  status: 'pending',
  isPaused: false,
  question: '',
  startedAt: beganAt(first),
  updatedAt: first.at,
  entries: 0,
  bytes: 0,
  isArchived: false,
});
