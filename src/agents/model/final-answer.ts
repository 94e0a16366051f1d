import type { JsonValue } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/message.ts';
import { checkValue, type OutputShape, type StandardSchema } from '../../domain/schemas/standard-schema.ts';
import { TroupeError } from '../../errors.ts';
import { findJson } from '../../models/json-in-text.ts';
import type { ToolSpec } from '../../models/model.ts';
import { toOutputShape } from '../../models/output-shape.ts';

/** The answer that an agent has to give: its shape, and what checks it. */
export interface WantedAnswer {
  readonly shape: OutputShape;
  readonly schema: StandardSchema;
}

/** The tool by which a model gives its answer. */
export const finalAnswerName = 'final_answer';

/** Reads a schema once. @throws TroupeError `bad-config` for one that cannot be sent to a model. */
export function toWanted(agent: string, schema: StandardSchema): WantedAnswer {
  const refuse = (why: string, cause?: unknown) =>
    new TroupeError('bad-config', `outputSchema of the agent "${agent}" cannot be used: ${why}.`, { cause });
  return { schema, shape: toOutputShape(schema, finalAnswerName, refuse) };
}

/** What is wanted is no object: it is wrapped into one, because the arguments of a tool are an object. */
const isWrapped = ({ shape }: WantedAnswer) => shape.schema.type !== 'object';

/** So that the model can use other tools first, and the shape is kept by the endpoint. */
export const finalAnswer = (wanted: WantedAnswer): ToolSpec => ({
  name: finalAnswerName,
  description: 'Gives your final answer. Call it once, when the work is done; do not write the answer as text.',
  parameters: isWrapped(wanted)
    ? { type: 'object', properties: { answer: wanted.shape.schema }, required: ['answer'] }
    : wanted.shape.schema,
});

/** An answer that was read. */
export interface ReadAnswer {
  readonly output?: JsonValue;
  /** What is wrong with it. */
  readonly unfit?: string;
  /** The call by which an answer was given that does not fit. */
  readonly attempted?: ToolCall;
}

/** The answer of a reply, checked; or what is wrong with it. Nothing while the model still works. */
export async function readAnswer(wanted: WantedAnswer, text: string, calls: readonly ToolCall[]): Promise<ReadAnswer> {
  const call = calls.find(({ name }) => name === finalAnswerName);
  const attempted = call ? { attempted: call } : {};
  const given = call ? parse(call.arguments) : findJson(text).values.at(-1);
  if (given === undefined) {
    return { unfit: 'There is no answer that can be read. Give it by calling final_answer.', ...attempted };
  }
  const value = isWrapped(wanted) && call ? (given as { answer?: unknown } | null)?.answer : given; // an object, by its parameters
  const checked = await checkValue(wanted.schema, value);
  if (checked.ok) return { output: checked.value as JsonValue }; // the schema of an answer gives JSON
  const unfit = `The answer does not fit:\n${checked.problem}\nCall final_answer again, with the whole answer.`;
  return { unfit, ...attempted };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
