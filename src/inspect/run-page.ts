import type { Outcome } from '../log/run-result.ts';

/** What the page asks about runs as a whole: the list of them, a page at a time, and words and files of one. */

/** How a run stands, in the words of the list. */
export const runGroups = ['working', 'waiting', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type RunGroup = (typeof runGroups)[number];

/** By what runs are put in order. */
export const runOrders = ['newest', 'oldest', 'cost', 'duration'] as const;
export type RunOrder = (typeof runOrders)[number];

/** Which runs are wanted: those that are open here and those of the store. The reply is a `RunPage`. */
export interface RunsCommand {
  readonly type: 'runs';
  /** Words that are all in what was asked, answered, or said by models in between. */
  readonly text?: string;
  readonly group?: RunGroup;
  /** @default 'newest' */
  readonly order?: RunOrder;
  /** The place of the first. @default 0 */
  readonly offset?: number;
  /** @default 100 */
  readonly limit?: number;
}

/** A run in the list. What is not known of it is not there. */
export interface RunRow {
  readonly id: string;
  readonly title: string;
  readonly group: RunGroup;
  readonly status: string;
  /** How much of the request a completed run of an orchestrator has done. */
  readonly outcome?: Outcome;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly entries: number;
  /** It is a session of this inspector; else it is opened from the store. */
  readonly isOpen: boolean;
  /** Something may still happen in it, here. */
  readonly isLive: boolean;
  readonly rounds?: number;
  readonly tokens?: number;
  /** Nothing where the price of a call is not known. */
  readonly costUsd?: number;
  readonly models?: readonly string[];
  /** The beginning of the answer, or why there is none. */
  readonly answer?: string;
  readonly session?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly chart?: string;
  readonly forkOf?: string;
  /** Where the words were found. */
  readonly found?: string;
}

export interface RunPage {
  readonly rows: readonly RunRow[];
  /** How many there are that were asked for. */
  readonly count: number;
  /** How many there are at all. */
  readonly total: number;
  /** Logs of the store that have to be read and are not yet: ask again for the rest. */
  readonly unread: number;
}

export type WholeRunCommand =
  /** The numbers of the entries in which all words of the text are, however deep. */
  | { readonly type: 'search'; readonly session: string; readonly text: string }
  /** The run as one HTML file. The reply is a `SharedFile`. */
  | { readonly type: 'share'; readonly session: string };

/** A run as one file, and what is in it. */
export interface SharedFile {
  readonly name: string;
  readonly html: string;
  readonly bytes: number;
  readonly entries: number;
  readonly prompts: number;
  /** Prompts and contexts that there was no room for. */
  readonly left: { readonly contexts: number; readonly prompts: number };
}
