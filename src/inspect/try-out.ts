import type { KeptIn } from '../stores/store.ts';

/** What the page asks in order to try something out: what a fork is made with, and a call once more. */

export type TryCommand =
  /** What a fork of the session is made with, and who can be asked again. The reply is `Means`. */
  | { readonly type: 'means'; readonly session: string }
  /**
   * The call of an effect once more, by another model or with other messages; the run does not know of it. `call` is a name by which it can be stopped. The
   * reply is `Reasked`.
   */
  | {
      readonly type: 'reask';
      readonly session: string;
      readonly key: string;
      readonly call: string;
      /** @default who was asked in the run */
      readonly model?: string;
      /** @default what was asked in the run */
      readonly messages?: readonly unknown[];
    }
  /** Gives up a call that was made with `reask`. */
  | { readonly type: 'stop'; readonly call: string };

export type { KeptIn };

export interface Means {
  /** The names of the models that can be asked again; none where nobody can. */
  readonly models: readonly string[];
  /** How long a call that is made again may take. */
  readonly limitMs: number;
  /** Why no call of this session can be asked again. */
  readonly refusal?: string;
  /** Nothing where the session cannot be forked. */
  readonly fork?: {
    /** Nothing is known of them for a run of a chart: its actors have their own. */
    readonly models?: readonly string[];
    readonly specialists?: readonly string[];
    readonly kept: KeptIn;
  };
}

/** What came of a call that was made once more. */
export interface Reasked {
  readonly output: unknown;
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number; readonly costUsd?: number };
  readonly model: string;
  readonly ms: number;
}

/** An outcome that a person gives to an effect of a fork. */
export interface OutcomeOfPage {
  readonly key: string;
  readonly output: unknown;
  readonly usage?: Reasked['usage'] & { readonly modelCalls?: number };
  /** @default 'result' */
  readonly changed?: 'result' | 'prompt' | 'model';
}
