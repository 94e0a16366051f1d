import type { AnyActorRef } from 'xstate';
import type { SpeechEdit } from '../../actors/speech.ts';
import { TroupeError } from '../../errors.ts';
import type { AskedPerson } from '../../run/chart-observer.ts';
import { cutValue, fullLimits } from '../cut-value.ts';
import type { Breakpoint, Change, Chart, ControlState, Frame, SessionInfo, TimelineEntry } from '../protocol.ts';
import { withoutSecrets } from '../secrets.ts';
import { Draft } from './draft.ts';
import { enabledIn } from './enabled-events.ts';
import { shownAsks } from './shown-asks.ts';
import type { StepGate } from './step-gate.ts';
import { type StopPoint, stopReason } from './stop-reason.ts';
import { Trace, type TracePaths } from './trace.ts';
import type { SessionCommand } from './trying.ts';

export type { SessionCommand };

/** What those who look at a session are notified of. */
export type SessionNews =
  | { readonly type: 'info' }
  | { readonly type: 'charts'; readonly charts: readonly Chart[] }
  | { readonly type: 'entries'; readonly entries: readonly TimelineEntry[] }
  | { readonly type: 'frames'; readonly frames: readonly Frame[] }
  | { readonly type: 'delta'; readonly actor: string; readonly at: number; readonly text: string }
  | { readonly type: 'control' };

/** What a kind of session adds: where its entries come from and what can be done to it. */
export interface SessionParts {
  /** The entry to which what happens now belongs. */
  seq(change: Change): number;
  /** One entry in full. */
  entry(seq: number): unknown;
  /** The entries as they are stored. */
  log(): string;
  /** Does what only this kind can do. */
  command(command: SessionCommand): unknown;
  /** What people are asked. */
  waiting?(): readonly AskedPerson[];
  /** What the command that continues the run needs beside its id. */
  readonly resumedWith?: readonly string[];
  /** The only actor that takes events from the page. @default each of them does */
  readonly onlyTo?: AnyActorRef;
  /** The session is let go. */
  close?(): void;
  /** What actors are called in the log. @default the ids from the root on */
  readonly paths?: TracePaths;
  /** An event from outside is seen before its entry is written: it belongs to what comes next. */
  readonly hasEarlyEvents: boolean;
}

/** Something to look at: everything that was seen of it, kept for those who come later, and the gate to stop it. */
export class Session {
  readonly charts: Chart[] = [];
  readonly entries: TimelineEntry[] = [];
  readonly frames: Frame[] = [];
  readonly trace: Trace;
  readonly gate: StepGate | undefined;
  readonly #parts: SessionParts;
  readonly #listeners = new Set<(news: SessionNews) => void>();
  /** The contexts of each actor, each from an entry on. */
  readonly contexts = new Map<string, { seq: number; context: unknown }[]>();
  readonly #drafts = new Map<string, Draft>();
  #info: SessionInfo;
  #pending: Frame[] = [];
  readonly #early: Change[] = [];
  #breakpoints: readonly Breakpoint[] = [];
  /** Where it stops once. */
  #until: StopPoint | undefined;

