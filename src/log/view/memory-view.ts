import type { MemoryRef } from '../../conversation/memory-use.ts';
import type { JsonValue } from '../../domain/json.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** Something that was stored to be known later. */
export interface StoredMemory {
  readonly key: string;
  /** `null` where it is kept elsewhere or was forgotten. */
  readonly content: JsonValue;
  readonly scope?: string;
  readonly at: string;
  /** The id of the entry that stored it. */
  readonly entry: string;
  /** As it was stored, else how often that was under its key. */
  readonly version: number;
  readonly isForgotten: boolean;
}

/** Something that was looked for. */
export interface Retrieval {
  readonly key: string;
  readonly found: boolean;
  readonly at: string;
  /** What was found, by reference, where the entry says it. */
  readonly items?: readonly MemoryRef[];
}

export interface MemoryState {
  /** The last of each key. */
  readonly memories: Grown<StoredMemory>;
  readonly retrievals: Grown<Retrieval>;
}

/** What a run has stored to be known later, and what it looked for. */
export const memoryView = defineView<MemoryState>({
  name: 'memory',
  start: { memories: new Grown(), retrievals: new Grown() },
  step(state, entry) {
    if (entry.type !== 'entry.recorded') return state;
    const { memories, retrievals } = state;
    const stored = kinds.memoryStored.read(entry);
    if (stored) {
      const { content = null, version = (memories.get(stored.key)?.version ?? 0) + 1 } = stored;
      const memory = { ...stored, content, at: entry.at, entry: entry.id, version, isForgotten: false };
      return { ...state, memories: memories.with(stored.key, memory) };
    }
    const forgotten = kinds.memoryForgotten.read(entry);
    const known = forgotten && memories.get(forgotten.key);
    // What was forgotten is in no view any more; that it was there is.
    if (known) return { ...state, memories: memories.with(known.key, { ...known, content: null, isForgotten: true }) };
    const retrieved = kinds.memoryRetrieved.read(entry);
    if (!retrieved) return state;
    const { key, found, items } = retrieved;
    const retrieval = { key, found, at: entry.at, ...(items ? { items } : {}) };
    return { ...state, retrievals: retrievals.with(entry.id, retrieval) };
  },
});
