import { deepFreeze } from '../domain/deep-freeze.ts';
import { type Entry, statusOf, sumOf } from './entry.ts';
import { type EntryType, entryTypes, type Note } from './entry-types.ts';

/** What is appended; the log adds number, id, time, kind, parent and status. */
export interface NewEntry extends Note {
  readonly actor: string;
}

/** The log of one run in memory: append only, with the look-ups that effects and views need. Nobody can change an entry: all are frozen. */
export class RunLog {
  readonly run: string;
  readonly #entries: Entry[] = [];
  /** From what an entry answers to the id of the entry it answers. */
  readonly #openings = new Map<string, string>();
  readonly #outputs = new Map<string, unknown>();
  readonly #latest = new Map<string, Entry>();
  readonly #completed = new Map<string, Entry[]>();

  constructor(run: string, entries: readonly Entry[] = []) {
    this.run = run;
    for (const entry of entries) this.keep(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The output of a completed effect. */
  output(key: string): unknown {
    return this.#outputs.get(key);
  }

  /** The last entry of a type, or the last one of a type about one thing. */
  latest(type: EntryType, about?: string): Entry | undefined {
    return this.#latest.get(about === undefined ? type : `${type} ${about}`);
  }

  /** The completed effects of a kind that one actor asked for, in the order in which they were completed. */
  completed(kind: string, actor: string): readonly Entry[] {
    return this.#completed.get(`${kind} ${actor}`) ?? [];
  }

  append(entry: NewEntry, at: string): Entry {
    const seq = this.#entries.length + 1;
    const isFact = entryTypes[entry.type] === 'fact';
    // A fact may hold what still belongs to somebody outside: it is copied, and what is read live is what is read after a resume.
    const data = isFact ? (JSON.parse(JSON.stringify(entry.data)) as NewEntry['data']) : entry.data; // what went in
    const parent = this.#openings.get(closes(entry) ?? '');
    const status = statusOf(entry.type);
    const kept: Entry = {
      seq,
      id: `${this.run}:${seq}`,
      run: this.run,
      at,
      kind: entryTypes[entry.type],
      type: entry.type,
      actor: entry.actor,
      ...(parent === undefined ? {} : { parent }),
      ...(status === undefined ? {} : { status }),
      data,
      ...(isFact ? { sum: sumOf({ ...entry, at }) } : {}),
    };
    this.keep(kept);
    return kept;
  }

  /** Takes over the next entry as another log wrote it. */
  keep(entry: Entry): void {
    this.#entries.push(deepFreeze(entry));
    const opened = opens(entry);
    if (opened !== undefined) this.#openings.set(opened, entry.id);
    this.#latest.set(entry.type, entry);
    const about = entry.data.id ?? entry.data.key;
    if (about !== undefined) this.#latest.set(`${entry.type} ${about}`, entry);
    if (entry.type !== 'effect.completed') return;
    const { key, kind, output } = entry.data as { key: string; kind: string; output: unknown }; // written by the effects port
    this.#outputs.set(key, output);
    const known = this.#completed.get(`${kind} ${entry.actor}`);
    if (known) known.push(entry);
    else this.#completed.set(`${kind} ${entry.actor}`, [entry]);
  }
}

function opens(entry: NewEntry): string | undefined {
  switch (entry.type) {
    case 'effect.started':
      return `effect ${entry.data.key}`;
    case 'step.started':
      return `actor ${entry.data.actor}`;
    case 'clarification.requested':
    case 'approval.requested':
      return `question ${entry.data.id}`;
    default:
      return undefined;
  }
}

function closes(entry: NewEntry): string | undefined {
  switch (entry.type) {
    case 'effect.completed':
    case 'effect.failed':
    case 'effect.cancelled':
    case 'timer.fired':
      return `effect ${entry.data.key}`;
    case 'effect.started':
      return `actor ${entry.actor}`;
    case 'step.completed':
    case 'step.failed':
      return `actor ${entry.data.actor}`;
    case 'clarification.answered':
    case 'plan.reviewed':
      return `question ${entry.data.id}`;
    default:
      return undefined;
  }
}
