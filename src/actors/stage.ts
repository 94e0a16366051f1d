import type { AnyActorRef } from 'xstate';
import type { EffectAddress, EffectProblem } from '../domain/effect.ts';
import type { EffectKind } from '../log/effect-outputs.ts';
import type { EntryUsage } from '../log/entries/effect-entries.ts';
import type { Entry } from '../log/entry.ts';
import type { Clock } from './clock.ts';

/** One effect that a chart has asked for and that has not settled yet. */
export interface LiveEffect {
  readonly kind: EffectKind;
  readonly address: EffectAddress;
  readonly input: unknown;
  readonly actor: AnyActorRef;
  startedAt: number;
}

/** How an effect came out. */
export type Outcome = (
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: EffectProblem }
) & {
  readonly usage?: EntryUsage | undefined;
  /** How long it waited for its turn, because the model was busy. */
  readonly waitedMs?: number | undefined;
  /** How long it took until the first piece of its answer came. */
  readonly firstMs?: number | undefined;
};

/** What differs between a run that is live and one that is replayed. */
export interface Stage extends Clock {
  /** Whether what a chart asks for is performed. */
  isLive(): boolean;
  /** Whether there can be an entry of this number: a recording ends where it ends. */
  hasRoomFor(seq: number): boolean;
  /** Makes entries durable; effects that they start begin afterwards. */
  commit(entries: readonly Entry[]): void | Promise<void>;
  /** Entries are durable now. */
  committed(entries: readonly Entry[]): void;
  /** The run has ended and everything of it is durable, or lost. */
  closed(): void;
  /** The log could not be written: nothing more may happen in this run. */
  failed(error: unknown): void;
}
