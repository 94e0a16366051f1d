import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf } from '../state/field-of.ts';
import { askOf } from './asks.ts';
import {
  attemptOf,
  type Bar,
  kindOf,
  nameOfEffect,
  ownerOf,
  type Row,
  type Span,
  settle,
  stepOf,
  waitedFor,
} from './bars.ts';
import { type Moment, RowKeeper } from './row-keeper.ts';

/**
 * What took time in a run, row by row: one more entry costs one step. Rows, spans and bars say with which entries they begin and end, so that the
 * picture at any entry is read off the same lists.
 */
export class GanttHistory {
  /** When the first and the last entry were written. */
  start = 0;
  end = 0;
  readonly #keeper = new RowKeeper();
  /** The call of a model that each row has made last. */
  readonly #lastCall = new Map<Row, Bar>();
  /** Steps at work, and what each step needs. */
  readonly #atWork = new Set<string>();
  readonly #needs = new Map<string, readonly unknown[]>();
  /** Spans of steps that have ended, and nobody has waited for what they came to. */
  readonly #loose = new Map<string, Span>();
  #of: 'host' | 'actors' | undefined;
  /** The last fact came from outside, such as a limit of time or a person who cancels: no work had ended with it. */
  #isCut = false;

  get rows(): readonly Row[] {
    return this.#keeper.rows;
  }

  /** The bars that have not ended, in the order in which they began. */
  get open(): readonly Bar[] {
    return this.#keeper.open;
  }

  /** The span that the last fact belongs to. */
  get last(): Span | undefined {
    return this.#keeper.last;
  }

