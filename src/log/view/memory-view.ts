import type { JsonValue } from '../../domain/json.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** Something that was stored to be known later. */
export interface StoredMemory {
  readonly key: string;
  readonly content: JsonValue;
  readonly scope?: string;
  readonly at: string;
  /** The id of the entry that stored it. */
  readonly entry: string;
  /** It was stored before under its key. */
  readonly version: number;
  readonly isForgotten: boolean;
}

export interface MemoryState {
  /** The last of each key. */
  readonly memories: Grown<StoredMemory>;
  readonly retrievals: Grown<{ readonly key: string; readonly found: boolean; readonly at: string }>;
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
      const version = (memories.get(stored.key)?.version ?? 0) + 1;
      const memory = { ...stored, at: entry.at, entry: entry.id, version, isForgotten: false };
      return { ...state, memories: memories.with(stored.key, memory) };
    }
    const forgotten = kinds.memoryForgotten.read(entry);
    const known = forgotten && memories.get(forgotten.key);
    // What was forgotten is in no view any more; that it was there is.
    if (known) return { ...state, memories: memories.with(known.key, { ...known, content: null, isForgotten: true }) };
    const retrieved = kinds.memoryRetrieved.read(entry);
    if (!retrieved) return state;
    const { key, found } = retrieved;
    return { ...state, retrievals: retrievals.with(entry.id, { key, found, at: entry.at }) };
  },
});
