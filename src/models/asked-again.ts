import type { Message } from '../domain/message.ts';
import type { Model, Usage } from './model.ts';

/** How a call that was made is made once more. */
export interface AskAgainOptions {
  /** Who is asked. @default who was asked in the run */
  readonly model?: Model | undefined;
  /** Changes what is asked. @default it is asked as it was */
  readonly rewrite?: ((messages: readonly Message[]) => readonly Message[]) | undefined;
  /** Gives the call up. */
  readonly signal: AbortSignal;
}

/** What came of it: the outcome that the effect would have had. */
export interface AskedAgain {
  readonly output: unknown;
  readonly usage?: Usage;
  /** The name of the model that was asked. */
  readonly model: string;
  readonly ms: number;
  /** How long it took until the first piece came, where it came in pieces. */
  readonly firstMs?: number;
}