  constructor(root: AnyActorRef | undefined, info: SessionInfo, parts: SessionParts, gate?: StepGate) {
    this.#info = info;
    this.#parts = parts;
    this.gate = gate;
    const chart = (read: Chart) => {
      this.charts.push(read);
      this.#notify({ type: 'charts', charts: [read] });
    };
    this.trace = new Trace(root, { chart, change: (change) => this.#add(change) }, parts.paths);
  }

  get info(): SessionInfo {
    return { ...this.#info, title: withoutSecrets(this.#info.title).slice(0, 120) };
  }

  set info(info: SessionInfo) {
    const wasLive = this.#info.isLive;
    this.#info = info;
    this.#notify({ type: 'info' });
    if (wasLive !== info.isLive) this.controlChanged();
  }

  subscribe(listener: (news: SessionNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addEntries(entries: readonly TimelineEntry[]): void {
    if (entries.length === 0) return;
    for (const entry of entries) this.entries.push(entry);
    this.#notify({ type: 'entries', entries });
    this.#notify({ type: 'control' });
  }

  addDelta(delta: SpeechEdit & { readonly actor: string }): void {
    const { actor } = delta;
    const draft = this.#drafts.get(actor) ?? new Draft((edit) => this.#notify({ type: 'delta', actor, ...edit }));
    this.#drafts.set(actor, draft);
    draft.edit(delta);
  }

  controlChanged(): void {
    this.#notify({ type: 'control' });
  }

  /** Lets go of what it watches; what was seen stays readable. */
  close(): void {
    this.trace.close();
    this.#parts.close?.();
    this.#listeners.clear();
  }

  /** Passes on what has gathered; many changes go out as one message. */
  flush(): void {
    if (this.#pending.length === 0) return;
    const frames = this.#pending;
    this.#pending = [];
    for (const frame of frames) this.frames.push(frame);
    this.#notify({ type: 'frames', frames });
  }

  control(): ControlState {
    const { gate } = this;
    return {
      canControl: gate !== undefined && this.#info.isLive,
      isHeld: gate?.isHeld ?? false,
      ...(gate?.reason === undefined ? {} : { reason: gate.reason }),
      held: [
        ...(gate?.held ?? []).map(({ source, target, event }) => ({
          to: this.trace.pathTo(target),
          ...(source ? { from: this.trace.pathTo(source) } : {}),
          event: event.type,
        })),
        ...(gate?.waiting ?? []),
      ].slice(0, 200),
      breakpoints: this.#breakpoints,
      waiting: shownAsks(this.#parts.waiting?.() ?? [], this.#info, this.#parts.resumedWith),
      ...(this.#parts.onlyTo ? { onlyTo: this.trace.idOf(this.#parts.onlyTo) } : {}),
      enabled: this.#info.isLive ? enabledIn(this.trace.active, this.#parts.onlyTo) : {},
    };
  }

  /** Does what a command asks for; its result is the reply. */
  async command(command: SessionCommand): Promise<unknown> {
    switch (command.type) {
      case 'entry':
        return cutValue(this.#parts.entry(command.seq), fullLimits);
      case 'context':
        return cutValue(this.#contextAt(command.actor, command.seq), fullLimits);
      case 'log':
        return this.#parts.log();
      case 'hold':
        return this.#control().hold();
      case 'step':
        return { isDone: this.#control().step() };
      case 'go':
        this.#until = command.until;
        this.#applyBreaks();
        this.#control().go();
        return undefined;
      case 'breakpoints':
        this.#control();
        this.#breakpoints = command.breakpoints;
        this.#applyBreaks();
        this.controlChanged();
        return undefined;
      case 'prompt':
        return cutValue(await this.#parts.command(command), fullLimits);
      default:
        return this.#parts.command(command);
    }
  }

  #control(): StepGate {
    if (!this.gate || !this.#info.isLive)
      throw new TroupeError('usage', 'This session has ended: there is nothing to control.');
    return this.gate;
  }

  #applyBreaks(): void {
    const all = this.#stopPoints;
    this.gate?.breakOn(new Set(all.flatMap((each) => (each.kind === 'event' ? [each.event] : []))), all.length > 0);
  }

  #add(change: Change): void {
    if (this.#parts.hasEarlyEvents && change.type === 'event' && change.from === undefined) {
      this.#early.push(change);
      return;
    }
    const early = this.#early.splice(0);
    const seq = this.#parts.seq(change);
    for (const each of early) this.#keep(seq, each);
    this.#keep(seq, change);
    if (change.type === 'snapshot') this.#keepContext(change.actor, seq);
    this.#breakAt(change);
  }

  #keep(seq: number, change: Change): void {
    const last = this.#pending.at(-1);
    if (last?.seq === seq) this.#pending[this.#pending.length - 1] = { seq, changes: [...last.changes, change] };
    else this.#pending.push({ seq, changes: [change] });
    if (last === undefined) queueMicrotask(() => this.flush());
  }

  #keepContext(actor: string, seq: number): void {
    const context = this.trace?.context(actor);
    const known = this.contexts.get(actor) ?? [];
    if (known.at(-1)?.context !== context) known.push({ seq, context });
    this.contexts.set(actor, known);
  }

  #contextAt(actor: string, seq: number): unknown {
    return this.contexts.get(actor)?.findLast((each) => each.seq <= seq)?.context;
  }

  /** Stops after a change at which somebody wants to stop. */
  #breakAt(change: Change): void {
    if (!this.gate) return;
    const reason = this.#stopPoints.map((point) => stopReason(point, change, this.charts)).find(Boolean);
    if (reason === undefined) return;
    this.#until = undefined;
    this.gate.hold(reason);
  }

  get #stopPoints(): readonly StopPoint[] {
    return this.#until ? [...this.#breakpoints, this.#until] : this.#breakpoints;
  }

  #notify(news: SessionNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
