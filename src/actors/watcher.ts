import type { Entry } from '../log/entry.ts';
import type { RunLog } from '../log/run-log.ts';
import type { Effects } from './effects.ts';
import type { SpeechEdit } from './speech.ts';

/**
 * A change of the message that an actor writes: everything from `at` on is replaced by `text`. Mostly that appends; a call that is made
 * again may go back. Followed from the beginning, the changes of the actor `host` give exactly the message of a
 * run that completes.
 */
export interface Delta extends SpeechEdit {
  readonly type: 'delta';
  readonly run: string;
  readonly actor: string;
}

/** Sees what becomes durable of a run. */
export interface Watcher {
  entries(entries: readonly Entry[]): void;
  /** The log can no longer be written. */
  broke(error: unknown): void;
  /** Nothing more is written; the lease is back, or on its way. */
  closed?(released: void | Promise<void>): void;
}

/** Sees the answers of a run as well, while they are written. */
export interface AnswerWatcher extends Watcher {
  delta(delta: Delta): void;
}

/** Names who sees what happens in a run, when it opens. */
export type Watch = (log: RunLog, effects: () => Effects) => AnswerWatcher;