  push(entry: TimelineEntry): void {
    const at = Date.parse(entry.at);
    if (this.#of === undefined) this.#begin(entry, at);
    if (this.#of === undefined) return;
    // What was under way when the run was left begins again: until when it went on is not known, but it did until here.
    if (entry.type === 'run.restored') this.#leave({ at: this.end, seq: entry.seq });
    this.end = Math.max(this.end, at);
    if (entry.kind === 'fact') this.#isCut = !entry.type.startsWith('effect.');
    const moment = { at: this.end, seq: entry.seq };
    if (this.#of === 'host') {
      this.#plan(entry, moment);
      this.#step(entry, moment);
    }
    if (entry.type === 'limit.reached' || isEndOfRun(entry)) this.#cut();
    this.#effect(entry, moment);
    this.#ask(entry, moment);
    if (isEndOfRun(entry)) this.#endAll(moment);
  }

  /** A piece of an answer has come: whoever writes no longer waits for the model. */
  heard(actor: string, at: number): void {
    if (this.#of === undefined) return;
    const calls = this.open.filter(({ kind }) => kind === 'model');
    const row = this.rowOf(actor);
    const bar = calls.find((each) => each.actor === actor) ?? calls.find((each) => each.row === row);
    if (bar) bar.first ??= Math.max(bar.start, at);
  }

  /** The row of an actor; nothing for one that has none. */
  rowOf(actor: string): Row | undefined {
    if (this.#of === 'host') return this.#keeper.known(`step ${stepOf(actor)}`) ?? this.rows[0];
    const row = this.#keeper.known(actor);
    const parent = actor.lastIndexOf('/');
    return row ?? (parent < 0 ? undefined : this.rowOf(actor.slice(0, parent)));
  }

  #begin({ type, actor }: TimelineEntry, at: number): void {
    if (type !== 'request.received' && type !== 'chart.started') return;
    this.#of = type === 'request.received' ? 'host' : 'actors';
    this.start = at;
    this.end = at;
    if (this.#of === 'host') this.#keeper.row(actor, 'host', 'Host');
  }

  #plan({ type, data }: TimelineEntry, moment: Moment): void {
    if (type === 'step.drafted') this.#planned(data.step);
    if (type !== 'plan.created' && type !== 'plan.updated') return;
    const steps = fieldOf(data.plan, 'steps');
    if (!Array.isArray(steps)) return;
    for (const step of steps) this.#planned(step);
    // Another plan may leave out what is being done.
    const executing = new Set(
      steps.flatMap((step) => (fieldOf(step, 'status') === 'executing' ? [fieldOf(step, 'id')] : [])),
    );
    for (const id of [...this.#atWork]) if (!executing.has(id)) this.#stepEnds(id, moment);
  }

  #planned(step: unknown): void {
    const [id, needs, words] = [fieldOf(step, 'id'), fieldOf(step, 'dependencies'), fieldOf(step, 'description')];
    if (typeof id !== 'string') return;
    this.#keeper.row(`step ${id}`, 'step', id).label = `${id} ${words ?? ''}`;
    this.#needs.set(id, Array.isArray(needs) ? needs : []);
  }

  #step({ type, data }: TimelineEntry, moment: Moment): void {
    const { id } = data;
    if (!type.startsWith('step.') || typeof id !== 'string') return;
    const row = this.#keeper.row(`step ${id}`, 'step', id);
    if (type === 'step.started' && !this.#atWork.has(id)) {
      this.#atWork.add(id);
      this.#keeper.enter(row, moment);
      for (const need of this.#needs.get(id) ?? []) this.#awaited(String(need), moment);
    }
    if (type === 'step.failed') {
      const call = this.#lastCall.get(row);
      // What came after the call, such as a person who was asked, took it for good.
      if (call && call === row.bars.at(-1) && call.span === this.#keeper.spanOf(row)) call.badSeq ??= moment.seq;
    }
    if (type !== 'step.started' && this.#atWork.has(id)) this.#stepEnds(id, moment);
  }

  #stepEnds(id: string, moment: Moment): void {
    const row = this.#keeper.row(`step ${id}`, 'step', id);
    const span = this.#keeper.spanOf(row);
    this.#atWork.delete(id);
    this.#keeper.leave(row, moment);
    if (span) this.#loose.set(id, span);
  }

  /** Somebody begins who needs this step. */
  #awaited(id: string, { at, seq }: Moment): void {
    const span = this.#loose.get(id);
    if (span) span.slack = { at, seq };
    this.#loose.delete(id);
  }

  #effect(entry: TimelineEntry, moment: Moment): void {
    const { type, data } = entry;
    const key = `effect ${data.key}`;
    switch (type) {
      case 'effect.started':
        this.#effectBegins(entry, key, moment);
        return;
      case 'effect.progressed': {
        const bar = this.#keeper.openBar(key);
        if (!bar) return;
        bar.first ??= moment.at;
        this.#keeper.last = bar.span;
        return;
      }
      case 'effect.completed':
      case 'effect.failed':
      case 'effect.cancelled':
      case 'effect.stopped':
      case 'timer.fired':
        settle(this.#keeper.openBar(key), entry);
        this.#keeper.end(key, moment, entry.kind === 'fact');
    }
  }

  #effectBegins(entry: TimelineEntry, key: string, moment: Moment): void {
    const kind = kindOf(entry);
    if (!kind) return;
    const { actor } = entry;
    const bar = this.#keeper.begin(
      this.#workplace(actor, ownerOf(actor)),
      { kind, key, name: nameOfEffect(entry), actor },
      moment,
    );
    // The host goes on when no step is at work: what the steps came to is wanted now.
    if (bar.row.kind === 'host' && this.#atWork.size === 0)
      for (const id of [...this.#loose.keys()]) this.#awaited(id, moment);
    if (kind !== 'model') return;
    const [now, before] = [attemptOf(key), this.#lastCall.get(bar.row)];
    this.#lastCall.set(bar.row, bar);
    if (!before || now.turn > 1) return;
    // An attempt that follows another says what became of that one.
    const earlier = attemptOf(before.key);
    if (earlier.call === now.call && earlier.attempt === now.attempt - 1) before.badSeq ??= moment.seq;
  }

  #ask(entry: TimelineEntry, moment: Moment): void {
    if (this.#of === 'host' && entry.type === 'status.changed' && entry.data.status !== 'waiting') {
      // The host has gone on, whatever it had asked: nobody is waited for there.
      const left = this.open.filter(({ kind, row }) => kind === 'person' && row.kind === 'host');
      for (const { key } of left) this.#keeper.end(key, moment, false);
    }
    const ask = askOf(entry);
    if (!ask) return;
    const { key, words: name } = ask;
    const { actor } = entry;
    if (ask.opens) {
      const row =
        (ask.step === undefined ? undefined : this.#keeper.known(`step ${ask.step}`)) ??
        this.#workplace(actor, ownerOf(`${actor}/ask`));
      this.#keeper.begin(row, { kind: 'person', key, name, actor }, moment);
      return;
    }
    const isOf = (bar: Bar) => bar.kind === 'person' && bar.actor === ask.of;
    const keys = ask.of === undefined ? [key] : this.open.flatMap((bar) => (isOf(bar) ? [bar.key] : []));
    for (const each of keys) this.#keeper.end(each, moment, entry.kind === 'fact');
  }

  /** The row in which an actor's work is shown: of the host's run that of its step, else that of its owner. */
  #workplace(actor: string, owner: string): Row {
    const known = this.#of === 'host' ? this.rowOf(actor) : undefined;
    return known ?? this.#keeper.row(owner, 'actor', owner.slice(owner.lastIndexOf('/') + 1));
  }

  #leave(moment: Moment): void {
    for (const { key, kind } of this.open) if (kind !== 'person') this.#keeper.end(key, moment, false);
  }

  /** What goes on, or ends, after a cut has waited for what was under way. */
  #cut(): void {
    const waited = this.#isCut ? waitedFor(this.open) : undefined;
    if (waited) this.#keeper.last = waited.span;
  }

  #endAll(moment: Moment): void {
    for (const bar of this.open) {
      bar.stoppedSeq = moment.seq;
      this.#keeper.end(bar.key, moment, false);
    }
    for (const id of [...this.#atWork]) this.#stepEnds(id, moment);
  }
}

const ends = new Set<unknown>(['completed', 'failed', 'cancelled', 'timeout']);

/** The run has come to its end, or the root of a chart has. */
const isEndOfRun = ({ type, data, actor }: TimelineEntry) =>
  type === 'status.changed'
    ? ends.has(data.status)
    : type === 'actor.moved' && data.status !== 'active' && !actor.includes('/');
