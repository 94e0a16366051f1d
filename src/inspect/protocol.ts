/**
 * The messages between the inspector's server and its page: JSON over one WebSocket.
 *
 * A *session* is something to look at: a live run, a stored log, or any XState actor. It has *entries* (the timeline: the entries of a
 * run's log, or the events of an actor system) and *frames* (what the actors did because of them). A frame belongs to a group of entries: the
 * fact with which it begins and the moves it caused. The state at entry n is all frames up to the group of n.
 */
import type { Chart, ChartEdge, ChartNode } from './chart/chart.ts';
import type { OpenAsk } from './open-ask.ts';
import type { RunsCommand, WholeRunCommand } from './run-page.ts';
import type { OutcomeOfPage, TryCommand } from './try-out.ts';

export type { Chart, ChartEdge, ChartNode, OpenAsk };

export const protocolVersion = 1;

/** Something to look at. */
export interface SessionInfo {
  readonly id: string;
  readonly title: string;
  readonly kind: 'run' | 'log' | 'actor';
  /** Of a run its status, else that of the root actor. */
  readonly status: string;
  readonly startedAt: string;
  /** Whether more may still happen. */
  readonly isLive: boolean;
  /** The session it was forked from. */
  readonly forkOf?: string;
  /** The names of the models that a run may ask, where they are known: of a stored run only its log knows. */
  readonly models?: readonly string[];
  /** Of a run of a chart its name and version, such as `checkout@1`. */
  readonly chart?: string;
  /** It is a run of an agent: its chart asks people, and its actors have run paths. */
  readonly isAgent?: true;
  /** The chart is not here: the timeline is all that there is to see. */
  readonly isChartMissing?: true;
  /** Of a stored log that other charts have made, or that does not come out of a replay as it is stored. */
  readonly replayed?: {
    /** The name and version of the charts that made the log, and of those that are here. */
    readonly madeBy: string;
    readonly here: string;
    /** The last entry that is the same: the frames end where the charts went another way. Absent: all are the same. */
    readonly until?: number;
    /** What is wrong and what to do about it, where that is known. */
    readonly problem?: string;
  };
}

/** One line of the timeline. Long values of `data` are cut; the whole is asked for with `entry`. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'fact' | 'move';
  readonly type: string;
  /** The path of the actor, such as `host/step-2#1`. */
  readonly actor: string;
  readonly status?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isCut?: true;
}

/** A value that was too long for the wire: what it was and how it begins. */
export interface Cut {
  readonly $cut: 'text' | 'list' | 'object';
  /** Characters, items or keys. */
  readonly size: number;
  readonly head: unknown;
}

export type StateValue = string | { readonly [state: string]: StateValue };

/** What the actors did in a group of entries. */
export interface Frame {
  /** The entry with which the group begins. */
  readonly seq: number;
  /** In the order in which they happened. One group may come in several frames, one after the other. */
  readonly changes: readonly Change[];
}

export type Change =
  | {
      readonly type: 'actor';
      /** Unique in the session. */
      readonly actor: string;
      /** Its ids from the root on: `host/step-2#1/ask`. Not unique: an actor may come again under the same path. */
      readonly path: string;
      readonly parent?: string;
      /** The key of its chart; absent for an actor without one. */
      readonly chart?: string;
    }
  | {
      /** It gets an event; absent `from`: from outside. */
      readonly type: 'event';
      readonly actor: string;
      readonly from?: string;
      readonly event: string;
      readonly data: unknown;
    }
  | {
      /** One microstep: the edges it took and where the actor is after it. */
      readonly type: 'microstep';
      readonly actor: string;
      readonly edges: readonly string[];
      readonly value: StateValue;
    }
  | {
      readonly type: 'snapshot';
      readonly actor: string;
      readonly status: 'active' | 'done' | 'error' | 'stopped';
      readonly value?: StateValue;
      /** What changed in the context: a path and its new value, `[]` for all of it; a value of `undefined` (left out) is gone. */
      readonly context: readonly { readonly path: readonly (string | number)[]; readonly value?: unknown }[];
      readonly output?: unknown;
      readonly error?: string;
    };

export type Breakpoint =
  /** Before an event is delivered that an actor of this chart takes in... */
  | { readonly kind: 'event'; readonly event: string }
  /** After a chart has entered this state, by its place: `host.running.work.executing.reflecting`. */
  | { readonly kind: 'state'; readonly state: string }
  /** After a transition was taken. */
  | { readonly kind: 'edge'; readonly edge: string };

