import { batch, computed, effect, type Signal, signal } from '@preact/signals';
import type { ServerMessage, TimelineEntry } from '../../../src/inspect/protocol.ts';
import type { Said } from '../run/run-facts.ts';
import { fieldOf } from '../state/field-of.ts';
import { Session } from '../state/session.ts';
import { askOrThrow, connection, leaveFor, sessions, session as shownSession, watched } from '../state/store.ts';
import { ResultTexts } from './compare-runs.ts';
import { type Shared, sharedBy } from './first-difference.ts';
import { ForkClock, type Origin, originOf } from './fork-clock.ts';

/** What comes faster than one can see is shown together. */
const pauseMs = 100;

/** More entries than these are not asked for in full: what is here of them is the same. */
const mostFull = 300;

/** One of two runs that are compared: its entries, with the times of a fork as if it had gone on at once. */
export class ComparedRun {
  readonly id: string;
  readonly session: Session;
  readonly results = new ResultTexts();
  /** Why it cannot be shown. */
  readonly problem = signal<string | undefined>(undefined);
  readonly info = computed(() => sessions.value.find(({ id }) => id === this.id));
  readonly #clock = new ForkClock();
  #arrived: TimelineEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
    this.session = new Session(id);
  }

  get origin(): Origin | undefined {
    return originOf(this.session.entries[0]);
  }

  /** Asks for everything that is not here, and for what comes. No frames are wanted: all that is compared is in the entries. */
  async open(): Promise<void> {
    watched.set(this.id, (message) => this.#receive(message));
    try {
      const entries = this.session.entries.length + this.#arrived.length;
      await askOrThrow({ type: 'open', session: this.id, entries, frames: Number.MAX_SAFE_INTEGER });
      this.problem.value = undefined;
    } catch (error) {
      if (connection.value === 'open') this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    watched.delete(this.id);
    if (shownSession.value.id !== this.id) void askOrThrow({ type: 'close', session: this.id }).catch(() => {});
  }

  #receive(message: Exclude<ServerMessage, { type: 'reply' }>): void {
    if (message.type === 'entries') {
      this.#arrived.push(...message.entries);
      this.#timer ??= setTimeout(() => this.#take(), pauseMs);
    }
    if (message.type !== 'current') return;
    batch(() => {
      this.#take();
      this.session.isCurrent.value = true;
    });
  }

  #take(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const fresh = this.#arrived.splice(0).map((entry) => this.#clock.adjust(entry));
    for (const entry of fresh) this.results.push(entry);
    if (fresh.length > 0) this.session.addEntries(fresh);
  }

  /** Asks for entries in full, each once. */
  async loadFull(seq: number): Promise<void> {
    const found = await askOrThrow({ type: 'entry', session: this.id, seq }).catch(() => undefined);
    if (found) this.session.keepFull(found as TimelineEntry); // as the protocol says
  }

  /** Something that was said, in full where that is here; it is asked for when it is first wanted. */
  whole(said: Said, read: (data: TimelineEntry['data']) => unknown): string {
    const full = this.session.fullEntries.value.get(said.seq);
    if (said.isCut && !full) this.#wants(said.seq);
    const text = full && read(full.data);
    return typeof text === 'string' ? text : said.text;
  }

  readonly #asked = new Set<number>();

  #wants(seq: number): void {
    if (this.#asked.has(seq) || this.#asked.size >= mostFull) return;
    this.#asked.add(seq);
    queueMicrotask(() => void this.loadFull(seq));
  }

  /** What came of it: the answer, what a chart ended with, or why it failed. */
  get answer(): string | undefined {
    const { answer, failure } = this.session.lastFacts.value;
    if (answer)
      return this.whole(answer, ({ content, output }) => content ?? fieldOf(fieldOf(output, 'message'), 'content'));
    return failure ? this.whole(failure.message, ({ message }) => message) : this.#output;
  }

  /** What a chart ended with, as a block of JSON. */
  get #output(): string | undefined {
    const { root } = this.session.lastFacts.value;
    const last =
      root && this.session.entries.findLast(({ type, actor }) => type === 'actor.moved' && actor === root.actor);
    if (last?.data.output === undefined) return undefined;
    const full = this.session.fullEntries.value.get(last.seq);
    if (last.isCut && !full) this.#wants(last.seq);
    return `\`\`\`json\n${JSON.stringify((full ?? last).data.output, null, 2)}\n\`\`\``;
  }

  /** What a try of a step came to that ended with an entry. */
  resultOf(seq: number): string {
    return this.results
      .of(seq)
      .map((said) => this.whole(said, ({ output }) => fieldOf(output, 'text')))
      .join('\n');
  }

  get question(): string {
    const { question } = this.session.lastFacts.value;
    return question?.text ?? this.info.value?.title ?? this.id;
  }
}

export interface Pair {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
}

/** The runs that are compared. */
export const pair: Signal<Pair | undefined> = signal(undefined);

/** How many of the first entries are the same because one is a fork of the other, or both are of a third. */
function knownShared({ a, b }: Pair): number {
  const [one, other] = [a.origin, b.origin];
  if (other?.run === a.id) return other.at;
  if (one?.run === b.id) return one.at;
  return one && other && one.run === other.run ? Math.min(one.at, other.at) : 0;
}

/** Up to where both are the same. */
export const shared = computed<Shared>(() => {
  if (!pair.value) return { count: 0, next: 'same' };
  const { a, b } = pair.value;
  a.session.entryCount.value;
  b.session.entryCount.value;
  const logOf = ({ session }: ComparedRun) => ({ entries: session.entries, full: session.fullEntries.value });
  return sharedBy(logOf(a), logOf(b), knownShared(pair.value));
});

/** Shows two runs beside each other, until the returned function is called. */
export function startComparing(a: string, b: string): () => void {
  leaveFor(new Session(''));
  const first = new ComparedRun(a);
  const both: Pair = { a: first, b: a === b ? first : new ComparedRun(b) };
  pair.value = both;
  const runs = new Set([both.a, both.b]);
  let loaded = 0;
  const stops = [
    effect(() => {
      if (connection.value === 'open') for (const run of runs) void run.open();
    }),
    effect(() => {
      const here = new Set(sessions.value.map(({ id }) => id));
      for (const run of runs) if (run.problem.peek() !== undefined && here.has(run.id)) void run.open();
    }),
    effect(() => {
      const { count, next } = shared.value;
      if (next !== 'unknown' || loaded++ >= mostFull) return;
      for (const run of runs) if (run.session.entries[count]?.isCut) void run.loadFull(count + 1);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const run of runs) run.close();
    pair.value = undefined;
  };
}
