import type { Readable, Writable } from 'node:stream';
import type { Environment } from './config.ts';
import type { Terminal } from './terminal/display.ts';

/** Standard input, which may be a terminal. */
export interface Input extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** How a process suspends itself and notices that it continues: the parts of `process` used for that. */
export interface Suspendable {
  readonly pid: number;
  readonly platform?: string;
  on(signal: 'SIGTSTP' | 'SIGCONT', listener: () => void): unknown;
  off(signal: 'SIGTSTP' | 'SIGCONT', listener: () => void): unknown;
  kill(pid: number, signal: 'SIGTSTP'): unknown;
}

/** What a command may touch of the process it runs in. */
export interface World {
  readonly env: Environment;
  readonly stdin: Input;
  /** Whether something is piped into the process. */
  readonly isPiped: boolean;
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Terminal & { readonly isTTY?: boolean };
  /** Aborts when the process is asked to stop, or nobody reads the answer any more. */
  readonly signal: AbortSignal;
  /** Asks the process to stop, as Ctrl-C does. */
  interrupt(): void;
  readonly process: Suspendable;
}
