import { batch, computed, signal } from '@preact/signals';
import type { Chart, ControlState, Frame, SessionInfo, TimelineEntry } from '../../../src/inspect/protocol.ts';
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
  readonly plan = computed(() => {
    this.entryCount.value;
    return this.plans.at(this.at.value);
  });
  readonly entry = computed(() => this.entries[this.index.value]);

  constructor(id: string) {
    this.id = id;
  }

  addEntries(entries: readonly TimelineEntry[]): void {
    for (const entry of entries) {
      this.entries.push(entry);
      this.plans.push(entry);
    }
    this.entryCount.value = this.entries.length;
  }

  addFrames(frames: readonly Frame[]): void {
    this.history.push(frames);
    this.frameCount.value = this.history.frames.length;
  }

  addCharts(charts: readonly Chart[]): void {
    this.charts.value = new Map([...this.charts.value, ...charts.map((chart) => [chart.id, chart] as const)]);
  }

  addDelta(actor: string, at: number, text: string): void {
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

  /** The last actor under a path, at the cursor or anywhere. */
  actorAt(path: string): string | undefined {
    let found: string | undefined;
    for (const actor of this.state.value.values()) if (actor.path === path) found = actor.id;
    return found;
  }
}

export type { SessionInfo };