/** Whether the session is held, and what waits. */
export interface ControlState {
  /** Whether commands can change anything: a live run or actor. */
  readonly canControl: boolean;
  /** Deliveries are held: nothing moves until a step or `go`. */
  readonly isHeld: boolean;
  /** Why it was held. */
  readonly reason?: string;
  /** Events that would be delivered next, the first first. */
  readonly held: readonly { readonly to: string; readonly from?: string; readonly event: string }[];
  readonly breakpoints: readonly Breakpoint[];
  /** What the run asks people, the host's own question first. Those of a run that nobody drives here have the commands that answer them. */
  readonly waiting: readonly OpenAsk[];
  /** The only actor that takes events from the page, where others are not sent any. */
  readonly onlyTo?: string;
  /** Event types that each actor of the session would take now, by actor. */
  readonly enabled: Readonly<Record<string, readonly string[]>>;
}

/** What the page asks for. Each has an `id`, which the reply repeats, and the `token` of the page. */
export type Command =
  /** Everything of a session, from its beginning, and what happens from now on. */
  | { readonly type: 'open'; readonly session: string; readonly entries?: number; readonly frames?: number }
  | { readonly type: 'close'; readonly session: string }
  /** One entry in full. */
  | { readonly type: 'entry'; readonly session: string; readonly seq: number }
  /** The context of an actor in full, at an entry. */
  | { readonly type: 'context'; readonly session: string; readonly actor: string; readonly seq: number }
  /** What a model was asked, by the key of the effect: `{ messages, tools }`. */
  | { readonly type: 'prompt'; readonly session: string; readonly key: string }
  /** The entries as JSON lines. */
  | { readonly type: 'log'; readonly session: string }
  | { readonly type: 'hold'; readonly session: string }
  /** Delivers one event, with all that its actor does because of it. */
  | { readonly type: 'step'; readonly session: string }
  | { readonly type: 'go'; readonly session: string; readonly until?: Breakpoint | { readonly kind: 'call' } }
  | { readonly type: 'breakpoints'; readonly session: string; readonly breakpoints: readonly Breakpoint[] }
  /** Sends an event to an actor. */
  | {
      readonly type: 'send';
      readonly session: string;
      readonly actor: string;
      readonly event: { readonly type: string; readonly [key: string]: unknown };
    }
  | { readonly type: 'pause'; readonly session: string }
  | { readonly type: 'resume'; readonly session: string }
  | { readonly type: 'cancel'; readonly session: string }
  /** `ask` is the id of what is answered; without it the host's own question. A form is answered with JSON. */
  | { readonly type: 'answer'; readonly session: string; readonly text: string; readonly ask?: string }
  | { readonly type: 'approve'; readonly session: string; readonly ask?: string; readonly arguments?: string }
  | { readonly type: 'refuse'; readonly session: string; readonly ask: string; readonly text: string }
  | { readonly type: 'revise'; readonly session: string; readonly text: string }
  | { readonly type: 'steer'; readonly session: string; readonly text: string }
  /** The plan as Markdown, to be edited. */
  | { readonly type: 'plan'; readonly session: string }
  | { readonly type: 'editPlan'; readonly session: string; readonly markdown: string }
  /** A new run from an entry on; the reply has its session and the keys of the calls that will be made again. */
  | {
      readonly type: 'fork';
      readonly session: string;
      readonly at: number;
      readonly edits?: readonly { readonly path: string; readonly value: unknown }[];
      /** Given to an effect that is under way at that entry, in the place of performing it again. */
      readonly outcome?: OutcomeOfPage;
    }
  | TryCommand
  | RunsCommand
  | WholeRunCommand
  /** A log that was dropped on the page, as JSON lines: becomes a session. */
  | { readonly type: 'import'; readonly name: string; readonly text: string };

export type Request = Command & { readonly id: number; readonly token: string };

/** What the server says. */
export type ServerMessage =
  | { readonly type: 'hello'; readonly version: number; readonly sessions: readonly SessionInfo[] }
  | { readonly type: 'sessions'; readonly sessions: readonly SessionInfo[] }
  | { readonly type: 'charts'; readonly session: string; readonly charts: readonly Chart[] }
  | { readonly type: 'entries'; readonly session: string; readonly entries: readonly TimelineEntry[] }
  | { readonly type: 'frames'; readonly session: string; readonly frames: readonly Frame[] }
  /** What an actor writes: everything from `at` on is replaced by `text`. */
  | {
      readonly type: 'delta';
      readonly session: string;
      readonly actor: string;
      readonly at: number;
      readonly text: string;
    }
  | { readonly type: 'control'; readonly session: string; readonly control: ControlState }
  /** Everything that there was has been sent; what comes now is news. */
  | { readonly type: 'current'; readonly session: string }
  | { readonly type: 'reply'; readonly id: number; readonly ok: true; readonly data?: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly ok: false; readonly error: string };
