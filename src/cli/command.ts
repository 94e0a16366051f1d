import type { CommandName } from './commands/help.ts';
import type { InspectOptions } from './open-inspector.ts';

/** What goes to stdout: the answer, the whole result, or the log. */
export type Output = 'text' | 'json' | 'events';

/** What a run may use. */
export interface LimitOptions {
  readonly rounds?: number;
  readonly modelCalls?: number;
  readonly tokens?: number;
  readonly costUsd?: number;
  readonly wallMs?: number;
}

/** What a million tokens cost in US dollars. */
export interface PriceOption {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** Who works, on what, and where it is told: the part that every command that works has. */
export interface WorkOptions {
  readonly files: readonly string[];
  readonly output: Output;
  readonly store?: string;
  readonly model?: string;
  readonly price?: PriceOption;
  /** The inspector shows the runs from their first entry on. */
  readonly inspect?: InspectOptions;
}

/** Which plans a person approves before they run. */
export const reviewOptions = ['first', 'additions', 'all'] as const;
export type ReviewOption = (typeof reviewOptions)[number];

/** How far a run may go: the part that every command that begins runs has. */
export interface BoundOptions {
  readonly limits?: LimitOptions;
  readonly concurrency?: number;
  /** A person approves plans before they run: the first one, those that add steps, or all of them. */
  readonly review?: ReviewOption;
}

/** What `troupe ask` was asked to do. */
export interface AskCommand extends WorkOptions, BoundOptions {
  readonly name: 'ask';
  /** Absent: it comes from standard input, or is the demo's. */
  readonly question?: string;
  /** Only the worst case is printed. */
  readonly quote?: true;
}

/** What `troupe chat` was asked to do. */
export interface ChatCommand extends WorkOptions, BoundOptions {
  readonly name: 'chat';
}

/** What a person says to a run that waits. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'approve' }
  | { readonly kind: 'revise'; readonly text: string }
  | { readonly kind: 'cancel' };

/** What `troupe resume` was asked to do. */
export interface ResumeCommand extends WorkOptions {
  readonly name: 'resume';
  readonly run: string;
  readonly reply?: Reply;
}

/** What `troupe fork` was asked to do. */
export interface ForkCommand extends WorkOptions {
  readonly name: 'fork';
  readonly run: string;
  readonly at: number;
  readonly edits: readonly { readonly path: string; readonly value: unknown }[];
}

/** A run by its id, the beginning of its id, or the file that holds its log. */
export interface LogTarget {
  readonly run: string;
  readonly store?: string;
}

export interface RunsCommand {
  readonly name: 'runs';
  readonly store?: string;
  readonly status?: string;
  readonly limit?: number;
  readonly json?: true;
}

export type ReplayCommand = { readonly name: 'replay' } & (
  | (LogTarget & { readonly until?: number })
  | { readonly all: true; readonly folder?: string; readonly store?: string }
);

/** What `troupe inspect` was asked to show. */
export interface InspectCommand {
  readonly name: 'inspect';
  /** A run of the store, or a file with a log; absent: the newest runs. */
  readonly run?: string;
  readonly files: readonly string[];
  readonly store?: string;
  readonly model?: string;
  readonly port?: number;
}

/** A command line that makes sense. */
export type Command =
  | AskCommand
  | ChatCommand
  | ResumeCommand
  | ForkCommand
  | RunsCommand
  | InspectCommand
  | ReplayCommand
  | ({ readonly name: 'show'; readonly json?: true } & LogTarget)
  | ({ readonly name: 'log' } & LogTarget)
  | ({ readonly name: 'plan' } & LogTarget)
  /** With `svg` the chart as a picture with this theme, else as Mermaid text. */
  | { readonly name: 'graph'; readonly chart?: string; readonly svg?: 'light' | 'dark' }
  | { readonly name: 'help'; readonly about?: CommandName }
  | { readonly name: 'version' };
