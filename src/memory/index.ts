/** What is known longer than a run lasts: facts, preferences and standing instructions, scope by scope. */
export type { Message } from '../domain/message.ts';
export type { Embedder } from '../models/embedder.ts';
export type { Model, ModelRequest, ModelResponse } from '../models/model.ts';
export { createMemory } from './create-memory.ts';
export { deleteSources, type RunsOfStore } from './delete-sources.ts';
export { extractMemories } from './extract-memories.ts';
export type {
  CallModel,
  ExtractedMemory,
  Memory,
  MemoryExtractor,
  MemoryGiven,
  MemoryLimits,
  MemoryOptions,
} from './memory.ts';
export type { MemoryItem, MemoryKind, MemoryScope, MemorySource } from './memory-item.ts';
export type { MemoryShelf, ShelfLine } from './memory-shelf.ts';
export { type ModelExtractorOptions, modelExtractor } from './model-extractor.ts';
export { plainShelf } from './plain-shelf.ts';
