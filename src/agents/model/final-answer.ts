import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/message.ts';
import { toJsonSchema } from '../../domain/schemas/standard-schema.ts';
import { findJson } from '../../models/json-in-text.ts';
import type { ToolSpec } from '../../models/model.ts';

/** The shape that an agent's answer has to have. */
export interface OutputShape {
  readonly schema: z.ZodType;
  readonly parameters: Record<string, unknown>;
  /** What is wanted is no object: it is wrapped into one, because the arguments of a tool are an object. */
  readonly isWrapped: boolean;
}

/** Reads a schema once. */
export function toShape(schema: z.ZodType): OutputShape {
  const json = toJsonSchema(schema) ?? {};
  const isWrapped = json.type !== 'object';
  const parameters = isWrapped ? { type: 'object', properties: { answer: json }, required: ['answer'] } : json;
  return { schema, parameters, isWrapped };
}

export const finalAnswerName = 'final_answer';

/** The tool by which a model gives its answer: so that it can use other tools first, and the shape is kept by the endpoint. */
export const finalAnswer = ({ parameters }: OutputShape): ToolSpec => ({
  name: finalAnswerName,
  description: 'Gives your final answer. Call it once, when the work is done; do not write the answer as text.',
  parameters,
});

/** The answer of a reply, checked; or what is wrong with it. Nothing while the model still works. */
export function readShape(
  shape: OutputShape,
  text: string,
  calls: readonly ToolCall[],
): { output?: JsonValue; unfit?: string } {
  const call = calls.find(({ name }) => name === finalAnswerName);
  const given = call ? parse(call.arguments) : findJson(text).values.at(-1);
  if (given === undefined) {
    return { unfit: 'There is no answer that can be read. Give it by calling final_answer.' };
  }
  const value = shape.isWrapped && call ? (given as { answer?: unknown }).answer : given; // an object, by its parameters
  const parsed = shape.schema.safeParse(value);
  if (parsed.success) return { output: parsed.data as JsonValue }; // the schema of an answer gives JSON
  return {
    unfit: `The answer does not fit:\n${z.prettifyError(parsed.error)}\nCall final_answer again, with the whole answer.`,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
