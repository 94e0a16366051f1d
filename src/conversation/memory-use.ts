import { z } from 'zod';

/** Which memory was meant, and nothing of what it says: an id that is made anew whenever the memory changes, and how often that was. */
export const memoryRefSchema = z.object({ id: z.string(), version: z.int().min(1) });
export type MemoryRef = Readonly<z.infer<typeof memoryRefSchema>>;

/** What a run has to do with memories, as its log has it: the words stay where forgetting reaches them. */
export const memoryUseSchema = z.object({
  /** What is shown to the models of the run. */
  recalled: z.array(memoryRefSchema).readonly(),
  /** What was taken from the conversation to be known later. */
  learned: z.array(memoryRefSchema).readonly(),
  /** Why nothing could be learned. */
  notLearned: z.string().exactOptional(),
  /** Why nothing could be recalled: the run goes on without a memory. */
  problem: z.string().exactOptional(),
});
export type MemoryUse = Readonly<z.infer<typeof memoryUseSchema>>;
