import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Model, ModelRequest, ModelResponse } from '../models/model.ts';
import type { MemoryItem, MemoryKind, MemoryScope, MemorySource } from './memory-item.ts';
import type { MemoryShelf } from './memory-shelf.ts';

/** What is to be remembered. What was remembered under its key before is replaced. */
export interface MemoryGiven {
  readonly key: string;
  readonly value: string;
  /** @default 'fact' */
  readonly kind?: MemoryKind | undefined;
  /** Whether it is recalled whatever is asked for. @default true for preferences and instructions, false for facts */
  readonly isPinned?: boolean | undefined;
  /** Say `user` only for words of the user: those of preferences and instructions stand in prompts as the user's own. @default 'application' */
  readonly by?: MemoryItem['by'] | undefined;
  /** So long it is known. @default for ever */
  readonly expiresInMs?: number | undefined;
  readonly source?: MemorySource | undefined;
  /** What it is about, where its words do not say so; it is shown before a fact. */
  readonly about?: string | undefined;
  /** Those of its words that say it, where they may say something else, too, which is remembered under another key. */
  readonly part?: string | undefined;
}

/** Something that was said to be known later, and what it is about: a later statement with the same key takes its place. */
export interface ExtractedMemory {
  readonly kind: MemoryKind;
  readonly key: string;
  /** As it was said. */
  readonly value: string;
  /** What it is about, where its words do not say so: "make that 5,000" is about the budget. */
  readonly about?: string | undefined;
  /** Those of its words that say it, where they may say something else, too: what takes its place leaves the rest. */
  readonly part?: string | undefined;
}

/** Calls a model for an extractor. In a run it waits for its turn, keeps to the limits and is counted with the run's other calls. */
export type CallModel = (model: Model, request: ModelRequest) => Promise<ModelResponse>;

/**
 * Finds what is to be remembered in messages of a user: `extractMemories` by rules, `modelExtractor` by a model, or one of your own.
 *
 * Contract: it may throw; then nothing is learned. What is not, word for word, in a message of the user is kept as data and never as their preference.
 * `known` is what the same user has said before, as far as there is room: a key of it replaces that.
 */
export interface MemoryExtractor {
  (
    messages: readonly Message[],
    signal?: AbortSignal,
    call?: CallModel,
    known?: readonly MemoryItem[],
  ): readonly ExtractedMemory[] | Promise<readonly ExtractedMemory[]>;
  /** Calls of models that it makes each time at most, for `troupe.quote()`. @default 0 */
  readonly modelCalls?: number;
}

/** Bounds of what is kept and recalled. */
export interface MemoryLimits {
  /** Memories of one scope; of more, the oldest that are not pinned go first. @default 1000 */
  readonly items?: number;
  /** Characters of one memory. @default 2000 */
  readonly characters?: number;
  /** Tokens of pinned memories in a prompt; what goes beyond is recalled by relevance. @default 2000 */
  readonly pinnedTokens?: number;
  /** Tokens of memories in a prompt that are relevant to the question. @default 1000 */
  readonly relevantTokens?: number;
}

export interface MemoryOptions {
  /** Where memories are kept. @default in this process: `plainShelf()` */
  readonly shelf?: MemoryShelf;
  /** Whose memories a request may use, by its context. @default its `tenant` and its `user`, where they are texts or numbers */
  readonly scopeOf?: (context: RequestContext) => MemoryScope;
  /** Finds what is worded differently. @default words alone */
  readonly embed?: Embedder;
  /** @default `extractMemories`, by rules in English and Chinese */
  readonly extract?: MemoryExtractor;
  readonly limits?: MemoryLimits;
  /** From which relevance on a memory is recalled, by words, from 0 to 1. @default 0.2 */
  readonly relevanceThreshold?: number;
  /** From which likeness of vectors on, from 0 to 1: it depends on the embedder. @default 0.3 */
  readonly likenessThreshold?: number;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

/** What is known longer than a run lasts. Every method keeps to the scope that it is given. */
export interface Memory {
  /** Calls of models that learning makes each time at most, for `troupe.quote()`. @default 0 */
  readonly modelCalls?: number;
  scopeOf(context: RequestContext): MemoryScope;
  /** Remembers something on purpose, even what was forgotten before. @throws TroupeError `usage` for what cannot be kept. */
  remember(scope: MemoryScope, given: MemoryGiven): Promise<MemoryItem>;
  get(scope: MemoryScope, key: string): Promise<MemoryItem | undefined>;
  /** What is remembered in a scope and in no other, the newest first. */
  list(scope: MemoryScope): Promise<readonly MemoryItem[]>;
  /** The scopes in which something is remembered. */
  scopes(): Promise<readonly MemoryScope[]>;
  /**
   * What should be known for a question, in a scope and in the wider ones that are seen from it: preferences and what is pinned, then what is relevant, within
   * the limits. Under one key the narrowest scope counts.
   */
  recall(scope: MemoryScope, question: string, signal?: AbortSignal): Promise<readonly MemoryItem[]>;
  /** Those of some memories that are still as they were, in a scope and the wider ones that are seen from it. */
  find(scope: MemoryScope, ids: readonly string[]): Promise<readonly MemoryItem[]>;
  /** Takes from messages of the user what is to be remembered, except what was forgotten before; returns what is new. */
  learn(
    scope: MemoryScope,
    messages: readonly Message[],
    source?: MemorySource,
    signal?: AbortSignal,
    call?: CallModel,
  ): Promise<readonly MemoryItem[]>;
  /** Forgets what has these keys, or everything in the scope; returns what it was. Only sums of its sentences stay, by which it is never learned again. */
  forget(scope: MemoryScope, keys?: readonly string[]): Promise<readonly MemoryItem[]>;
  /** A conversation without the sentences that were remembered from it and forgotten. */
  withoutForgotten(scope: MemoryScope, messages: readonly Message[]): Promise<readonly Message[]>;
  /** Closes the shelf. */
  close(): Promise<void>;
}
