import { z } from 'zod';
import type { JsonValue } from './json.ts';

const json = z.custom<JsonValue>();

/**
 * What a person is asked from within the work, as the effect that asks leaves it in the log: for approval of a call, by the policy, or for
 * whatever a function or a model wants to know.
 */
export const personAskSchema = z.object({
  by: z.enum(['policy', 'code', 'model']),
  kind: z.enum(['approval', 'question', 'choice', 'form']),
  question: z.string(),
  /** Why the policy asks. */
  because: z.string().exactOptional(),
  tool: z.string().exactOptional(),
  /** What the tool may do to the world, where it says so. */
  capability: z.string().exactOptional(),
  /** The arguments of the call, as JSON. */
  arguments: z.string().exactOptional(),
  /** What can be chosen. */
  options: z.array(z.string()).readonly().exactOptional(),
  /** The JSON Schema of the answer to a form, and of the arguments of a call that needs approval. */
  schema: z.record(z.string(), z.unknown()).readonly().exactOptional(),
  deadlineMs: z.number(),
  /** What counts when nobody answers in time. */
  default: json.exactOptional(),
  /** What the function that asks wants back with the answer. */
  keep: json.exactOptional(),
});
export type PersonAsk = Readonly<z.infer<typeof personAskSchema>>;

/** What a function that asked a person gets when it is called again. */
export interface Resumed {
  /** `true` or `false` for an approval; the text, the choice or the form for the others; `undefined` when nobody answered and there is no default. */
  readonly answer: JsonValue | undefined;
  /** Why an approval was refused, when a person said why. */
  readonly reason?: string;
  /** Nobody answered in time: the answer is the default. */
  readonly isTimeout: boolean;
  /** What it kept when it asked. */
  readonly keep: JsonValue | undefined;
}

/** So often may one call, or one turn of a specialist, ask: a function that asks for ever ends here. */
export const maxAsks = 20;

/** What is wrong with a function that asks once more. */
export const askedTooOften = `It has asked ${maxAsks} times: a call may not ask more often.`;
