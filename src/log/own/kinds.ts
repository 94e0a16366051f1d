import { z } from 'zod';
import { memoryRefSchema } from '../../conversation/memory-use.ts';
import type { OutputOf, StandardSchema } from '../../domain/schemas/standard-schema.ts';
import { TroupeError } from '../../errors.ts';
import { metadataSchema } from '../entries/request-labels.ts';
import { defineEntry, type EntryDefinition, type EntryDefinitionOptions } from './define-entry.ts';

const text = z.string().min(1);
const details = z.record(z.string(), z.unknown()).exactOptional();

/** A definition that reads nothing where other code has written another shape under its name: nobody's view of a run breaks because of it. */
function kind<Schema extends StandardSchema>(
  options: EntryDefinitionOptions<Schema>,
): EntryDefinition<OutputOf<Schema>> {
  const definition = defineEntry(options);
  return {
    ...definition,
    read(entry) {
      try {
        return definition.read(entry);
      } catch (error) {
        if (error instanceof TroupeError) return undefined;
        throw error;
      }
    },
  };
}

/** The kinds of entries that any code may record, each with its factory: `run.record(kinds.memoryStored.make({ key, content }))`. Views read them. */
export const kinds = {
  /** Something that happened, in words. */
  standard: kind({ type: 'standard.noted', schema: z.object({ text, details }) }),
  /** The same, about the system that the run is a part of. */
  system: kind({ type: 'system.noted', schema: z.object({ text, details }) }),
  /** What somebody wants to know of the run later, all of it: the last one counts, in the lists of stores too. */
  metadataSet: kind({ type: 'metadata.set', schema: metadataSchema }),
  memoryStored: kind({
    type: 'memory.stored',
    schema: z.object({
      key: text,
      /** Absent where it is kept elsewhere: the log then has the version alone. */
      content: z.json().exactOptional(),
      scope: z.string().exactOptional(),
      version: z.int().min(1).exactOptional(),
    }),
  }),
  memoryRetrieved: kind({
    type: 'memory.retrieved',
    schema: z.object({
      key: text,
      query: z.string().exactOptional(),
      found: z.boolean(),
      /** What was found, by reference. */
      items: z.array(memoryRefSchema).readonly().exactOptional(),
    }),
  }),
  memoryForgotten: kind({ type: 'memory.forgotten', schema: z.object({ key: text }) }),
  /** The same has gone wrong too often: something has to change. `pattern` is what has gone wrong. What an orchestrator corrects itself it records as `correction.triggered`. */
  correctionNeeded: kind({
    type: 'correction.needed',
    schema: z.object({ pattern: text, reason: text, count: z.int().min(1).exactOptional() }),
  }),
  /** Its parent is what was needed. */
  correctionTried: kind({ type: 'correction.tried', schema: z.object({ action: text, details }) }),
  /** A person has to say something. What an orchestrator asks it records as `clarification.requested`. */
  clarificationNeeded: kind({ type: 'clarification.needed', schema: z.object({ question: text }) }),
  /** What they said. Its parent is what was needed. */
  clarificationGiven: kind({ type: 'clarification.given', schema: z.object({ answer: z.json() }) }),
  agentDelegated: kind({ type: 'agent.delegated', schema: z.object({ to: text, task: text }) }),
  /** Its parent is the delegation. */
  agentReturned: kind({
    type: 'agent.returned',
    schema: z.object({ from: text, result: z.json().exactOptional(), error: z.string().exactOptional() }),
  }),
  /** A part of a question that rests on the hop before, which is its parent. What an orchestrator does in hops it records as `hop.taken`. */
  hopBegun: kind({
    type: 'hop.begun',
    schema: z.object({ question: text, restsOn: z.array(z.string()).exactOptional() }),
  }),
  /** Its parent is the hop. */
  hopEnded: kind({ type: 'hop.ended', schema: z.object({ finding: text }) }),
} as const;

/** The value of a kind. */
export type KindValue<Kind extends keyof typeof kinds> =
  (typeof kinds)[Kind] extends EntryDefinition<infer Value> ? Value : never;
