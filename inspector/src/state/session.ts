import { batch, computed, signal } from '@preact/signals';
import type { Chart, ControlState, Frame, SessionInfo, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { GanttHistory } from '../gantt/gantt-history.ts';
import { PlanStory } from '../plan/attempts.ts';
import { PhaseList } from '../run/phase-list.ts';
import { FactsHistory } from '../run/run-facts.ts';
import { countUpTo } from './bisect.ts';
import { History, type SystemState } from './fold.ts';
import { PlanHistory } from './plan-at.ts';

const noControl: ControlState = {
  canControl: false,
  isHeld: false,
  held: [],
  breakpoints: [],
  waiting: [],
  enabled: {},
};

/**
 * One session as the page knows it: what came over the wire, where the cursor stands, and what follows from both.
 *
 * The lists only grow and are shared; the counts are the signals of their growth.
 */
export class Session {
  readonly id: string;
  readonly entries: TimelineEntry[] = [];
  readonly history = new History();
  readonly plans = new PlanHistory();
  readonly factsHistory = new FactsHistory();
  readonly phases = new PhaseList();
  readonly story = new PlanStory();
  /** The entries with which the groups begin. */
  readonly #facts: number[] = [];
  readonly gantt = new GanttHistory();
  /** When the last entries were written, by the clock of the page. */
  #cameAt = 0;
  /** Entries that were cut and then asked for in full. */
  readonly fullEntries = signal<ReadonlyMap<number, TimelineEntry>>(new Map());
  readonly charts = signal<ReadonlyMap<string, Chart>>(new Map());
  readonly control = signal<ControlState>(noControl);
  readonly isCurrent = signal(false);
  readonly entryCount = signal(0);
  readonly frameCount = signal(0);
  /** What actors write while they write it, by path. */
  readonly drafts = signal<ReadonlyMap<string, string>>(new Map());

  /** The entry that is looked at; undefined: the last one, whatever comes. */
  readonly cursor = signal<number | undefined>(undefined);
  /** How many changes of the cursor's group are shown, while one goes through its microsteps. */
  readonly micro = signal<number | undefined>(undefined);
  /** The actor that was chosen, by id; undefined: the first. */
  readonly chosen = signal<string | undefined>(undefined);
  readonly marks = signal<{ readonly a?: number; readonly b?: number }>({});

  readonly lastSeq = computed(() => this.entries[this.entryCount.value - 1]?.seq ?? 0);
  readonly isLive = computed(() => this.cursor.value === undefined);
  readonly at = computed(() => this.cursor.value ?? this.lastSeq.value);
  /** The place of the cursor in the list. */
  readonly index = computed(() => {
    this.entryCount.value;
    return Math.max(0, countUpTo(this.entries, this.at.value, ({ seq }) => seq) - 1);
  });
  readonly group = computed(() => {
    this.frameCount.value;
    return this.history.groupAt(this.at.value);
  });
  readonly state = computed<SystemState>(() => {
    this.frameCount.value;
    // Frames may be ahead of the entry they belong to.
    return this.history.stateAt(this.cursor.value ?? Number.MAX_SAFE_INTEGER, this.micro.value);
  });
  readonly actor = computed(() => {
    const state = this.state.value;
    const chosen = this.chosen.value;
    return (chosen === undefined ? undefined : state.get(chosen)) ?? state.values().next().value;
  });
  readonly chart = computed(() => {
    const key = this.actor.value?.chart;
    return key === undefined ? undefined : this.charts.value.get(key);
  });
  /** The last entry of the group of the cursor: whatever the page says of a moment is said of the end of its group, as the charts are. */
  readonly until = computed(() => {
    this.entryCount.value;
    const next = this.#facts[countUpTo(this.#facts, this.at.value, (seq) => seq)];
    return this.isLive.value || next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
  });
  /** The same as the number of an entry that is there. */
  readonly upTo = computed(() => Math.min(this.until.value, this.lastSeq.value));
  readonly plan = computed(() => {
    this.entryCount.value;
    return this.plans.at(this.until.value);
  });
  /** What is known of the run at the cursor, and of all of it. */
  readonly facts = computed(() => {
    this.entryCount.value;
    return this.factsHistory.at(this.until.value);
  });
  /** The steps that wait for a person at the cursor. */
  readonly asking = computed(() => new Set(this.facts.value.asks.flatMap(({ step }) => step ?? [])));
  readonly lastFacts = computed(() => {
    this.entryCount.value;
    return this.factsHistory.at(Number.MAX_SAFE_INTEGER);
  });
  /** The plan at the end of what is known, wherever the cursor stands. */
  readonly lastPlan = computed(() => {
    this.entryCount.value;
    return this.plans.at(Number.MAX_SAFE_INTEGER);
  });
  readonly entry = computed(() => this.entries[this.index.value]);

  constructor(id: string) {
    this.id = id;
  }

  addEntries(entries: readonly TimelineEntry[]): void {
    for (const entry of entries) {
      this.entries.push(entry);
      this.plans.push(entry);
      this.factsHistory.push(entry);
      this.story.push(entry);
      this.phases.push(entry, this.entries.length - 1);
      if (entry.kind === 'fact') this.#facts.push(entry.seq);
      this.gantt.push(entry);
    }
    this.#cameAt = performance.now() - lateness(Date.parse(this.entries.at(-1)?.at ?? ''));
    this.entryCount.value = this.entries.length;
  }

  addFrames(frames: readonly Frame[]): void {
    this.history.push(frames);
    this.frameCount.value = this.history.frames.length;
  }

  addCharts(charts: readonly Chart[]): void {
    this.charts.value = new Map([...this.charts.value, ...charts.map((chart) => [chart.id, chart] as const)]);
  }

  /** How long ago the last entries were written. */
  sinceLastEntry(): number {
    return performance.now() - this.#cameAt;
  }

  /** What time it is in a run that goes on: that of its last entry, and what has passed since. */
  now(): number {
    return Date.parse(this.entries.at(-1)?.at ?? '') + this.sinceLastEntry();
  }

  addDelta(actor: string, at: number, text: string): void {
    this.gantt.heard(actor, this.gantt.end + this.sinceLastEntry());
    const before = this.drafts.value.get(actor) ?? '';
    this.drafts.value = new Map(this.drafts.value).set(actor, before.slice(0, at) + text);
  }

  keepFull(entry: TimelineEntry): void {
    this.fullEntries.value = new Map(this.fullEntries.value).set(entry.seq, entry);
  }

  /** Looks at the entry at this place of the list. */
  moveTo(index: number): void {
    const place = Math.min(Math.max(0, index), this.entries.length - 1);
    batch(() => {
      this.micro.value = undefined;
      this.cursor.value = this.entries[place]?.seq;
    });
  }

  moveToSeq(seq: number): void {
    this.moveTo(countUpTo(this.entries, seq, (entry) => entry.seq) - 1);
  }

  goLive(): void {
    batch(() => {
      this.micro.value = undefined;
      this.cursor.value = undefined;
    });
  }

  /** The places after each microstep of the group at the cursor, as counts of changes. */
  microsteps(): number[] {
    return this.history
      .changesAt(this.at.value)
      .flatMap((change, index) => (change.type === 'microstep' ? [index + 1] : []));
  }

  /** Shows one microstep more; false when there is none left and nothing comes after. */
  moveMicro(): boolean {
    const steps = this.microsteps();
    const next = this.micro.value === undefined ? undefined : steps.find((count) => count > (this.micro.value ?? 0));
    if (this.micro.value !== undefined) {
      this.micro.value = next === steps.at(-1) ? undefined : next;
      return true;
    }
    const following = this.history.frames[this.history.countAt(this.at.value)];
    // What was delivered but is not written yet is seen live: then it is time for the next delivery.
    if (!following || this.isLive.value || following.seq > this.lastSeq.value) return false;
    this.enterGroup(following.seq);
    return true;
  }

  /** Looks at a group after its first microstep, or the first after so many of its changes. */
  enterGroup(seq: number, after = 0): void {
    if (seq > this.lastSeq.value) this.cursor.value = undefined;
    else this.moveToSeq(seq);
    const steps = this.microsteps().filter((count) => count > after);
    this.micro.value = steps.length > 1 ? steps[0] : undefined;
  }

  /** Looks at what came with this frame and those after it, after its first microstep. */
  enterFrame(index: number): void {
    const frames = this.history.frames;
    const seq = frames[index]?.seq;
    if (seq === undefined) return;
    let before = 0;
    for (let place = index - 1; frames[place]?.seq === seq; place--) before += frames[place]?.changes.length ?? 0;
    this.enterGroup(seq, before);
  }

  entryAt(seq: number): TimelineEntry | undefined {
    const entry = this.entries[countUpTo(this.entries, seq, (each) => each.seq) - 1];
    return entry?.seq === seq ? entry : undefined;
  }

  /** The last actor under a path, at the cursor or anywhere. */
  actorAt(path: string): string | undefined {
    let found: string | undefined;
    for (const actor of this.state.value.values()) if (actor.path === path) found = actor.id;
    return found;
  }
}

/** A run whose clock is further away from that of the page than this has one of its own. */
const mostLateMs = 7 * 24 * 3_600_000;

/** How long before now something was written: a run that waits may be opened long after it began to. */
function lateness(at: number): number {
  const ms = Date.now() - at;
  return ms > 0 && ms < mostLateMs ? ms : 0;
}

export type { SessionInfo };
