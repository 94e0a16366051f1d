import { deepFreeze } from '../domain/deep-freeze.ts';
import type { EffectKind, EffectOutputs } from './effect-outputs.ts';
import type { Completion } from './entries/effect-entries.ts';
import type { Traits } from './entries/entry-row.ts';
import { entryNamed } from './entries/own-entries.ts';
import { type Entry, type EntryOf, seqOf, sumOfJson } from './entry.ts';
import { type EntryType, entryTypes, type Note } from './entry-types.ts';
import { advance, noPlan, type PlanState } from './plan-fold.ts';

/** What is appended; the log adds number, id, time, kind, parent and status. */
export type NewEntry = Note & { readonly actor: string };

/** The log of one run in memory: append only, with the look-ups that effects and views need. Nobody can change an entry: all are frozen. */
export class RunLog {
  readonly run: string;
  readonly #entries: Entry[] = [];
  /** From what an entry answers to the id of the entry it answers. */
  readonly #openings = new Map<string, string>();
  readonly #completions = new Map<string, Completion>();
  readonly #byType = new Map<EntryType, Alike>();
  #plan = noPlan;
  #replaced = noPlan;
  readonly #completed = new Map<string, Completion[]>();

  constructor(run: string, entries: readonly Entry[] = []) {
    this.run = run;
    for (const entry of entries) this.keep(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Where the steps of the plan stand. */
  get plan(): PlanState {
    return this.#plan;
  }

  /** Where the steps stood when the version of the plan came that is in force. */
  get replacedPlan(): PlanState {
    return this.#replaced;
  }

  /** The entries of a type, oldest first. */
  all<Type extends EntryType>(type: Type): readonly EntryOf<Type>[] {
    return (this.#byType.get(type)?.all ?? []) as unknown as readonly EntryOf<Type>[]; // kept under their type
  }

  /** How a completed effect came out, whatever its kind. */
  completion(key: string): Completion | undefined {
    return this.#completions.get(key);
  }

  /** The output of a completed effect of a kind. */
  output<Kind extends EffectKind>(kind: Kind, key: string): EffectOutputs[Kind] | undefined {
    const done = this.#completions.get(key);
    return done?.kind === kind ? (done.output as EffectOutputs[Kind]) : undefined; // the kind says what the output is
  }

  /** The last entry of a type, or the last one of a type about one thing: a step by its id, an effect by its key. */
  latest<Type extends EntryType>(type: Type, about?: string): EntryOf<Type> | undefined {
    const alike = this.#byType.get(type);
    return (about === undefined ? alike?.all.at(-1) : alike?.latest.get(about)) as EntryOf<Type> | undefined; // kept under its type
  }

  /** The completed effects of a kind that one actor asked for, in the order in which they were completed. */
  completed<Kind extends EffectKind>(kind: Kind, actor: string): readonly Completion<Kind>[] {
    return (this.#completed.get(`${kind} ${actor}`) ?? []) as unknown as readonly Completion<Kind>[]; // kept under their kind
  }

  append(entry: NewEntry, at: string): Entry {
    const seq = this.#entries.length + 1;
    const { kind } = entryTypes[entry.type];
    // A fact may hold what still belongs to somebody outside: it is copied, and what is read live is what is read after a resume.
    const json = kind === 'fact' ? JSON.stringify(entry.data) : undefined;
    const data: unknown = json === undefined ? entry.data : JSON.parse(json);
    const { type, actor } = entry;
    const { status: born, closes } = traitsOf(type);
    const status = typeof born === 'function' ? born(entry.data) : born;
    const parent = this.#parentOf(closes?.(entry.data, actor));
    const kept: Record<string, unknown> = { seq, id: `${this.run}:${seq}`, run: this.run, at, kind, type, actor };
    if (parent !== undefined) kept.parent = parent;
    if (status !== undefined) kept.status = status;
    kept.data = data;
    if (json !== undefined) kept.sum = sumOfJson(entry, at, json);
    const whole = kept as unknown as Entry; // the data is what came with the type
    this.keep(whole);
    return whole;
  }

  /** Takes over the next entry as another log wrote it. */
  keep(entry: Entry): void {
    deepFreeze(entry.data);
    this.#entries.push(Object.freeze(entry));
    const before = this.#plan;
    this.#plan = advance(before, entry);
    if (this.#plan.plan !== before.plan) this.#replaced = before;
    const opened = traitsOf(entry.type).opens?.(entry.data);
    if (opened !== undefined) this.#openings.set(opened, entry.id);
    const alike = this.#alike(entry.type);
    alike.all.push(entry);
    const about = aboutOf(entry);
    if (about !== undefined) alike.latest.set(about, entry);
    if (entry.type !== 'effect.completed' || entry.data.kind === 'source') return;
    const { key, kind } = entry.data;
    this.#completions.set(key, entry.data);
    const known = this.#completed.get(`${kind} ${entry.actor}`);
    if (known) known.push(entry.data);
    else this.#completed.set(`${kind} ${entry.actor}`, [entry.data]);
  }

  /** The entry that opened a link. An own entry may also name any entry. */
  #parentOf(link: string | undefined): string | undefined {
    if (link === undefined) return undefined;
    const opened = this.#openings.get(link);
    if (opened !== undefined) return opened;
    const named = entryNamed(link);
    return this.#entries[seqOf(named) - 1]?.id === named ? named : undefined;
  }

  #alike(type: EntryType): Alike {
    const known = this.#byType.get(type);
    if (known) return known;
    const alike: Alike = { all: [], latest: new Map() };
    this.#byType.set(type, alike);
    return alike;
  }
}

/** The entries of one type: all of them, and the last one about each thing. */
interface Alike {
  readonly all: Entry[];
  readonly latest: Map<string, Entry>;
}

/** What an entry is about: a step or a question by its id, an effect by its key. */
function aboutOf({ data }: Entry): string | undefined {
  if ('id' in data) return data.id;
  return 'key' in data ? data.key : undefined;
}

const traitsOf = (type: EntryType) => entryTypes[type] as Traits<Note['data']>; // the data of an entry is what its own row takes
