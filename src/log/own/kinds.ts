import { z } from 'zod';
import { memoryRefSchema } from '../../conversation/memory-use.ts';
import { metadataSchema } from '../entries/request-labels.ts';
import { defineEntry, type EntryDefinition } from './define-entry.ts';

const text = z.string().min(1);
const details = z.record(z.string(), z.unknown()).exactOptional();

/** The kinds of entries that any code may record, each with its factory: `run.record(kinds.memoryStored.make({ key, content }))`. Views read them. */
export const kinds = {
  /** Something that happened, in words. */
  standard: defineEntry({ type: 'standard.noted', schema: z.object({ text, details }) }),
  /** The same, about the system that the run is a part of. */
  system: defineEntry({ type: 'system.noted', schema: z.object({ text, details }) }),
  /** What somebody wants to know of the run later, all of it: the last one counts, in the lists of stores too. */
  metadataSet: defineEntry({ type: 'metadata.set', schema: metadataSchema }),
  memoryStored: defineEntry({
    type: 'memory.stored',
    schema: z.object({
      key: text,
      /** Absent where it is kept elsewhere: the log then has the version alone. */
      content: z.json().exactOptional(),
      scope: z.string().exactOptional(),
      version: z.int().min(1).exactOptional(),
    }),
  }),
  memoryRetrieved: defineEntry({
    type: 'memory.retrieved',
    schema: z.object({
      key: text,
      query: z.string().exactOptional(),
      found: z.boolean(),
      /** What was found, by reference. */
      items: z.array(memoryRefSchema).readonly().exactOptional(),
    }),
  }),
  memoryForgotten: defineEntry({ type: 'memory.forgotten', schema: z.object({ key: text }) }),
  /** The same has gone wrong too often: something has to change. `pattern` is what has gone wrong. What an orchestrator corrects itself it records as `correction.triggered`. */
  correctionNeeded: defineEntry({
    type: 'correction.needed',
    schema: z.object({ pattern: text, reason: text, count: z.int().min(1).exactOptional() }),
  }),
  /** Its parent is what was needed. */
  correctionTried: defineEntry({ type: 'correction.tried', schema: z.object({ action: text, details }) }),
  agentDelegated: defineEntry({ type: 'agent.delegated', schema: z.object({ to: text, task: text }) }),
  /** Its parent is the delegation. */
  agentReturned: defineEntry({
    type: 'agent.returned',
    schema: z.object({ from: text, result: z.json().exactOptional(), error: z.string().exactOptional() }),
  }),
  /** A part of a question that rests on the hop before, which is its parent. */
  hopTaken: defineEntry({
    type: 'hop.taken',
    schema: z.object({ question: text, restsOn: z.array(z.string()).exactOptional() }),
  }),
  /** Its parent is the hop. */
  hopCompleted: defineEntry({ type: 'hop.completed', schema: z.object({ finding: text }) }),
} as const;

/** The value of a kind. */
export type KindValue<Kind extends keyof typeof kinds> =
  (typeof kinds)[Kind] extends EntryDefinition<infer Value> ? Value : never;
