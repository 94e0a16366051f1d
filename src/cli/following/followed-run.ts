import type { JsonValue } from '../../domain/json.ts';
import type { Message } from '../../domain/message.ts';
import type { Entry } from '../../log/entry.ts';
import type { RunResult, WaitingFor } from '../../log/run-result.ts';
import type { Display, DisplayOptions, Terminal } from '../terminal/display.ts';

/** How a run stands, as far as a terminal shows it. */
export interface FollowedResult
  extends Pick<RunResult, 'runId' | 'status' | 'outcome' | 'waiting' | 'waitingFor' | 'message' | 'notDone'> {
  /** What `--json` prints in its place. */
  readonly document?: object;
}

/** A piece of the answer: everything from `at` on is replaced by `text`. */
export interface Words {
  readonly at: number;
  readonly text: string;
}

/** A run that is shown in a terminal and answered there, whoever works in it. What goes wrong with the run itself is in `settled`. */
export interface FollowedRun<Result extends FollowedResult = FollowedResult> {
  readonly id: string;
  readonly log: readonly Entry[];
  readonly isPaused: boolean;
  /** Everything that people are asked. */
  readonly waiting: readonly WaitingFor[];
  /** Whether its answer is written as it arrives, also outside of a chat. */
  readonly isStreamed?: true;
  /** What was said so far, without the answer. */
  messages(): readonly Message[];
  /** Resolves when the run has ended, or when nothing in it goes on before a person says something. */
  settled(): Promise<Result>;
  /** Calls back with entries as they are stored, some of them perhaps again, and with what arrives of the answer. */
  subscribe(entry: (entry: Entry) => void, words?: (words: Words) => void): () => void;
  /** Shows how far it is. */
  display(terminal: Terminal, options: DisplayOptions & { readonly isLive: boolean }): Display;
  pause(): void;
  resume(): void;
  cancel(reason: string): void;
  /** The replies of a person; without an id to the only thing that is asked. @throws TroupeError `usage` for one that does not fit, or rejects with it. */
  answer(value: JsonValue, id?: string): unknown;
  approve(id?: string, approval?: { readonly arguments?: JsonValue }): unknown;
  refuse(id: string, reason: string): unknown;
  revise(remark: string): unknown;
  /** Adds a message to the work; false when it is too late for that. */
  steer(text: string): Promise<boolean>;
  /** Stops driving it in this process. */
  leave(): void | Promise<void>;
}
