import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Delta } from '../../actors/watcher.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Entry } from '../../log/entry.ts';
import type { AskAgainOptions, AskedAgain } from '../../models/asked-again.ts';
import type { Model } from '../../models/model.ts';
import type { KeptIn } from '../../stores/store.ts';
import type { ForkRun } from './fork-at.ts';

/** Computes what a model is asked by an effect. */
export type PromptOf = (entries: readonly Entry[], effect: { kind: string; input: unknown }) => Promise<unknown>;

/** Makes the call of an effect once more; nothing is written. */
export type AskAgain = (
  entries: readonly Entry[],
  effect: { kind: string; input: unknown },
  options: AskAgainOptions,
) => Promise<AskedAgain>;

/** Who works on forks. */
export interface ForkCast {
  readonly models: readonly Model[];
  readonly specialists: readonly string[];
}

/** What the inspector asks of whoever runs the host. */
export interface InspectedBy {
  readonly runId: string;
  /** Whether the run begins; else it continues from a log or a snapshot, which is played first. */
  readonly isNew: boolean;
  readonly fork: ForkRun;
  readonly promptOf: PromptOf;
  readonly askAgain: AskAgain;
  readonly cast: ForkCast;
  readonly forksIn: KeptIn;
}

/** A run of the host, as far as the inspector shows and controls it. */
export interface InspectedRun {
  readonly actor: Pick<AnyActorRef, 'subscribe'> & { getSnapshot(): Pick<AnyMachineSnapshot, 'status'> };
  readonly log: readonly Entry[];
  readonly result: Promise<unknown>;
  subscribe(listener: (event: Entry | Delta) => void): () => void;
  pause(): void;
  resume(): void;
  cancel(reason: string): void;
  readonly waiting: readonly { readonly id: string; readonly kind: string }[];
  answer(text: string): Promise<boolean>;
  answer(id: string, answer: JsonValue, said?: { readonly by?: string }): Promise<boolean>;
  steer(text: string): Promise<boolean>;
  approve(id?: string, approval?: { readonly by?: string; readonly arguments?: JsonValue }): Promise<boolean>;
  refuse(id: string, reason?: string, said?: { readonly by?: string }): Promise<boolean>;
  revise(remark: string): Promise<boolean>;
  editPlan(markdown: string): Promise<boolean>;
  planMarkdown(): string | undefined;
}
